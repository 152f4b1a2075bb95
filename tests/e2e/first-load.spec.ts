import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { distFolder } from '../support/app/built-app.ts';
import { goToSection } from '../support/form/form-filling.ts';
import { test } from './fixtures/test.ts';

/** True for the page's own requests to the server. The worker's precaching does not count, because it comes after the page is usable. */
const counted = (type: string, path: string): boolean =>
  ['Document', 'Script', 'Stylesheet'].includes(type) || path.endsWith('.js');

const name = (url: string): string => new URL(url).pathname;

/** Loads a page until it is quiet. Returns the body bytes of HTML, scripts and styles by path, as sent over the network. */
async function load(page: Page, path: string): Promise<ReadonlyMap<string, number>> {
  const session = await page.context().newCDPSession(page);
  const started = new Map<string, { path: string; headers: number }>();
  const bodies = new Map<string, number>();
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    const { encodedDataLength: headers, fromDiskCache, fromServiceWorker, url } = response;
    // A file from the browser's cache does not count. The page fetched it before, to import it later.
    if (counted(type, name(url)) && !fromServiceWorker && fromDiskCache !== true)
      started.set(requestId, { path: name(url), headers });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const file = started.get(requestId);
    if (file !== undefined) bodies.set(file.path, encodedDataLength - file.headers);
  });
  await session.send('Network.enable');
  await page.goto(path, { waitUntil: 'networkidle' });
  return bodies;
}

/** The limits in kB (1000 bytes) with brotli. To raise a limit is a decision, and its commit must say why. */
const bounds = [
  ['/', 95],
  ['/register', 142.5],
  ['/outbox', 145],
] as const;

for (const [path, bound] of bounds)
  test(`${path} is there cold within ${bound} kB`, { tag: '@core' }, async ({ device }) => {
    const bodies = await load(await device.open('about:blank'), path);
    const sum = [...bodies.values()].reduce((all, bytes) => all + bytes, 0);
    const files = [...bodies].map(([file, bytes]) => `${file}: ${bytes}`);
    expect(bodies.size, 'The page and its code were counted').toBeGreaterThan(3);
    expect(sum / 1000, files.join('\n')).toBeLessThanOrEqual(bound);
  });

/** The limit in kB with gzip. Before the worker read the operator's verdicts, its script had 69.9 kB; they may add 1.5 kB. */
const WORKER_SCRIPT_BOUND = 71.4;

test(`the worker's script of the outbox has at most ${WORKER_SCRIPT_BOUND} kB`, () => {
  const assets = join(distFolder, 'assets');
  const scripts = readdirSync(assets).filter((file) => /^worker-outbox-.*\.js$/.test(file));
  expect(scripts).toHaveLength(1);
  const bytes = gzipSync(readFileSync(join(assets, scripts.join())), { level: 9 }).length;
  expect(bytes / 1000).toBeLessThanOrEqual(WORKER_SCRIPT_BOUND);
});

/** Runs in the page. Returns the paths of the code that the page and its workers have loaded. */
const loadedCode = (): readonly string[] =>
  performance
    .getEntriesByType('resource')
    .map((entry) => new URL(entry.name).pathname)
    .filter((path) => /\.(?:js|css)$/.test(path));

test('the scanner comes within 15 kB, beside the program of 321 kB that some phones fetch', async ({
  device,
}) => {
  const page = await device.openApp('/register');
  // After this change is saved, the form has loaded its lazy code.
  await page.getByLabel('First name').fill('Thandi');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await goToSection(page, 'SIM card');
  const before = await page.evaluate(loadedCode);
  await page.getByRole('button', { name: 'Scan', exact: true }).click();
  await page.getByRole('button', { name: 'Get the scanner' }).click();
  // When this button is there, the scanner has started its worker.
  await expect(page.getByRole('button', { name: 'Take a photo instead' })).toBeVisible();
  const after = await page.evaluate(loadedCode);
  // A part of the scanner's texts is loaded with the form.
  const files = after
    .filter((path) => !before.includes(path) || path.startsWith('/assets/scan'))
    .map((path) => [path, statSync(join(distFolder, `${path}.br`)).size] as const);
  const names = files.map(([path]) => path).join();
  expect(names).toMatch(/scan-dialog-/);
  expect(names).toMatch(/scan-worker-/);
  const sum = files.reduce((all, [, bytes]) => all + bytes, 0);
  expect(sum / 1000, files.join('\n')).toBeLessThanOrEqual(15);
});
