import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { build, type Rolldown } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findOrInstallChromium } from '../../commands/engines.ts';
import { addAuthenticator } from '../../support/browser/virtual-authenticator.ts';
import { passkeyChecks, passkeyChecksWithoutPrf } from '../../support/conformance/passkeys.ts';
import { portChecks } from '../../support/conformance/ports.ts';
import { secretStorageChecks } from '../../support/conformance/secret-storage.ts';

declare const askSlowPlace: () => Promise<readonly string[]>;
declare const holdLock: (name: string) => Promise<void>;
declare const copyState: () => Promise<string>;
declare const mirrored: (folder: string) => Promise<Readonly<Record<string, string>>>;
declare const putInCopy: (folder: string, name: string, text: string) => Promise<void>;
declare const removeFromCopy: (folder: string) => Promise<void>;
declare const removeFileFromCopy: (folder: string, name: string) => Promise<void>;
declare const runChecks: () => Promise<Record<string, string>>;
declare const runPasskeyChecks: (hasPrf: boolean) => Promise<Record<string, string>>;

const allOk = Object.fromEntries(
  [
    ...Object.keys(portChecks),
    ...['files', 'cache', 'bucket'].flatMap((where) =>
      Object.keys(secretStorageChecks).map((name) => `a storage in the ${where} ${name}`),
    ),
  ].map((name) => [name, 'ok']),
);

/** Builds the checks, and the worker that writes second copies. Returns every file by its path. */
async function bundle(): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const entry = fileURLToPath(
    new URL('../../support/conformance/ports-in-browser.ts', import.meta.url),
  );
  const built = await build({
    configFile: false,
    logLevel: 'error',
    worker: { format: 'es' },
    build: {
      write: false,
      rolldownOptions: {
        input: entry,
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: 'checks.js' },
      },
    },
  });
  const [output] = [built].flat() as Rolldown.RolldownOutput[];
  return new Map(
    output?.output.map((file) => [
      `/${file.fileName}`,
      file.type === 'chunk' ? file.code : file.source,
    ]),
  );
}

/** Imitates Safari before version 26, where only a worker can write private files. */
const WITHOUT_STREAMS =
  '<script>delete FileSystemFileHandle.prototype.createWritable; delete window.SyncManager</script>';

