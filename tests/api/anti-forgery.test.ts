import { describe, expect, it } from 'vitest';
import { antiForgeryReader, type CookieSources } from '../../src/api/anti-forgery.ts';

const readerOf = (sources: CookieSources) => antiForgeryReader(sources, 'XSRF-TOKEN');

const remembered = async () => 'remembered';
const store = (value: string | undefined) => ({
  get: async (name: string) => (name === 'XSRF-TOKEN' && value !== undefined ? { value } : null),
});

describe('the anti-forgery token', () => {
  it('is read from the cookie store in a worker', async () => {
    const sources = { cookieStore: store('a%2Fb'), remembered };
    expect(await readerOf(sources)()).toBe('a/b');
    expect(await readerOf({ cookieStore: store(undefined), remembered })()).toBeNull();
  });

  it('is read from the document in a page, among other cookies', async () => {
    const read = readerOf({
      documentCookie: () => 'NOT-XSRF-TOKEN=x; XSRF-TOKEN=a=b; other=1',
      remembered,
    });
    expect(await read()).toBe('a=b');
    const none = readerOf({ documentCookie: () => '', remembered });
    expect(await none()).toBeNull();
  });

  it('is the value that a page stored last, in a worker without a cookie store', async () => {
    expect(await readerOf({ remembered })()).toBe('remembered');
  });

  it('is read again for each call, and unchanged if it cannot be decoded', async () => {
    let cookie = 'XSRF-TOKEN=1';
    const read = readerOf({ documentCookie: () => cookie, remembered });
    expect(await read()).toBe('1');
    cookie = 'XSRF-TOKEN=100%';
    expect(await read()).toBe('100%');
  });

  it('is read from the cookie with the name of the build setting', async () => {
    const documentCookie = () => 'XSRF-TOKEN=no; csrf=yes';
    expect(await antiForgeryReader({ documentCookie, remembered }, 'csrf')()).toBe('yes');
  });
});
