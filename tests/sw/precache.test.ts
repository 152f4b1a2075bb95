import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

const ORIGIN = 'https://veld.example';
const PAGE = '<script src="/assets/a-1234567.js"></script>';
const OLD_BROWSER_PAGE = '<p id="old-browser-words">This browser is too old.</p>';
const damage = new DOMException('Unexpected internal error.', 'UnknownError');

/** A browser with one cache, a server, and a worker's registration. */
class FakeBrowser {
  readonly stored = new Map<string, string>();
  /** The paths that the server has, each with its content type. */
  readonly server = new Map<string, string>();
  /** The texts of the server's two pages. */
  html = PAGE;
  oldBrowserHtml = OLD_BROWSER_PAGE;
  readonly fetched: string[] = [];
  isDamaged = false;
  isOnline = true;
  installing: unknown = null;
  readonly waiting = null;
  #network: Promise<void> = Promise.resolve();

  /** Lets no answer arrive before the returned function is called. */
  pause(): () => void {
    let go = (): void => {};
    this.#network = new Promise((resolve) => {
      go = resolve;
    });
    return go;
  }

  readonly fetch = async ({ url, cache }: Request): Promise<Response> => {
    const { pathname } = new URL(url);
    this.fetched.push(`${pathname} ${cache}`);
    await this.#network;
    if (!this.isOnline) throw new TypeError('offline');
    const type = this.server.get(pathname);
    if (type === undefined) return new Response('', { status: 404 });
    const pages = { '/index.html': this.html, '/old-browser.html': this.oldBrowserHtml };
    const text = Object.entries(pages).find(([page]) => page === pathname)?.[1] ?? pathname;
    return new Response(text, { headers: { 'content-type': type } });
  };
  readonly update = async (): Promise<void> => {
    if (!this.isOnline) throw new TypeError('offline');
  };

  readonly #check = (): void => {
    if (this.isDamaged) throw damage;
  };
  readonly caches = {
    open: async () => ({
      keys: async () => {
        this.#check();
        return [...this.stored.keys()].map((url) => ({ url }));
      },
      put: async ({ url }: Request, answer: Response) => {
        this.#check();
        this.stored.set(url, await answer.text());
      },
    }),
    match: async ({ url }: Request) => {
      this.#check();
      const text = this.stored.get(url);
      return text === undefined ? undefined : new Response(text);
    },
    delete: async () => {
      this.isDamaged = false;
      this.stored.clear();
    },
  };
}

const KEYS = [
  `${ORIGIN}/assets/a-1234567.js`,
  `${ORIGIN}/assets/b-1234567.css`,
  `${ORIGIN}/index.html?__WB_REVISION__=1`,
  `${ORIGIN}/old-browser.html?__WB_REVISION__=1`,
];

let browser: FakeBrowser;
let answers: unknown[];
let countMissing: () => Promise<void>;

beforeAll(async () => {
  // In other builds Workbox wants the browser's own events.
  vi.stubEnv('NODE_ENV', 'production');
  vi.stubGlobal('self', globalThis);
  vi.stubGlobal('location', new URL(`${ORIGIN}/ngsw-worker.js`));
  vi.stubGlobal('FetchEvent', class {});
  vi.stubGlobal('__WB_MANIFEST', [
    { url: 'assets/a-1234567.js', revision: null },
    { url: 'assets/b-1234567.css', revision: null },
    { url: 'index.html', revision: '1' },
    { url: 'old-browser.html', revision: '1' },
  ]);
  // By its address only, because the worker's types are not those of a page.
  const file: string = '../../sw/precache.ts';
  const { reportMissing } = await import(file);
  countMissing = () => reportMissing({ postMessage: (answer: unknown) => answers.push(answer) });
});

