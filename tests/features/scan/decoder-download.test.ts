import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  createDecoderDownload,
  PROGRAM_BYTES,
  renewProgram,
} from '../../../src/features/scan/decoder-download.ts';

const URL_NOW = '/assets/zxing_reader-new.wasm';

/** A fake Cache Storage with one cache. `kept`: its entries by path. */
function oneCache(fault?: Error) {
  const kept = new Map<string, Response>();
  let exists = false;
  const cache = {
    match: async (path: string) => kept.get(path)?.clone(),
    put: async (path: string, response: Response) => {
      if (fault) throw fault;
      kept.set(path, response);
    },
    keys: async () => [...kept.keys()].map((path) => ({ url: `https://veld.example${path}` })),
    delete: async (url: string) => kept.delete(new URL(url).pathname),
  };
  const storage = {
    has: async () => exists,
    match: cache.match,
    open: async () => {
      exists = true;
      return cache;
    },
  } as unknown as CacheStorage;
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
    const first = createDecoderDownload(storage, answer(PROGRAM_BYTES), URL_NOW);
    expect(await first.stored()).toBeNull();
    const loaded = await first.load((share) => shares.push(share));
    expect(loaded?.byteLength).toBe(PROGRAM_BYTES);
    expect(shares.at(-1)).toBe(1);
    expect(shares).toEqual(shares.toSorted((one, other) => one - other));
    expect([...kept.keys()]).toEqual([URL_NOW]);
    expect(kept.get(URL_NOW)?.headers.get('content-type')).toBe('application/wasm');
    const second = await createDecoderDownload(storage, unasked, URL_NOW).stored();
    expect(second && new Uint8Array(second)[7]).toBe(5);
  });

  it('of another version is deleted', async () => {
    const { kept, storage } = oneCache();
    await createDecoderDownload(
      storage,
      answer(PROGRAM_BYTES),
      '/assets/zxing_reader-old.wasm',
    ).load(() => {});
    const now = createDecoderDownload(storage, answer(PROGRAM_BYTES), URL_NOW);
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
    expect(await createDecoderDownload(storage, fetchFn, URL_NOW).load(() => {})).toBeNull();
    expect(kept.size).toBe(0);
  });

  it('is used though there is no room to keep it', async () => {
    const { storage } = oneCache(new DOMException('', 'QuotaExceededError'));
    const loaded = await createDecoderDownload(storage, answer(PROGRAM_BYTES), URL_NOW).load(
      () => {},
    );
    expect(loaded?.byteLength).toBe(PROGRAM_BYTES);
  });

  it('is not there if the cache is damaged', async () => {
    const fail = async () => {
      throw new DOMException('Unexpected internal error.', 'UnknownError');
    };
    const storage = { has: fail, match: fail, open: fail } as unknown as CacheStorage;
    expect(await createDecoderDownload(storage, unasked, URL_NOW).stored()).toBeNull();
  });
});

describe('the program of a new version', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  type Phone = Readonly<{
    hasAgreed?: boolean;
    connection?: object;
    sending?: 'always' | 'unmetered';
    onLine?: boolean;
  }>;

  /** A phone with the program of an older version. Returns 11 s after the start. `fetchFn`: the fetches of the new version. */
  async function renewOn({ hasAgreed = true, sending = 'always', ...phone }: Phone) {
    vi.useFakeTimers();
    const { kept, storage } = oneCache();
    if (hasAgreed) {
      await createDecoderDownload(storage, answer(PROGRAM_BYTES), '/assets/old.wasm').load(
        () => {},
      );
    }
    const page = new EventTarget();
    const fetchFn = vi.fn(answer(PROGRAM_BYTES));
    vi.stubGlobal('caches', storage);
    vi.stubGlobal('fetch', fetchFn);
    vi.stubGlobal('navigator', { onLine: true, ...phone });
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    const renewed = renewProgram(async () => sending);
    await vi.advanceTimersByTimeAsync(9_000);
    expect(fetchFn).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2_000);
    return { fetchFn, kept, page, renewed };
  }

  it('is fetched 10 s after the start, and replaces the old one', async () => {
    const { fetchFn, kept, renewed } = await renewOn({});
    await renewed;
    expect(fetchFn).toHaveBeenCalledOnce();
    expect([...kept.keys()]).toHaveLength(1);
    expect([...kept.keys()]).not.toContain('/assets/old.wasm');
  });

  it('waits for a connection', async () => {
    const { fetchFn, page, renewed } = await renewOn({ onLine: false });
    expect(fetchFn).not.toHaveBeenCalled();
    page.dispatchEvent(new Event('online'));
    await renewed;
    expect(fetchFn).toHaveBeenCalledOnce();
  });

  it.each<[string, Phone]>([
    ['the person never agreed to its size', { hasAgreed: false }],
    ['the person saves data', { connection: { saveData: true, type: 'wifi' } }],
    ['photos wait for Wi-Fi', { connection: { type: 'cellular' }, sending: 'unmetered' }],
  ])('is not fetched if %s', async (_, phone) => {
    const { fetchFn, renewed } = await renewOn(phone);
    await renewed;
    expect(fetchFn).not.toHaveBeenCalled();
  });

  it('is fetched by Wi-Fi, if photos wait for it', async () => {
    const { fetchFn, renewed } = await renewOn({
      connection: { type: 'wifi' },
      sending: 'unmetered',
    });
    await renewed;
    expect(fetchFn).toHaveBeenCalledOnce();
  });
});

it('an agreement is remembered, though the program did not come', async () => {
  const { storage } = oneCache();
  const decoderDownload = createDecoderDownload(storage, unasked, URL_NOW);
  expect(await decoderDownload.stored()).toBeNull();
  expect(await decoderDownload.needsDownload()).toBe(false);
  expect(await decoderDownload.load(() => {})).toBeNull();
  expect(await decoderDownload.needsDownload()).toBe(true);
});
