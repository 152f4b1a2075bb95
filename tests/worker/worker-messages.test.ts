import { describe, expect, it } from 'vitest';
import { drainMessage } from '../../src/sync/drain-messages.ts';
import { INITIALIZE, SKIP_WAITING, workerMessage } from '../../src/worker/worker-messages.ts';

describe('what a page says to the worker', () => {
  it('is understood as it was said', () => {
    for (const message of [SKIP_WAITING, INITIALIZE, drainMessage('online')]) {
      expect(workerMessage(structuredClone(message))).toEqual(message);
    }
  });

  it.each([
    undefined,
    null,
    'DRAIN',
    7,
    [],
    {},
    { action: 'CHECK_FOR_UPDATES', nonce: 1 },
    { action: 'ACTIVATE_UPDATE' },
    { type: 'DRAIN', reason: 'because' },
  ])('is ignored otherwise: %j', (data) => {
    expect(workerMessage(data)).toBeNull();
  });
});
