import { describe, expect, it } from 'vitest';
import { createLateWasm, PROGRAM_BYTES } from '../../../src/features/scan/late-wasm.ts';

const URL_NOW = '/assets/zxing_reader-new.wasm';

/** A Cache Storage with one cache, by the paths of its entries. */
function oneCache(fault?: Error) {
  const kept = new Map<string, Response>();
  const cache = {
    match: async (path: string) => kept.get(path)?.clone(),
    put: async (path: string, response: Response) => {
      if (fault) throw fault;
      kept.set(path, response);
    },
    keys: async () => [...kept.keys()].map((path) => ({ url: `https://veld.example${path}` })),
    delete: async (url: string) => kept.delete(new URL(url).pathname),
  };
  const storage = { open: async () => cache } as unknown as CacheStorage;
  return { kept, storage };
}

const answer = (bytes: number, status = 200) => {
  const body = new Uint8Array(bytes).fill(5);
  return async () => new Response(body, { status });
};

const unasked = async () => {
  throw new Error('Nothing may be fetched.');
};

describe('the program of the decoder', () => {
  it('is fetched with its progress, kept, and given without the network', async () => {
    const { kept, storage } = oneCache();
    const shares: number[] = [];
    const first = createLateWasm(storage, answer(PROGRAM_BYTES), URL_NOW);
    expect(await first.stored()).toBeNull();
    const loaded = await first.load((share) => shares.push(share));
    expect(loaded?.byteLength).toBe(PROGRAM_BYTES);
    expect(shares.at(-1)).toBe(1);
    expect(shares).toEqual(shares.toSorted((one, other) => one - other));
    expect([...kept.keys()]).toEqual([URL_NOW]);
    expect(kept.get(URL_NOW)?.headers.get('content-type')).toBe('application/wasm');
    const second = await createLateWasm(storage, unasked, URL_NOW).stored();
    expect(second && new Uint8Array(second)[7]).toBe(5);
  });

  it('of another version is deleted', async () => {
    const { kept, storage } = oneCache();
    await createLateWasm(storage, answer(PROGRAM_BYTES), '/assets/zxing_reader-old.wasm').load(
      () => {},
    );
    const now = createLateWasm(storage, answer(PROGRAM_BYTES), URL_NOW);
    expect(await now.stored()).toBeNull();
    await now.load(() => {});
    expect([...kept.keys()]).toEqual([URL_NOW]);
  });

  it.each([
    ['is too short', answer(PROGRAM_BYTES - 1)],
    ['is too long', answer(PROGRAM_BYTES + 1)],
    ['is an error', answer(PROGRAM_BYTES, 404)],
    ['does not come', unasked],
  ])('is not kept if the answer %s', async (_, fetchFn) => {
    const { kept, storage } = oneCache();
    expect(await createLateWasm(storage, fetchFn, URL_NOW).load(() => {})).toBeNull();
    expect(kept.size).toBe(0);
  });

  it('is used though there is no room to keep it', async () => {
    const { storage } = oneCache(new DOMException('', 'QuotaExceededError'));
    const loaded = await createLateWasm(storage, answer(PROGRAM_BYTES), URL_NOW).load(() => {});
    expect(loaded?.byteLength).toBe(PROGRAM_BYTES);
  });

  it('is not there if the cache is damaged', async () => {
    const storage = {
      open: async () => {
        throw new DOMException('Unexpected internal error.', 'UnknownError');
      },
    } as unknown as CacheStorage;
    expect(await createLateWasm(storage, unasked, URL_NOW).stored()).toBeNull();
  });
});
