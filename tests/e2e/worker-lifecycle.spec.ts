import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { builtWith, distFolder } from '../support/app/built-app.ts';
import { BackendProcess } from '../support/backend/backend-process.ts';
import { storedRegistrations } from '../support/backend/stored-registrations.ts';
import { Device, pageLives, unlessLeaving } from '../support/browser/device.ts';
import { isAskingTime, PageWatch } from '../support/browser/page-watch.ts';
import { emptyCacheIndexes } from '../support/disk/damaged-profile.ts';
import { openReview } from '../support/form/complete-draft.ts';
import { checkForUpdate, isMarked, mark, test, WORKER } from './fixtures/site-test.ts';

const cacheNames = (page: Page) => unlessLeaving(page.evaluate(() => caches.keys()));

test('every route starts offline, under its content security policy', { tag: '@core' }, async ({
  device,
}) => {
  const watch = await PageWatch.of(device.context);
  const page = await device.installApp();
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
    // This text is not in the HTML, so the app itself is running.
    await expect(page.getByText('In Development')).toBeVisible();
  }
  for (const path of ['/home', '/nothing/here']) {
    await page.goto(path);
    await expect(page).toHaveURL('/');
  }
  expect(watch.complaints.filter((complaint) => !isAskingTime(complaint))).toEqual([]);
});

test('the worker caches each file of the app once, and nothing else', async ({ device }) => {
  const page = await device.installApp();
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname.slice(1));
  });
  const built = readdirSync(distFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(distFolder.length + 1));
  const expected = built.filter(
    (file) =>
      /\.(?:js|css|html|svg|png|webmanifest)$/.test(file) &&
      !/^icons\/(?!icon-192)|^screenshots\/|^ngsw-worker|worker-outbox-/.test(file),
  );
  expect(kept.toSorted()).toEqual(expected.toSorted());
});

test('the worker can be installed again after a power loss damaged its cache', async ({
  device,
}) => {
  const page = await device.installApp();
  await page.evaluate(async () => (await navigator.serviceWorker.ready).unregister());
  await device.switchOff();
  emptyCacheIndexes(device.profile);
  await device.switchOn();
  await device.installApp();
  await device.goOffline();
  const offline = await device.open('/settings');
  await expect(offline.getByRole('heading', { level: 1 })).toHaveText('Settings');
});

test('the page registers the worker after loading and sends it INITIALIZE, and nothing reloads', {
  tag: '@core',
}, async ({ device }) => {
  await device.context.addInitScript(() => {
    const said: unknown[] = [];
    const { register } = ServiceWorkerContainer.prototype;
    const post = ServiceWorker.prototype.postMessage;
    ServiceWorkerContainer.prototype.register = function (script, options) {
      said.push({ register: String(script), ...options, page: document.readyState });
      return register.call(this, script, options);
    };
    ServiceWorker.prototype.postMessage = function (message: unknown, ...rest: unknown[]) {
      said.push(message);
      Reflect.apply(post, this, [message, ...rest]);
    };
    Object.assign(window, { said });
  });
  const page = await device.open('/');
  await mark(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, {
    timeout: 60_000,
  });
  const allSaid = (): Promise<unknown[]> => page.evaluate(() => Reflect.get(window, 'said'));
  await expect.poll(allSaid).toContainEqual({ action: 'INITIALIZE' });
  // The same event would start a reload, so a reload would have begun by now.
  await pageLives(page, 300);
  expect(await isMarked(page)).toBe(true);
  const said = await allSaid();
  expect(said[0]).toEqual({
    register: new URL(WORKER, page.url()).href,
    scope: '/',
    updateViaCache: 'none',
    page: 'complete',
  });
});

test('a failed registration of the worker is logged and has no other effect', async ({
  device,
  site,
}) => {
  site.replaced.set(WORKER, null);
  const page = await device.open('about:blank');
  const logged = page.waitForEvent('console', (message) =>
    message.text().startsWith('Service worker registration failed with:'),
  );
  await page.goto('/');
  expect((await logged).type()).toBe('error');
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(page).toHaveTitle('Settings - Veld');
});

test('worker and delivery start even if the code of the first screen never loads', async () => {
  const backend = await BackendProcess.start();
  const device = new Device(backend.address);
  let letThrough: (value?: unknown) => void = () => undefined;
  const gate = new Promise((resolve) => {
    letThrough = resolve;
  });
  try {
    await device.switchOn();
    const page = await device.open('about:blank');
    // In a browser without service workers, the page itself sends.
    await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
    await device.context.route(/\/api\//, (route) => route.abort());
    await openReview(page);
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await expect(page).toHaveURL(/\/captured\/.+/);
    await device.context.unroute(/\/api\//);
    await device.context.route(/assets\/home-.*\.js$/, async (route) => {
      await gate;
      await route.abort();
    });
    await page.goto('/', { waitUntil: 'commit' });
    await expect.poll(() => storedRegistrations(backend.dataDir).length).toBe(1);

    const other = await device.context.newPage();
    await other.clock.install();
    await other.goto('/', { waitUntil: 'commit' });
    await expect
      .poll(async () => {
        await other.clock.fastForward(10_000);
        return other.evaluate(
          async () => (await navigator.serviceWorker.getRegistrations()).length,
        );
      })
      .toBe(1);
  } finally {
    letThrough();
    await device.remove();
    await backend.remove();
  }
});

test('the kill switch removes the worker, its caches and practice data, and keeps the forms', async ({
  device,
  site,
}) => {
  const folder = await builtWith({ VELD_KILL_SWITCH: '1' });
  const page = await device.installApp();
  await page.goto('/register');
  await page.getByLabel('First name', { exact: true }).fill('Thandi');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.evaluate(() => {
    // A killed page leaves such a practice database.
    const practice = indexedDB.open('veld-practice');
    practice.onsuccess = () => practice.result.close();
  });
  site.replaced.set(WORKER, readFileSync(join(folder, WORKER), 'utf8'));
  await checkForUpdate(page);
  // This cache has the secrets that decrypt the forms, so it stays.
  await expect.poll(() => cacheNames(page)).toEqual(['veld-secrets']);
  await expect
    .poll(() =>
      unlessLeaving(
        page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)),
      ),
    )
    .toEqual(['veld']);
  await expect
    .poll(() =>
      unlessLeaving(
        page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
      ),
    )
    .toBe(0);
  await page.reload();
  await expect(page.getByLabel('First name', { exact: true })).toHaveValue('Thandi');
});
