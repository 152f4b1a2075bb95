import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { LATE_CACHE } from '../../store/db/stored-names.ts';

/** The size of the decoder's program, and of its brotli file, in bytes. */
export const PROGRAM_BYTES = 953_527;
export const DOWNLOAD_BYTES = 321_410;

type FetchFn = (url: string) => Promise<Response>;

/**
 * The program of the barcode decoder. Only phones without a detector of their own need it, so it is not cached with the app. The cache
 * keeps one version. `url`: has the hash of the program.
 */
export function createLateWasm(storage: CacheStorage, fetchFn: FetchFn, url: string = wasmUrl) {
  const open = () => storage.open(LATE_CACHE);

  async function keep(program: Uint8Array<ArrayBuffer>): Promise<void> {
    const cache = await open();
    for (const { url: other } of await cache.keys())
      if (!other.endsWith(url)) await cache.delete(other);
    await cache.put(
      url,
      new Response(program, { headers: { 'content-type': 'application/wasm' } }),
    );
  }

  return {
    /** Returns null if the program is not on this phone. */
    stored: async (): Promise<ArrayBuffer | null> => {
      try {
        const program = await (await (await open()).match(url))?.arrayBuffer();
        return program?.byteLength === PROGRAM_BYTES ? program : null;
      } catch {
        // The cache is damaged, or the browser allows none.
        return null;
      }
    },
    /** Returns null if there is no connection, or the program did not come whole. */
    load: async (onProgress: (share: number) => void): Promise<ArrayBuffer | null> => {
      try {
        const program = await readWhole(await fetchFn(url), onProgress);
        // A full disk is no reason to wait: the program is used at once.
        if (program !== null) await keep(program).catch(() => {});
        return program?.buffer ?? null;
      } catch {
        return null;
      }
    },
  };
}

export type LateWasm = ReturnType<typeof createLateWasm>;

async function readWhole(
  { ok, body }: Response,
  onProgress: (share: number) => void,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!ok || body === null) return null;
  const program = new Uint8Array(PROGRAM_BYTES);
  const reader = body.getReader();
  let received = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return received === PROGRAM_BYTES ? program : null;
    if (received + value.length > PROGRAM_BYTES) {
      await reader.cancel();
      return null;
    }
    program.set(value, received);
    received += value.length;
    onProgress(received / PROGRAM_BYTES);
  }
}
