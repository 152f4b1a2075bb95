import { argon2id } from 'hash-wasm';
import type { Bytes } from '../bytes.ts';
import type { StretchReply, StretchRequest } from './stretching.ts';

/*
 * Derives a key from one PIN, in a worker. The derivation takes most of a second and much memory. The memory is freed when the worker
 * ends. Only this worker's content security policy allows WebAssembly; the page's policy does not.
 */

const KEY_BYTES = 32;

/** The smallest request, to check whether the code runs. */
const PROBE: StretchRequest['by'] = { memory: 8, passes: 1 };

const stretch = async ({ by, pin, salt }: StretchRequest): Promise<Bytes> =>
  new Uint8Array(
    await argon2id({
      password: pin,
      salt,
      parallelism: 1,
      iterations: by.passes,
      memorySize: by.memory,
      hashLength: KEY_BYTES,
      outputType: 'binary',
    }),
  );

async function replyTo(request: StretchRequest): Promise<StretchReply> {
  try {
    await stretch({ ...request, by: PROBE });
  } catch {
    return { status: 'unable' };
  }
  try {
    const from = performance.now();
    const bytes = await stretch(request);
    return { status: 'stretched', bytes, tookMs: performance.now() - from };
  } catch {
    return { status: 'failed' };
  }
}

globalThis.addEventListener('message', ({ data }: MessageEvent<StretchRequest>) => {
  void replyTo(data).then((reply) => globalThis.postMessage(reply));
});
