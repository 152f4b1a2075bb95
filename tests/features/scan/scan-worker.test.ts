import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ScanReply, ScanRequest } from '../../../src/features/scan/ladder.ts';

const SIM = '8927010000001234560';
const decode = vi.fn(() => [{ symbology: 'code_128', text: SIM }]);
vi.mock('../../../src/features/scan/zxing.ts', () => ({ openZxing: async () => () => decode }));

class FakeCanvas {
  readonly width: number;
  readonly height: number;
  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
  }
  getContext() {
    return {
      drawImage: () => {},
      getImageData: () => ({ data: new Uint8ClampedArray(4 * this.width * this.height) }),
    };
  }
}

/** Starts the worker's script. A photo is decoded with `createImageBitmap`. */
async function startWorker(createImageBitmap: () => Promise<unknown>) {
  const replies: ScanReply[] = [];
  const listen = vi.fn<(type: string, listener: (event: unknown) => Promise<void>) => void>();
  vi.resetModules();
  vi.stubGlobal('addEventListener', listen);
  vi.stubGlobal('postMessage', (reply: ScanReply) => replies.push(reply));
  vi.stubGlobal('OffscreenCanvas', FakeCanvas);
  vi.stubGlobal('createImageBitmap', createImageBitmap);
  await import('../../../src/features/scan/scan-worker.ts');
  const ask = async (data: ScanRequest) => {
    await listen.mock.calls[0]?.[1]({ data });
    return replies.at(-1);
  };
  await ask({ kind: 'open', purpose: 'sim', program: new ArrayBuffer(8) });
  return ask;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the scanner's worker", () => {
  it('reads a photo whose decoding takes longer than the attempts may', async () => {
    const ask = await startWorker(async () => {
      await new Promise((resolve) => setTimeout(resolve, 4_000));
      return { width: 40, height: 40, close: () => {} };
    });
    const reply = ask({ kind: 'photo', picture: new Blob() });
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await reply).toEqual({ status: 'read', reading: { status: 'sims', numbers: [SIM] } });
  });

  it('fails at a file that is no picture', async () => {
    const ask = await startWorker(() => Promise.reject(new Error('This is no picture.')));
    expect(await ask({ kind: 'photo', picture: new Blob() })).toEqual({ status: 'failed' });
  });
});
