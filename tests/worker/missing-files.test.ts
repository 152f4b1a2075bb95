import { describe, expect, it } from 'vitest';
import { missingFiles } from '../../src/worker/missing-files.ts';
import { workerMessage } from '../../src/worker/worker-messages.ts';

const answering = (answer: unknown) => ({
  postMessage: (message: unknown, [port]: MessagePort[]) => {
    expect(workerMessage(message)).toEqual({ type: 'COUNT_MISSING' });
    port?.postMessage(answer);
  },
});

describe('how many files of the app are missing', () => {
  it('is what the worker says', async () => {
    expect(await missingFiles(answering(3))).toBe(3);
  });

  it.each([undefined, 'three'])('is not known from an answer such as %s', async (answer) => {
    expect(await missingFiles(answering(answer))).toBeNull();
  });

  it('is not known where no worker controls the page, or an older one does not answer', async () => {
    expect(await missingFiles(null)).toBeNull();
    expect(await missingFiles({ postMessage: () => undefined }, 1)).toBeNull();
  });
});
