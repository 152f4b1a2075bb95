import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { BackendProcess } from '../support/backend-process.ts';
import { builtWith, Deployment, distFolder } from '../support/built-app.ts';
import { Device } from '../support/device.ts';
import { takeoverWaits } from '../support/drain-end.ts';
import { fillCustomer, fillRegistration, goToSection, photo } from '../support/form-filling.ts';
import { holdShrinking } from '../support/held-shrinking.ts';
import { pageLives } from '../support/page-time.ts';
import { StaticSite } from '../support/static-site.ts';
import { storedRegistrations } from '../support/stored-registrations.ts';
import { pressNoticeAway, updateNotice } from '../support/update-notice.ts';

const WORKER = '/ngsw-worker.js';

const test = base.extend<{ site: StaticSite; device: Device }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's wishes from this pattern.
  site: async ({}, use) => {
    const site = await StaticSite.start(distFolder);
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

test('a new version is told, waits for a drain to end, then the page reloads once', async ({
  device,
  site,
}) => {
  const page = await device.installApp();
  await page.clock.install();
  await page.goto('/outbox');
  await mark(page);
  await page.evaluate(
    () =>
      new Promise<void>((held) => {
        void navigator.locks.request('veld-drain', async () => {
          held();
          await new Promise((resolve) => Object.assign(window, { endDrain: resolve }));
        });
      }),
  );
  await expect(page.getByText('The outbox is empty')).toBeVisible();
  // From here on no time passes but what is given to it.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
  site.replaced.set(WORKER, `${site.textOf(WORKER)}\n// 2`);
  await checkForUpdate(page);
  await expect(updateNotice(page)).toBeVisible();
  await expect(
    page.getByText('We will refresh the page and update in a few seconds.', { exact: true }),
  ).toBeVisible();
  // Resting on it stops no clock.
  await updateNotice(page).hover();
  await page.clock.runFor(9_000);
  await expect(updateNotice(page)).toBeVisible();
  await page.clock.runFor(2_000);
  await expect(updateNotice(page)).toBeHidden();
  await takeoverWaits(page);
  expect(await isMarked(page)).toBe(true);
  const reloaded = page.waitForEvent('load');
  await page.evaluate(() => (window as unknown as { endDrain: () => void }).endDrain());
  await reloaded;
  await expect(page).toHaveURL('/outbox');
  await mark(page);
  // The new worker is the page's, at work, and no other waits: nothing is left that could reload it.
  const isSettled = () =>
    page.evaluate(async () => {
      const { active, installing, waiting } = await navigator.serviceWorker.ready;
      const { controller } = navigator.serviceWorker;
      return active?.state === 'activated' && active === controller && !installing && !waiting;
    });
  await expect.poll(isSettled).toBe(true);
  expect(await isMarked(page)).toBe(true);
});

test('the worker is registered once the page is whole, told INITIALIZE, and reloads nothing', async ({
  device,
}) => {
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
    timeout: 40_000,
  });
  const allSaid = (): Promise<unknown[]> => page.evaluate(() => Reflect.get(window, 'said'));
  await expect.poll(allSaid).toContainEqual({ action: 'INITIALIZE' });
  // Of the same event; a reload would have begun by now.
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

test('a registration that fails is logged and costs nothing', async ({ device, site }) => {
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

test('a page that is looked at asks for a new version at once, and every five minutes', async ({
  device,
  site,
}) => {
  const page = await device.installApp();
  await page.clock.install();
  // The app's own calls: a navigation makes the browser look by itself, some time.
  await page.addInitScript(() => {
    const { update } = ServiceWorkerRegistration.prototype;
    Object.assign(window, { checks: 0 });
    ServiceWorkerRegistration.prototype.update = function () {
      Object.assign(window, { checks: Reflect.get(window, 'checks') + 1 });
      return update.call(this);
    };
  });
  await page.goto('/settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  const checks = () => page.evaluate(() => Reflect.get(window, 'checks') as number);
  const asked = () => site.asked.filter((path) => path === WORKER).length;
  // From here on the page listens; and no time passes but what is given to it.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
  expect(await checks()).toBe(0);
  const atFirst = asked();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  expect(await checks()).toBe(1);
  await expect.poll(asked).toBeGreaterThan(atFirst);
  await page.clock.fastForward(299_000);
  expect(await checks()).toBe(1);
  await page.clock.fastForward(1_000);
  expect(await checks()).toBe(2);
});

/** A new version is on the server, and waits in the browser. */
async function deploy(page: Page, site: StaticSite): Promise<void> {
  site.replaced.set(WORKER, `${site.textOf(WORKER)}\n// 2`);
  await checkForUpdate(page);
  const waits = () =>
    page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);
  await expect.poll(waits).toBe(true);
}

test('an update waits until nobody has touched an open form for 30 s, and leaves it where it was', async ({
  device,
  site,
}) => {
  const page = await device.installApp();
  await page.clock.install();
  await page.goto('/register');
  await fillCustomer(page);
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  const number = page.getByLabel('SIM card number', { exact: true });
  await number.fill('8927');
  await deploy(page, site);
  await expect(updateNotice(page)).toHaveCount(0);
  await page.clock.fastForward(31_000);
  await expect(updateNotice(page)).toBeVisible();
  // Whoever goes on typing takes it away; and then it waits anew.
  await number.pressSequentially('0100');
  await expect(updateNotice(page)).toHaveCount(0);
  const address = page.url();
  await mark(page);
  await page.clock.fastForward(15_000);
  await expect(updateNotice(page)).toHaveCount(0);
  await page.clock.fastForward(16_000);
  await expect(updateNotice(page)).toBeVisible();
  await page.getByRole('button', { name: 'Close notification' }).click();
  await expect.poll(() => isMarked(page).catch(() => undefined)).toBe(false);
  await expect(page).toHaveURL(address);
  await expect(page.getByRole('heading', { level: 2, name: 'SIM card' })).toBeVisible();
  await expect(number).toHaveValue('89270100');
});

test('an update waits for photos in work, also where another tab lets it in', async ({
  device,
  site,
}) => {
  const page = await device.installApp();
  await page.clock.install();
  const letGo = await holdShrinking(page);
  await page.goto('/register');
  await goToSection(page, 'Documents');
  const buffer = await photo(page, 900, 600);
  await page
    .getByLabel('ID document', { exact: true })
    .setInputFiles(['a.jpg', 'b.jpg'].map((name) => ({ name, mimeType: 'image/jpeg', buffer })));
  await expect(page.getByText('a.jpg: making smaller')).toBeVisible();
  await deploy(page, site);
  await page.clock.fastForward(40_000);
  await expect(updateNotice(page)).toHaveCount(0);
  await mark(page);
  await page.evaluate(async () => {
    const { waiting } = await navigator.serviceWorker.ready;
    const taken = new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    );
    waiting?.postMessage({ type: 'SKIP_WAITING' });
    await taken;
  });
  await expect(page.getByText('a.jpg: making smaller')).toBeVisible();
  expect(await isMarked(page)).toBe(true);
  await letGo();
  await expect.poll(() => isMarked(page).catch(() => undefined)).toBe(false);
  for (const name of ['a.jpg', 'b.jpg'])
    await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible();
});

test('an update does not happen behind an open file chooser, and its photo is taken in', async ({
  device,
  site,
}) => {
  const page = await device.installApp();
  await page.clock.install();
  await page.goto('/register');
  await goToSection(page, 'Documents');
  const buffer = await photo(page, 900, 600);
  await deploy(page, site);
  await page.clock.fastForward(31_000);
  await expect(updateNotice(page)).toBeVisible();
  const opened = page.waitForEvent('filechooser');
  await page.getByLabel('ID document', { exact: true }).click();
  const chooser = await opened;
  await expect(updateNotice(page)).toHaveCount(0);
  await page.clock.fastForward(600_000);
  await expect(updateNotice(page)).toHaveCount(0);
  await chooser.setFiles({ name: 'card.jpg', mimeType: 'image/jpeg', buffer });
  await expect(page.getByRole('button', { name: 'Remove card.jpg' })).toBeVisible();
  await page.clock.fastForward(31_000);
  await expect(updateNotice(page)).toBeVisible();
});

test('a first screen whose code never comes keeps neither the worker nor a delivery from starting', async () => {
  const backend = await BackendProcess.start();
  const device = new Device(backend.address);
  let letThrough: (value?: unknown) => void = () => undefined;
  const gate = new Promise((resolve) => {
    letThrough = resolve;
  });
  try {
    await device.switchOn();
    const page = await device.open('about:blank');
    // A browser without service workers delivers in the page itself.
    await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
    await device.context.route(/\/api\//, (route) => route.abort());
    await page.goto('/register');
    await fillRegistration(page);
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await expect(page).toHaveURL(/\/outbox\/.+/);
    await device.context.unroute(/\/api\//);
    await device.context.route(/assets\/home-.*\.js$/, async (route) => {
      await gate;
      await route.abort();
    });
    await page.goto('/', { waitUntil: 'commit' });
    await expect
      .poll(() => storedRegistrations(backend.dataDir).length, { timeout: 40_000 })
      .toBe(1);

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

test('an update does not cut a delivery that is under way', async () => {
  const deployment = new Deployment();
  const backend = await BackendProcess.start({ VELD_DIST_DIR: deployment.folder });
  const device = new Device(backend.address);
  try {
    await device.switchOn();
    const page = await device.installApp();
    await page.goto('/register');
    await fillRegistration(page);
    let calls = 0;
    let letThrough: (value?: unknown) => void = () => undefined;
    const gate = new Promise((resolve) => {
      letThrough = resolve;
    });
    await device.context.route(/RegisterSim$/, async (route) => {
      calls += 1;
      await gate;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await expect.poll(() => calls).toBe(1);
    deployment.deployNewWorker();
    await checkForUpdate(page);
    await mark(page);
    await pressNoticeAway(page);
    await takeoverWaits(page);
    expect(await isMarked(page)).toBe(true);
    letThrough();
    await expect.poll(() => isMarked(page).catch(() => undefined)).toBe(false);
    await expect(page.getByText('Sent', { exact: true }).first()).toBeVisible();
    expect(calls).toBe(1);
    expect(storedRegistrations(backend.dataDir)).toHaveLength(1);
  } finally {
    await device.remove();
    await backend.remove();
    deployment.remove();
  }
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
  const isOver = () =>
    page.evaluate(async () => {
      const { installing, waiting } = await navigator.serviceWorker.ready;
      return installing === null && waiting === null;
    });
  await expect.poll(isOver).toBe(true);
  await device.goOffline();
  await page.goto('/outbox');
  await expect(page).toHaveTitle('Outbox - Veld');
});

test('the kill switch takes the worker and its caches away, and keeps the data', async ({
  device,
  site,
}) => {
  const folder = await builtWith({ VELD_KILL_SWITCH: '1' });
  const page = await device.installApp();
  await page.goto('/register');
  await page.getByLabel('First name', { exact: true }).fill('Thandi');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  site.replaced.set(WORKER, readFileSync(join(folder, WORKER), 'utf8'));
  await checkForUpdate(page);
  await expect.poll(() => cacheNames(page)).toEqual([]);
  await expect
    .poll(() =>
      page
        .evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
        .catch(() => undefined),
    )
    .toBe(0);
  await page.reload();
  await expect(page.getByLabel('First name', { exact: true })).toHaveValue('Thandi');
});
