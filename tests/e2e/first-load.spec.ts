import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { distFolder } from '../support/app/built-app.ts';
import { goToSection } from '../support/form/form-filling.ts';
import { test } from './fixtures/test.ts';

/** Counts the page's own requests to the server. The worker's precaching does not count: it comes after the page is usable. */
const counted = (type: string, path: string): boolean =>
  ['Document', 'Script', 'Stylesheet'].includes(type) || path.endsWith('.js');

const name = (url: string): string => new URL(url).pathname;

/** Bytes of the bodies of HTML, scripts and styles as they crossed the wire, until the page is quiet; by their paths. */
async function load(page: Page, path: string): Promise<ReadonlyMap<string, number>> {
  const session = await page.context().newCDPSession(page);
  const started = new Map<string, { path: string; headers: number }>();
  const bodies = new Map<string, number>();
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    const { encodedDataLength: headers, fromDiskCache, fromServiceWorker, url } = response;
    // From the browser's cache: the page had it fetched first, to import it later.
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

/** kB (1000 bytes) with brotli. They may fall; to let one rise is a decision, and said in the commit. */
const bounds = [
  ['/', 95],
  ['/register', 143.5],
  ['/outbox', 146],
] as const;

for (const [path, bound] of bounds)
  test(`${path} is there cold within ${bound} kB`, { tag: '@core' }, async ({ device }) => {
    const bodies = await load(await device.open('about:blank'), path);
    const sum = [...bodies.values()].reduce((all, bytes) => all + bytes, 0);
    const files = [...bodies].map(([file, bytes]) => `${file}: ${bytes}`);
    expect(bodies.size, 'The page and its code were counted').toBeGreaterThan(3);
    expect(sum / 1000, files.join('\n')).toBeLessThanOrEqual(bound);
  });

/** In the page: the paths of the code that it and its workers have loaded. */
const loadedCode = (): readonly string[] =>
  performance
    .getEntriesByType('resource')
    .map((entry) => new URL(entry.name).pathname)
    .filter((path) => /\.(?:js|css)$/.test(path));

test('the scanner comes within 15 kB, beside the program of 321 kB that some phones fetch', async ({
  device,
}) => {
  const page = await device.openApp('/register');
  // The form has then loaded the code of its own that comes late.
  await page.getByLabel('First name').fill('Thandi');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await goToSection(page, 'SIM card');
  const before = await page.evaluate(loadedCode);
  await page.getByRole('button', { name: 'Scan', exact: true }).click();
  await page.getByRole('button', { name: 'Get the scanner' }).click();
  // The scanner has then started its worker.
  await expect(page.getByRole('button', { name: 'Take a photo instead' })).toBeVisible();
  const after = await page.evaluate(loadedCode);
  // A part of its words comes with the form.
  const files = after
    .filter((path) => !before.includes(path) || path.startsWith('/assets/scan'))
    .map((path) => [path, statSync(join(distFolder, `${path}.br`)).size] as const);
  const names = files.map(([path]) => path).join();
  expect(names).toMatch(/scan-dialog-/);
  expect(names).toMatch(/scan-worker-/);
  const sum = files.reduce((all, [, bytes]) => all + bytes, 0);
  expect(sum / 1000, files.join('\n')).toBeLessThanOrEqual(15);
});
