import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { isUsable } from '../../../server/conformance/run-checks.ts';
import { type Deviation, startDeviating } from '../support/deviating-backend.ts';
import { runKit } from './run-kit.ts';

async function judge(deviation: Deviation, mayWrite = true) {
  const backend = await startDeviating(deviation);
  onTestFinished(backend.stop);
  const ended = await runKit(backend.address, { mayWrite });
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

/** Answers each removal. `token`: the call's token, or undefined. `newest`: the newest token that GetInfo gave. */
const removals = (statusFor: (token: string | undefined, newest: string) => number): Deviation => {
  let count = 0;
  return async (asked, ask) => {
    if (asked.name === 'RemoveDocument') {
      const status = statusFor(asked.headers['x-xsrf-token'], `t${count}`);
      return { status, headers: {}, body: '{}' };
    }
    const reply = await ask();
    if (asked.name !== 'GetInfo') return reply;
    count += 1;
    const cookie = `XSRF-TOKEN=t${count}; Path=/`;
    return { ...reply, headers: { ...reply.headers, 'set-cookie': cookie } };
  };
};

const withoutCookie =
  (deviation: Deviation): Deviation =>
  async (asked, ask) => {
    const reply = await deviation(asked, ask);
    if (reply === 'reset') return reply;
    const { 'set-cookie': _, ...headers } = reply.headers;
    return { ...reply, headers };
  };

const needed = (status: number) => removals((token) => (token === undefined ? status : 404));

it.each([
  ['409 for an unknown document', removals(() => 409), 'holds', 'fails', 'holds'],
  [
    '409 without a token, and 404 with one',
    removals((token) => (token === undefined ? 409 : 404)),
    'fails',
    'unchecked',
    'holds',
  ],
  [
    '400 without a token, and 409 with any',
    removals((token) => (token === undefined ? 400 : 409)),
    'holds',
    'holds',
    'holds',
  ],
  ['400 for an unknown document', removals(() => 400), 'holds', 'unseen', 'unseen'],
  [
    '409 for an older token',
    removals((token, newest) => (token === undefined ? 400 : token === newest ? 404 : 409)),
    'holds',
    'holds',
    'fails',
  ],
  ['419 without a token', needed(419), 'fails', 'unchecked', 'holds'],
  ['429 without a token', needed(429), 'unchecked', 'unchecked', 'holds'],
  ['500 without a token', needed(500), 'unchecked', 'unchecked', 'holds'],
  [
    '429 for an older token',
    removals((token) => (token === undefined ? 400 : 429)),
    'holds',
    'unchecked',
    'unchecked',
  ],
  ['409, and no cookie', withoutCookie(removals(() => 409)), 'holds', 'fails', 'unseen'],
  ['419, and no cookie', withoutCookie(removals(() => 419)), 'fails', 'unchecked', 'unseen'],
] as const)(
  'the status of a removal is told from its token: %s',
  async (_name, deviation, ...expected) => {
    const { verdictOf } = await judge(deviation, false);
    const ids = ['forgery.refusal', 'forgery.protects', 'forgery.older'];
    expect(ids.map((id) => verdictOf(id)?.status)).toEqual(expected);
  },
);
