import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { isUsable } from '../../../server/conformance/run-checks.ts';
import { type Deviation, startDeviating } from '../support/deviating-backend.ts';
import { runKit } from './run-kit.ts';

async function judge(deviation: Deviation) {
  const backend = await startDeviating(deviation);
  onTestFinished(backend.stop);
  const ended = await runKit(backend.address, { mayWrite: true });
  const verdictOf = (id: string) => ended.all.find(({ check }) => check.id === id)?.verdict;
  return { ...ended, verdictOf };
}

/** Replaces the list in the answer to each upload. */
const listing =
  (documents: () => readonly object[]): Deviation =>
  async (asked, ask) => {
    const reply = await ask();
    if (!/^Save\w+Document$/.test(asked.name) || reply.status !== 200) return reply;
    return { ...reply, body: JSON.stringify({ wasSuccessful: true, documents: documents() }) };
  };

it('copies stay unseen in lists that have only the call’s files, under other names', async () => {
  const { verdictOf } = await judge(
    listing(() => [{ formFileId: randomUUID(), name: 'scan.jpg' }]),
  );
  expect(verdictOf('documents.listed')).toEqual({
    status: 'fails',
    found: 'only those of the call',
  });
  expect(verdictOf('once.file-cut')).toEqual({ status: 'unseen', why: 'lists have other names' });
});

it.each([404, 410])('%i for the removal of a listed document is a failure', async (status) => {
  const { all, documentsLeft, verdictOf } = await judge(async (asked, ask) =>
    asked.name === 'RemoveDocument' ? { status, headers: {}, body: '{}' } : ask(),
  );
  expect(verdictOf('removal.works')).toEqual({
    status: 'fails',
    found: `${status} for a document that is listed`,
  });
  expect(isUsable(all)).toBe(false);
  expect(documentsLeft).toBeGreaterThan(10);
});
