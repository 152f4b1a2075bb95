import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { build, type Rolldown } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findOrInstallChromium } from '../commands/engines.ts';
import { portChecks } from '../support/port-checks.ts';

declare const askSlowPlace: () => Promise<readonly boolean[]>;
declare const holdLock: (name: string) => Promise<void>;
declare const runChecks: () => Promise<Record<string, string>>;

const allOk = Object.fromEntries(Object.keys(portChecks).map((name) => [name, 'ok']));

async function bundle(): Promise<string> {
  const entry = fileURLToPath(new URL('../support/port-checks-in-browser.ts', import.meta.url));
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, lib: { entry, formats: ['es'], fileName: 'checks' } },
  });
  const [output] = [built].flat() as Rolldown.RolldownOutput[];
  const [chunk] = output?.output ?? [];
  if (chunk?.type !== 'chunk') throw new Error('Nothing was built.');
  return chunk.code;
}

describe('the browser’s own ports', () => {
  let server: Server;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    const code = await bundle();
    server = createServer(({ url }, response) => {
      if (url !== '/checks.js')
        return response
          .writeHead(200, { 'Content-Type': 'text/html' })
          .end('<!doctype html><script type="module" src="/checks.js"></script>');
      return response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(code);
    });
    await new Promise<void>((resolve) => server.listen(0, resolve));
    browser = await chromium.launch({
      executablePath: findOrInstallChromium(),
      args: ['--no-sandbox', '--disable-gpu'],
    });
    page = await browser.newPage();
    await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
    await page.waitForFunction(() => 'runChecks' in globalThis);
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  it('do in a page what the fakes do', async () => {
    expect(await page.evaluate(() => runChecks())).toEqual(allOk);
  });

  it('do in a service worker what the fakes do', async () => {
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

  it('share their locks and their mirror between page and worker', async () => {
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

  it('let go of their locks when the browser puts the page away', async () => {
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

  it('ask a place for second copies again that did not open in time', async () => {
    expect(await page.evaluate(() => askSlowPlace())).toEqual([false, true]);
  });
});
