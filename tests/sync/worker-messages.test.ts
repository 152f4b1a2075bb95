import { describe, expect, it } from 'vitest';
import {
  drainMessage,
  INITIALIZE,
  SKIP_WAITING,
  workerMessage,
} from '../../src/sync/worker-messages.ts';

describe('a page’s message to the worker', () => {
  it('is parsed unchanged', () => {
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
