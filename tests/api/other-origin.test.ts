import { describe, expect, it } from 'vitest';
import type { ApiConfig } from '../../src/api/client.ts';
import { apiAt, options, registration, success } from './support.ts';

const base = 'https://api.example';
const info = { ...success, formGuid: '0b9f6b0e-90b5-4a2c-8f6d-0f3f3c1d2e4f' };

type Asked = Readonly<{ method: string; path: string; cache: string; hasKey: boolean }>;

/** A backend on another origin; `answer` throws as a browser's fetch does. */
function elsewhere(answer: (asked: Asked) => Response, changes: Partial<ApiConfig> = {}) {
  const asked: Asked[] = [];
  let isKeyRefused = false;
  const api = apiAt(base, {
    baseAddress: base,
    accepts: async () => true,
    keyRefusal: {
      isKnown: async () => isKeyRefused,
      keep: async () => {
        isKeyRefused = true;
      },
    },
    fetch: async (input, init) => {
      const request = {
        method: init?.method ?? '',
        path: new URL(String(input)).pathname,
        cache: init?.cache ?? '',
        hasKey: new Headers(init?.headers).has('Idempotency-Key'),
      };
      asked.push(request);
      return answer(request);
    },
    ...changes,
  });
  return { api, asked, isKeyRefused: () => isKeyRefused };
}

const json = (body: unknown, headers: Record<string, string> = {}) =>
  Response.json(body, { headers });

describe('calls and the browser’s cache of preflights', () => {
  it.each<[string, Record<string, string>]>([
    ['no-store', { 'cache-control': 'no-store' }],
    ['no-cache', { 'cache-control': 'private, no-cache' }],
    ['max-age=0', { 'cache-control': 'max-age=0, must-revalidate' }],
    ['no word of caching', {}],
  ])('GetInfo bypasses no cache where its answer says: %s', async (_, headers) => {
    const { api, asked } = elsewhere(() => json(info, headers));
    await api.getInfo(options);
    await api.getInfo(options);
    expect(asked.map(({ cache }) => cache)).toEqual(['default', 'default']);
  });

  it.each<[Record<string, string>]>([
    [{ 'cache-control': 'public, max-age=600' }],
    [{ expires: 'Thu, 01 Jan 2099 00:00:00 GMT' }],
    [{ 'last-modified': 'Thu, 01 Jan 2015 00:00:00 GMT' }],
  ])('GetInfo is asked anew where its answer may be cached: %o', async (headers) => {
    const { api, asked } = elsewhere(() => json(info, headers));
    await api.getInfo(options);
    await api.getInfo(options);
    expect(asked.map(({ cache }) => cache)).toEqual(['default', 'no-store', 'no-store']);
  });

  it('a POST bypasses no cache', async () => {
    const { api, asked } = elsewhere(() => json(success));
    await api.sendForm('registration', registration, options);
    expect(asked[0]?.cache).toBe('default');
  });
});

describe('a backend that refuses the idempotency header in its preflight', () => {
  const refuses = ({ hasKey }: Asked): Response => {
    if (hasKey) throw new TypeError('Failed to fetch');
    return json(info);
  };
  const send = (api: ReturnType<typeof elsewhere>['api']) =>
    api.sendForm('registration', registration, options);

  it('is detected after two calls, and then gets no such header', async () => {
    const { api, asked, isKeyRefused } = elsewhere(refuses);
    expect(await send(api)).toMatchObject({ status: 'unanswered' });
    expect(isKeyRefused()).toBe(false);
    expect(await send(api)).toMatchObject({ status: 'unanswered' });
    expect(isKeyRefused()).toBe(true);
    expect(await send(api)).toMatchObject({ status: 'result', httpStatus: 200 });
    expect(asked.filter(({ method }) => method === 'POST').map(({ hasKey }) => hasKey)).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('is not assumed if the network is down', async () => {
    const { api, isKeyRefused } = elsewhere(() => {
      throw new TypeError('Failed to fetch');
    });
    for (let n = 0; n < 6; n += 1) await send(api);
    expect(isKeyRefused()).toBe(false);
  });

  it('is not assumed if the network loses large requests', async () => {
    const { api, isKeyRefused } = elsewhere(({ method }) => {
      if (method === 'POST') throw new TypeError('Failed to fetch');
      return json(info);
    });
    for (let n = 0; n < 6; n += 1) await send(api);
    expect(isKeyRefused()).toBe(false);
  });

  it('is not assumed if the network is unstable', async () => {
    let n = 0;
    const { api, isKeyRefused } = elsewhere(({ method }) => {
      n += 1;
      // The connection fails at the second GetInfo, which has the header, and at the third.
      if (method === 'POST' || n % 5 === 4 || n % 5 === 0) throw new TypeError('Failed to fetch');
      return json(info);
    });
    for (let call = 0; call < 6; call += 1) await send(api);
    expect(isKeyRefused()).toBe(false);
  });

  it('is not checked on the app’s own origin, which needs no preflight', async () => {
    const { api, asked } = elsewhere(refuses, {
      baseAddress: '/api',
      fetch: async () => {
        asked.push({ method: 'POST', path: '', cache: '', hasKey: true });
        throw new TypeError('Failed to fetch');
      },
    });
    for (let n = 0; n < 3; n += 1) await send(api);
    expect(asked).toHaveLength(3);
  });
});

describe('a backend that announces the phone’s state, and whose CORS rules refuse the header', () => {
  const state = 'v=1;w=0;o=0;a=0';
  const ask = async (baseAddress: string) => {
    const sent: (string | null)[] = [];
    const { api } = elsewhere(() => json(info), {
      baseAddress,
      clientState: async () => state,
      fetch: async (_input, init) => {
        const header = new Headers(init?.headers).get('X-Client-State');
        sent.push(header);
        if (header !== null) throw new TypeError('Failed to fetch');
        return json(info);
      },
    });
    return { answer: await api.getInfo(options), sent };
  };

  it('is asked again without the header', async () => {
    const { answer, sent } = await ask(base);
    expect(answer).toMatchObject({ status: 'result' });
    expect(sent).toEqual([state, null]);
  });

  it('is asked once on the app’s own origin, which has no CORS rules', async () => {
    const { answer, sent } = await ask('/api');
    expect(answer).toMatchObject({ status: 'unanswered' });
    expect(sent).toEqual([state]);
  });
});
