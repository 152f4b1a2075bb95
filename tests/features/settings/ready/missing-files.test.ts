import { describe, expect, it } from 'vitest';
import { missingFiles } from '../../../../src/features/settings/ready/use-ready-lines.ts';
import { workerMessage } from '../../../../src/sync/worker-messages.ts';

const answering = (answer: unknown) => ({
  postMessage: (message: unknown, [port]: MessagePort[]) => {
    expect(workerMessage(message)).toEqual({ type: 'COUNT_MISSING' });
    port?.postMessage(answer);
  },
});

describe('the number of missing files', () => {
  it('is the worker’s answer', async () => {
    expect(await missingFiles(answering(3))).toBe(3);
  });

  it.each([undefined, 'three'])('is unknown after an answer such as %s', async (answer) => {
    expect(await missingFiles(answering(answer))).toBeNull();
  });

  it('is unknown if no worker controls the page, or an older one does not answer', async () => {
    expect(await missingFiles(null)).toBeNull();
    expect(await missingFiles({ postMessage: () => undefined }, 1)).toBeNull();
  });
});
