import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { Device } from '../support/device.ts';
import { StaticSite } from '../support/static-site.ts';

const dist = process.env['VELD_DIST'] ?? 'dist';
const WORKER = '/ngsw-worker.js';

const test = base.extend<{ site: StaticSite; device: Device }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's wishes from this pattern.
  site: async ({}, use) => {
    const site = await StaticSite.start(dist);
    await use(site);
    await site.stop();
  },
  device: async ({ site }, use) => {
    const device = new Device(site.address);
    await device.switchOn();
    await use(device);
    await device.remove();
  },
});

/** Undefined while the page reloads. */
const cacheNames = (page: Page) => page.evaluate(() => caches.keys()).catch(() => undefined);
const databases = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
const checkForUpdate = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
  });
/** Survives in the page as long as the page does. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isMarked: true }));
const isMarked = (page: Page) => page.evaluate(() => 'isMarked' in window);

test('every route starts offline, under its content security policy', async ({ device }) => {
  const page = await device.installApp();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.location().url} ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await device.goOffline();
  for (const [path, title] of [
    ['/', 'Veld'],
    ['/help/termsconditions', 'Terms and Conditions - Veld'],
    ['/register', 'Register a SIM - Veld'],
    ['/replace', 'Replace a SIM - Veld'],
    ['/outbox', 'Outbox - Veld'],
    ['/settings', 'Settings - Veld'],
  ] as const) {
    const answer = await page.goto(path);
    expect(answer?.fromServiceWorker(), path).toBe(true);
    expect(answer?.headers()['content-security-policy'], path).toContain("default-src 'none'");
    await expect(page).toHaveTitle(title);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  for (const path of ['/home', '/nothing/here']) {
    await page.goto(path);
    await expect(page).toHaveURL('/');
  }
  expect(complaints).toEqual([]);
});

test('the worker keeps every file of the app, each once, and nothing else', async ({ device }) => {
  const page = await device.installApp();
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname.slice(1));
  });
  const built = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dist.length + 1));
  const expected = built.filter(
    (file) =>
      /\.(?:js|css|html|svg|png|webmanifest)$/.test(file) &&
      !/^icons\/(?!icon-192)|^screenshots\/|^sign-in\.html$|^ngsw-worker|worker-outbox-/.test(file),
  );
  expect(kept.toSorted()).toEqual(expected.toSorted());
});

test('a new version is told, waits for a drain to end, then the page reloads once', async ({
  device,
  site,
}) => {
  const page = await device.installApp();
  await page.goto('/outbox');
  await mark(page);
  site.replaced.set(WORKER, `${site.textOf(WORKER)}\n// 2`);
  await checkForUpdate(page);
  await expect(page.getByText('New version available!')).toBeVisible();
  await expect(
    page.getByText('We will refresh the page and update in a few seconds.'),
  ).toBeVisible();
  await page.evaluate(() => {
    void navigator.locks.request('veld-drain', async () => {
      await new Promise((resolve) => Object.assign(window, { endDrain: resolve }));
    });
  });
  await expect(page.getByText('New version available!')).toBeHidden({ timeout: 20_000 });
  await page.waitForTimeout(1_000);
  expect(await isMarked(page)).toBe(true);
  const reloaded = page.waitForEvent('load');
  await page.evaluate(() => (window as unknown as { endDrain: () => void }).endDrain());
  await reloaded;
  await expect(page).toHaveURL('/outbox');
  await mark(page);
  await page.waitForTimeout(1_000);
  expect(await isMarked(page)).toBe(true);
});

test('the first worker takes control without a reload', async ({ device }) => {
  const page = await device.open('/');
  await mark(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, {
    timeout: 40_000,
  });
  await page.waitForTimeout(500);
  expect(await isMarked(page)).toBe(true);
});

test('a version of which a file is missing leaves the old one at work', async ({
  device,
  site,
}) => {
  const page = await device.installApp();
  const text = site.textOf(WORKER);
  const broken = text.replace(/assets\/home-[\w-]+\.js/, 'assets/home-missing.js');
  expect(broken).not.toBe(text);
  site.replaced.set(WORKER, broken);
  await checkForUpdate(page).catch(() => undefined);
  await page.waitForFunction(async () => {
    const { installing, waiting } = await navigator.serviceWorker.ready;
    return installing === null && waiting === null;
  });
  await device.goOffline();
  await page.goto('/outbox');
  await expect(page).toHaveTitle('Outbox - Veld');
});

test('an Angular worker at the same address is replaced without waiting', async ({
  device,
  site,
}) => {
  site.replaced.set(
    WORKER,
    `const old = 'ngsw:/:db:control';
     self.addEventListener('install', (e) => e.waitUntil(caches.open(old).then((c) => c.put('/x', new Response('old')))));
     self.addEventListener('activate', (e) => e.waitUntil(clients.claim()));
     self.addEventListener('fetch', () => undefined);`,
  );
  const page = await device.installApp();
  expect(await cacheNames(page)).toEqual(['ngsw:/:db:control']);
  site.replaced.delete(WORKER);
  await page.goto('/register');
  await expect
    .poll(() => cacheNames(page), { timeout: 40_000 })
    .toEqual([expect.stringMatching(/^workbox-precache/)]);
  await page.goto('/outbox');
  await device.goOffline();
  await page.reload();
  await expect(page).toHaveTitle('Outbox - Veld');
});

test('the kill switch takes the worker and its caches away, and keeps the data', async ({
  device,
  site,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'veld-kill-switch-'));
  const { status } = spawnSync('npx', ['vite', 'build', '--outDir', folder, '--emptyOutDir'], {
    env: { ...process.env, VELD_KILL_SWITCH: '1' },
    stdio: 'ignore',
  });
  expect(status).toBe(0);
  const page = await device.installApp();
  await page.goto('/outbox');
  await expect(page).toHaveTitle('Outbox - Veld');
  expect(await databases(page)).toContain('veld');
  site.replaced.set(WORKER, readFileSync(join(folder, WORKER), 'utf8'));
  rmSync(folder, { recursive: true, force: true });
  await checkForUpdate(page);
  await expect.poll(() => cacheNames(page)).toEqual([]);
  await expect
    .poll(() =>
      page
        .evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
        .catch(() => undefined),
    )
    .toBe(0);
  expect(await databases(page)).toContain('veld');
});
