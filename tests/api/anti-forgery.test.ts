import { describe, expect, it } from 'vitest';
import { antiForgeryReader } from '../../src/api/anti-forgery.ts';

const remembered = async () => 'remembered';
const store = (value: string | undefined) => ({
  get: async (name: string) => (name === 'XSRF-TOKEN' && value !== undefined ? { value } : null),
});

describe('the anti-forgery token', () => {
  it('is read from the cookie store in a worker', async () => {
    const sources = { cookieStore: store('a%2Fb'), remembered };
    expect(await antiForgeryReader(sources)()).toBe('a/b');
    expect(await antiForgeryReader({ cookieStore: store(undefined), remembered })()).toBeNull();
  });

  it('is read from the document in a page, among other cookies', async () => {
    const read = antiForgeryReader({
      documentCookie: () => 'NOT-XSRF-TOKEN=x; XSRF-TOKEN=a=b; other=1',
      remembered,
    });
    expect(await read()).toBe('a=b');
    const none = antiForgeryReader({ documentCookie: () => '', remembered });
    expect(await none()).toBeNull();
  });

  it('is what a page last saw, in a worker without a cookie store', async () => {
    expect(await antiForgeryReader({ remembered })()).toBe('remembered');
  });

  it('is read anew on each call, and taken as it is where it cannot be decoded', async () => {
    let cookie = 'XSRF-TOKEN=1';
    const read = antiForgeryReader({ documentCookie: () => cookie, remembered });
    expect(await read()).toBe('1');
    cookie = 'XSRF-TOKEN=100%';
    expect(await read()).toBe('100%');
  });
});
