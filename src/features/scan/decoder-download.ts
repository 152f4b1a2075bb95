import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { PhotoSending } from '../../domain/photo-sending.ts';
import { connectionType } from '../../platform/connection-type.ts';
import { pause } from '../../platform/timers.ts';
import { LATE_CACHE } from '../../store/db/stored-names.ts';

/** The size of the decoder's program, and of its brotli file, in bytes. */
export const PROGRAM_BYTES = 953_527;
export const DOWNLOAD_BYTES = 321_410;

type FetchFn = (url: string) => Promise<Response>;

type Caches = Pick<CacheStorage, 'has' | 'match' | 'open'>;

/**
 * The program of the barcode decoder. Only phones without a detector of their own need it, so it is not cached with the app. Its cache
 * holds one version. The cache exists once the person has agreed to the download. `url`: contains the hash of the program.
 */
export function createDecoderDownload(storage: Caches, fetchFn: FetchFn, url: string = wasmUrl) {
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

  /** Returns null if the program is not on this phone. */
  async function stored(): Promise<ArrayBuffer | null> {
    try {
      const found = await storage.match(url, { cacheName: LATE_CACHE });
      const program = await found?.arrayBuffer();
      return program?.byteLength === PROGRAM_BYTES ? program : null;
    } catch {
      // The cache is damaged, or the browser allows none.
      return null;
    }
  }

  return {
    stored,
    /** True if the person has agreed to the download, and this version's program is not on this phone. */
    needsDownload: async (): Promise<boolean> =>
      (await storage.has(LATE_CACHE)) && (await stored()) === null,
    /** Returns null if there is no connection, or if the download is incomplete. */
    load: async (onProgress: (share: number) => void): Promise<ArrayBuffer | null> => {
      try {
        // The open cache records the agreement, even if the download fails. A browser without a cache asks again.
        await open().catch(() => {});
        const program = await readWhole(await fetchFn(url), onProgress);
        // If the disk is full, the program is used without storing it.
        if (program !== null) await keep(program).catch(() => {});
        return program?.buffer ?? null;
      } catch {
        return null;
      }
    },
  };
}

export type DecoderDownload = ReturnType<typeof createDecoderDownload>;

/** The download waits this long (ms), because the start of the app is more urgent. */
const RENEW_AFTER_MS = 10_000;

/** False if the person saves data, or lets photos wait for Wi-Fi and there is none. */
function mayUseData(sending: PhotoSending): boolean {
  const { connection } = navigator as Readonly<{ connection?: Readonly<{ saveData?: boolean }> }>;
  return (
    connection?.saveData !== true && (sending === 'always' || connectionType() === 'unmetered')
  );
}

/** Fetches the program of a new version before the next scan, if the person has agreed to its size once. */
export async function renewProgram(readSending: () => Promise<PhotoSending>): Promise<void> {
  const { caches } = globalThis;
  const decoderDownload = createDecoderDownload(caches, (url) => fetch(url, { priority: 'low' }));
  if (!(await decoderDownload.needsDownload())) return;
  await pause(RENEW_AFTER_MS);
  if (!navigator.onLine)
    await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
  // The person may have opened the scanner meanwhile.
  if (mayUseData(await readSending()) && (await decoderDownload.needsDownload()))
    await decoderDownload.load(() => {});
}

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