describe('the browser’s own ports', () => {
  let server: Server;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    const files = await bundle();
    server = createServer(({ url = '/' }, response) => {
      const code = files.get(url);
      if (code !== undefined)
        return response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(code);
      const before = url === '/without-streams' ? WITHOUT_STREAMS : '';
      return response
        .writeHead(200, { 'Content-Type': 'text/html' })
        .end(`<!doctype html>${before}<script type="module" src="/checks.js"></script>`);
    });
    await new Promise<void>((resolve) => server.listen(0, resolve));
    browser = await chromium.launch({
      executablePath: findOrInstallChromium(),
      args: ['--no-sandbox', '--disable-gpu'],
    });
    context = await browser.newContext();
    page = await open('/');
  });

  async function open(path: string): Promise<Page> {
    const opened = await context.newPage();
    await opened.goto(`http://localhost:${(server.address() as AddressInfo).port}${path}`);
    await opened.waitForFunction(() => 'runChecks' in globalThis);
    return opened;
  }

  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  it('behave in a page like the fakes', async () => {
    expect(await page.evaluate(() => runChecks())).toEqual(allOk);
  });

  it('behave in a service worker like the fakes', async () => {
    const results = await page.evaluate(async () => {
      await navigator.serviceWorker.register('/checks.js', { type: 'module' });
      const { active } = await navigator.serviceWorker.ready;
      return new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => resolve(data);
        active?.postMessage('run', [port2]);
      });
    });
    expect(results).toEqual(allOk);
  });

  it('share locks and second copies between page and worker', async () => {
    const held = await page.evaluate(
      () =>
        new Promise((resolve) => {
          void navigator.locks.request('a', async () => {
            const { active } = await navigator.serviceWorker.ready;
            const { port1, port2 } = new MessageChannel();
            active?.postMessage('run', [port2]);
            resolve(
              await new Promise((done) => {
                port1.onmessage = ({ data }) => done(data);
              }),
            );
          });
        }),
    );
    expect(held).toMatchObject({ 'the hash is SHA-256': 'ok' });
    expect(held).not.toMatchObject({ 'a lock has one holder at a time': 'ok' });
  });

  it('release their locks when the page enters the back-forward cache', async () => {
    const seen = await page.evaluate(async () => {
      const isFree = (): Promise<boolean> =>
        navigator.locks.request('held', { ifAvailable: true }, (lock) => lock !== null);
      await holdLock('held');
      const before = await isFree();
      dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
      await new Promise((resolve) => setTimeout(resolve));
      return { before, after: await isFree() };
    });
    expect(seen).toEqual({ before: false, after: true });
  });

  it.each([
    [true, passkeyChecks],
    [false, passkeyChecksWithoutPrf],
  ])('create passkeys like the fakes, with output that unlocks: %s', async (hasPrf, checks) => {
    const authenticator = await addAuthenticator(page, { hasPrf });
    const all = Object.keys(checks).map((name) => [name, 'ok']);
    expect(await page.evaluate((has) => runPasskeyChecks(has), hasPrf)).toEqual(
      Object.fromEntries(all),
    );
    await authenticator.remove();
  });

  it('try again to open second copies that did not open in time', async () => {
    expect(await page.evaluate(() => askSlowPlace())).toEqual(['late', 'open']);
  });

  describe('if only a worker can write private files', () => {
    /** Returns the names of the files in the folder of the private file system. */
    const lying = (where: Page): Promise<readonly string[]> =>
      where.evaluate(async () => {
        const top = await (await navigator.storage.getDirectory()).getDirectoryHandle('outbox');
        const folder = await top.getDirectoryHandle('form');
        return (await Array.fromAsync(folder.keys())).sort();
      });

    it('behave like the fakes', async () => {
      const other = await open('/without-streams');
      const inFiles = ([name]: readonly [string, string]) =>
        name.startsWith('a storage in the files');
      const ok = Object.entries(allOk).filter((each) => !inFiles(each));
      expect(await other.evaluate(() => runChecks())).toEqual(Object.fromEntries(ok));
      await other.close();
    });

    it('write two simultaneous files of two tabs completely', async () => {
      const tabs = await Promise.all([open('/without-streams'), open('/without-streams')]);
      const texts = ['first'.repeat(10_000), 'second'.repeat(9_000)];
      await Promise.all(
        tabs.map((tab, index) =>
          tab.evaluate(async (text) => {
            for (let time = 0; time < 20; time += 1) await putInCopy('form', 'a', text);
          }, texts[index] ?? ''),
        ),
      );
      expect(texts).toContain(await page.evaluate(async () => (await mirrored('form'))['a']));
      await page.evaluate(() => removeFromCopy('form'));
      for (const tab of tabs) await tab.close();
    });

    it('never return an incomplete file, and keep the earlier one', async () => {
      const other = await open('/without-streams');
      await other.evaluate(() => putInCopy('form', 'a', 'whole'));
      await other.evaluate(async () => {
        const top = await (await navigator.storage.getDirectory()).getDirectoryHandle('outbox');
        const folder = await top.getDirectoryHandle('form');
        for (const [name, bytes] of [
          ['a~7', 'cut off before its length was written'],
          ['a~8', ''],
          ['b~1', 'half'],
        ] as const) {
          const script = `onmessage = async ({ data: [file, bytes] }) => {
            const handle = await file.createSyncAccessHandle();
            handle.write(new TextEncoder().encode(bytes), { at: 8 });
            handle.close();
            postMessage(null);
          };`;
          const worker = new Worker(URL.createObjectURL(new Blob([script])));
          worker.postMessage([await folder.getFileHandle(name, { create: true }), bytes]);
          await new Promise((resolve) => {
            worker.onmessage = resolve;
          });
          worker.terminate();
        }
      });
      expect(await other.evaluate(() => mirrored('form'))).toEqual({ a: 'whole' });
      await other.evaluate(() => putInCopy('form', 'a', 'newer'));
      expect(await other.evaluate(() => mirrored('form'))).toEqual({ a: 'newer' });
      expect(await lying(other)).toEqual(['a~9', 'b~1']);
      await other.evaluate(() => removeFromCopy('form'));
      await other.close();
    });

    it('write copies that a later browser version reads and replaces', async () => {
      const other = await open('/without-streams');
      await other.evaluate(() => putInCopy('form', 'a', 'by a worker'));
      await other.evaluate(() => putInCopy('form', 'b', 'by a worker'));
      expect(await page.evaluate(() => mirrored('form'))).toEqual({
        a: 'by a worker',
        b: 'by a worker',
      });
      await page.evaluate(() => putInCopy('form', 'a', 'by itself'));
      await page.evaluate(() => removeFileFromCopy('form', 'b'));
      expect(await page.evaluate(() => mirrored('form'))).toEqual({ a: 'by itself' });
      expect(await lying(page)).toEqual(['a']);
      await page.evaluate(() => removeFromCopy('form'));
      await other.close();
    });

    it('report no second copies if workers can’t write either', async () => {
      await context.route('**/assets/*worker*', (route) =>
        route.fulfill({
          contentType: 'text/javascript',
          body: "postMessage({ status: 'unable' })",
        }),
      );
      const other = await open('/without-streams');
      expect(await other.evaluate(() => copyState())).toBe('absent');
      await other.evaluate(() => putInCopy('form', 'a', 'nowhere'));
      expect(await other.evaluate(() => mirrored('form'))).toEqual({});
      await other.close();
      await context.unroute('**/assets/*worker*');
    });
  });
});
