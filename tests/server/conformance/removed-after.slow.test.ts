import { expect, it, onTestFinished } from 'vitest';
import { type Deviation, startDeviating } from '../support/deviating-backend.ts';
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
