import { describe, expect, it } from 'vitest';
import { hearAnswers } from '../../src/sync/ports/browser-ports.ts';

const answer = (status: number, requestId?: string): Response =>
  new Response(null, { status, headers: requestId ? { 'X-Request-Id': requestId } : {} });

/** A fetch that answers these, one after the other, and what was kept of them. */
function listening(...answers: readonly Response[]) {
  const kept: unknown[] = [];
  let next = 0;
  const call = hearAnswers(
    async () => answers[next++] ?? Promise.reject(new TypeError('Failed to fetch')),
    () => 5,
    async (one) => {
      kept.push(one);
    },
  );
  return { call, kept };
}

describe('what the server answered last', () => {
  it('is kept by call, status and the id of its log, without any value of the address', async () => {
    const { call, kept } = listening(answer(503, 'abc-1'));
    expect((await call('/api/SimRegistration/RemoveDocument?formId=secret')).status).toBe(503);
    expect(kept).toEqual([{ at: 5, call: 'RemoveDocument', httpStatus: 503, requestId: 'abc-1' }]);
  });

  it('is each failure, and a success only where it is the first or ends failures', async () => {
    const { call, kept } = listening(...[200, 204, 200, 500, 409, 200, 200].map((n) => answer(n)));
    for (let n = 0; n < 7; n += 1) await call('https://api.example/api/Info/GetInfo');
    expect(kept).toMatchObject([200, 500, 409, 200].map((httpStatus) => ({ httpStatus })));
  });

  it('stays as it was where nothing answered', async () => {
    const { call, kept } = listening();
    await expect(call('/api/Info/GetInfo')).rejects.toThrow('Failed to fetch');
    expect(kept).toEqual([]);
  });

  it('never makes a call fail', async () => {
    const full = () => Promise.reject(new Error('The disk is full.'));
    const call = hearAnswers(async () => answer(500), Date.now, full);
    expect((await call('/api/Info/GetInfo')).status).toBe(500);
  });
});
