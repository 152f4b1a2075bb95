import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { endOfRun } from '../../../server/conformance/report.ts';
import { type Deviation, type Reply, startDeviating } from '../support/deviating-backend.ts';
import { runKit } from './run-kit.ts';

const honest: Deviation = (_asked, ask) => ask();

/** Takes the last piece of a file, and does not say so. */
const silentEnd: Deviation = async ({ headers, method }, ask) => {
  const reply = await ask();
  if (method !== 'PATCH' || headers['upload-complete'] !== '?1') return reply;
  const { 'upload-complete': _, ...others } = reply.headers;
  return { ...reply, headers: others };
};

it.each([
  ['a file over a slow link', honest, []],
  ['a file in pieces whose last piece is not confirmed', silentEnd, ['pieces.resume']],
] as const)('the kit removes each of its documents: %s', async (_name, deviation, expected) => {
  const listed = new Set<string>();
  const removed = new Set<string>();
  const backend = await startDeviating(async (asked, ask) => {
    const reply = await deviation(asked, ask);
    if (reply === 'reset' || reply.status !== 200) return reply;
    if (asked.name === 'RemoveDocument')
      removed.add(new URLSearchParams(asked.query).get('registrationFileId') ?? '');
    else
      for (const { formFileId } of JSON.parse(reply.body).documents ?? []) listed.add(formFileId);
    return reply;
  });
  onTestFinished(backend.stop);
  const { documentsLeft, failed } = await runKit(backend.address, { mayWrite: true, isSlow: true });
  expect(failed).toEqual(expected);
  expect(listed.size).toBeGreaterThan(10);
  expect([documentsLeft, removed]).toEqual([0, listed]);
});

const json = (status: number, body: unknown): Reply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

type Kept = Readonly<{ formFileId: string; name: string }>;

/** Keeps one document for each name. Each upload gets a new id. `lists`: the documents in the answer to an upload. */
function overwriting(lists: 'all' | 'own') {
  const kept = new Map<string, Kept>();
  const deviation: Deviation = async (asked, ask) => {
    const reply = await ask();
    if (asked.name === 'RemoveDocument' && reply.status !== 400) {
      const id = new URLSearchParams(asked.query).get('registrationFileId');
      const found = [...kept].find(([, { formFileId }]) => formFileId === id);
      if (found === undefined) return json(404, {});
      kept.delete(found[0]);
      return json(200, { wasSuccessful: true });
    }
    if (!/^Save\w+Document$/.test(asked.name) || reply.status !== 200) return reply;
    const body = asked.body.toString('latin1');
    const [formId = ''] = /[\da-f]{8}-[\da-f-]{27}/.exec(body) ?? [];
    const [, name = ''] = /filename="([^"]+)"/.exec(body) ?? [];
    const document = { formFileId: randomUUID(), name };
    kept.set(`${formId} ${asked.name} ${name}`, document);
    const those = [...kept].filter(([key]) => key.startsWith(`${formId} ${asked.name} `));
    const documents = lists === 'all' ? those.map(([, each]) => each) : [document];
    return json(200, { wasSuccessful: true, documents });
  };
  return { kept, deviation };
}

const runOver = async (deviation: Deviation) => {
  const backend = await startDeviating(deviation);
  onTestFinished(backend.stop);
  const { all, session, documentsLeft } = await runKit(backend.address, { mayWrite: true });
  return { documentsLeft, end: endOfRun(all, session, documentsLeft) };
};

it('a document in whose place a list has another one does not count as left', async () => {
  const { kept, deviation } = overwriting('all');
  const { documentsLeft, end } = await runOver(deviation);
  expect([kept.size, documentsLeft]).toEqual([0, 0]);
  expect(end).toContain('Their documents were removed as far as lists showed them.');
});

it('the report leaves open whether a document is left, if lists do not show it', async () => {
  const { kept, deviation } = overwriting('own');
  const { documentsLeft, end } = await runOver(deviation);
  expect(kept.size).toBe(0);
  expect(documentsLeft).toBeGreaterThan(0);
  expect(end).toContain(
    `${documentsLeft} of their documents could not be removed, or were not found.`,
  );
});