beforeEach(() => {
  browser = new FakeBrowser();
  answers = [];
  for (const url of KEYS) browser.stored.set(url, 'installed');
  browser.server.set('/assets/a-1234567.js', 'text/javascript; charset=utf-8');
  browser.server.set('/assets/b-1234567.css', 'text/css');
  browser.server.set('/index.html', 'text/html; charset=utf-8');
  browser.server.set('/old-browser.html', 'text/html; charset=utf-8');
  vi.stubGlobal('caches', browser.caches);
  vi.stubGlobal('fetch', browser.fetch);
  vi.stubGlobal('registration', browser);
});

afterAll(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

describe('the count of missing files', () => {
  it('fetches nothing if no file is missing', async () => {
    await countMissing();
    expect(answers).toEqual([0]);
    expect(browser.fetched).toEqual([]);
  });

  it('fetches the missing files afterwards, as the installation does', async () => {
    browser.stored.delete(`${ORIGIN}/assets/b-1234567.css`);
    browser.stored.delete(`${ORIGIN}/index.html?__WB_REVISION__=1`);
    await countMissing();
    expect(browser.fetched).toEqual(['/assets/b-1234567.css default', '/index.html reload']);
    expect([...browser.stored.keys()].sort()).toEqual(KEYS);
    await countMissing();
    expect(answers).toEqual([2, 0]);
  });

  it.each([
    ['a page of another version', '<script src="/assets/a-7654321.js"></script>'],
    ['a page that is not the app’s', '<h1>Back soon</h1>'],
  ])('does not store %s, and asks for the page again', async (_, html) => {
    browser.stored.delete(`${ORIGIN}/index.html?__WB_REVISION__=1`);
    browser.html = html;
    await countMissing();
    await countMissing();
    browser.html = PAGE;
    await countMissing();
    expect(answers).toEqual([1, 1, 1]);
    await countMissing();
    expect(answers.at(-1)).toBe(0);
    expect(browser.stored.get(`${ORIGIN}/index.html?__WB_REVISION__=1`)).toBe(PAGE);
  });

  it('does not store another page in place of the page for old browsers', async () => {
    browser.stored.delete(`${ORIGIN}/old-browser.html?__WB_REVISION__=1`);
    browser.oldBrowserHtml = '<h1>Log in to this Wi-Fi</h1>';
    await countMissing();
    browser.oldBrowserHtml = OLD_BROWSER_PAGE;
    await countMissing();
    await countMissing();
    expect(answers).toEqual([1, 1, 0]);
  });

  it('deletes a damaged cache, and fetches all files again', async () => {
    browser.isDamaged = true;
    await countMissing();
    await countMissing();
    expect(answers).toEqual([4, 0]);
  });

  it('answers at once, and repairs once at a time', async () => {
    browser.stored.clear();
    const goOn = browser.pause();
    const first = countMissing();
    const second = countMissing();
    await vi.waitFor(() => expect(answers).toEqual([4, 4]));
    goOn();
    await Promise.all([first, second]);
    expect(browser.fetched).toHaveLength(4);
    await countMissing();
    expect(answers).toEqual([4, 4, 0]);
  });

  it('tries again after a repair without network, and keeps what is there', async () => {
    browser.stored.delete(`${ORIGIN}/assets/b-1234567.css`);
    browser.isOnline = false;
    await countMissing();
    browser.isOnline = true;
    await countMissing();
    await countMissing();
    expect(answers).toEqual([1, 1, 0]);
  });

  it.each([undefined, 'text/html; charset=utf-8'])(
    'stores neither an error nor a page in place of a script: %s',
    async (type) => {
      const script = `${ORIGIN}/assets/a-1234567.js`;
      browser.stored.delete(script);
      if (type === undefined) browser.server.delete('/assets/a-1234567.js');
      else browser.server.set('/assets/a-1234567.js', type);
      await countMissing();
      await countMissing();
      expect(answers).toEqual([1, 1]);
      expect(browser.stored.has(script)).toBe(false);
    },
  );

  it('stores no file of another version: a new version that is found installs all its files', async () => {
    browser.stored.clear();
    browser.installing = {};
    await countMissing();
    expect(browser.fetched).toEqual([]);
  });
});
