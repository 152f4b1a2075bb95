import { expect, type Page } from '@playwright/test';
import { Deployment } from '../support/app/built-app.ts';
import type { StaticSite } from '../support/app/static-site.ts';
import { PlainBackend } from '../support/backend/plain-backend.ts';
import { Device, unlessLeaving } from '../support/browser/device.ts';
import { holdShrinking } from '../support/browser/held-code.ts';
import { openSettings } from '../support/browser/settings-page.ts';
import { pressNoticeAway, stillWaits, updateNotice } from '../support/browser/worker-control.ts';
import { submitAll } from '../support/form/complete-draft.ts';
import { fileInput, fillCustomer, goToSection, photo } from '../support/form/form-filling.ts';
import {
  button,
  codeGroups,
  expectLocked,
  lockedHeading,
  PIN,
  setLock,
  unlock,
} from '../support/form/lock-setting.ts';
import { expectSent, openOutbox } from './fixtures/outbox-test.ts';
import { checkForUpdate, isMarked, mark, test, WORKER } from './fixtures/site-test.ts';

/** Deploys a new version to the server. Resolves when the version waits in the browser. */
async function deploy(page: Page, site: StaticSite): Promise<void> {
  site.replaced.set(WORKER, `${site.textOf(WORKER)}\n// 2`);
  await checkForUpdate(page);
  const waits = () =>
    page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);
  // On a slow machine, a worker needs more than half a minute to fetch all files.
  await expect.poll(waits, { timeout: 90_000 }).toBe(true);
}

test('the app reports a new version, waits for the end of the drain, then reloads once', {
  tag: '@core',
}, async () => {
  const deployment = new Deployment();
  const backend = await PlainBackend.start({ honoursKeys: false }, { dist: deployment.folder });
  const device = new Device(backend.address);
  await device.switchOn();
  try {
    const page = await openOutbox(device);
    let letGo = (): void => undefined;
    const until = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    backend.rule({ customer: 'Amahle', call: 'SaveSignature', until });
    await submitAll(page, [{ name: 'Amahle' }, { name: 'Bheki' }]);
    await page.clock.install();
    await page.goto('/outbox');
    await expect.poll(() => backend.calls('Amahle')).toContain('SaveSignature');
    await mark(page);
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
    deployment.deployNewWorker();
    await checkForUpdate(page);
    // The app first gives other windows time to answer if a form is open there.
    await expect(async () => {
      await page.clock.runFor(1_000);
      await expect(updateNotice(page)).toBeVisible({ timeout: 500 });
    }).toPass();
    await expect(
      page.getByText('We will refresh the page and update in a few seconds.', { exact: true }),
    ).toBeVisible();
    // A pointer on the notice does not stop its clock. The notice is shown for ten seconds.
    await updateNotice(page).hover();
    await page.clock.runFor(8_000);
    await expect(updateNotice(page)).toBeVisible();
    await page.clock.resume();
    await expect(updateNotice(page)).toBeHidden();
    // The new worker is asked to take over, but must not, because the call is in flight. The page is not reloaded yet.
    expect(await stillWaits(page)).toBe(true);
    expect(await isMarked(page)).toBe(true);
    expect(backend.calls('Amahle')).toEqual(['RegisterSim', 'SaveSignature']);
    const reloaded = page.waitForEvent('load');
    letGo();
    await reloaded;
    await expect(page).toHaveURL('/outbox');
    await mark(page);
    await expectSent(page, 2);
    for (const name of ['Amahle', 'Bheki'])
      expect(backend.calls(name)).toEqual(['RegisterSim', 'SaveSignature', 'SaveIdDocument']);
    expect(backend.forms.size).toBe(2);
    // The new worker is active and controls the page, and no other worker waits. So nothing can reload the page any more.
    const isSettled = () =>
      page.evaluate(async () => {
        const { active, installing, waiting } = await navigator.serviceWorker.ready;
        const { controller } = navigator.serviceWorker;
        return active?.state === 'activated' && active === controller && !installing && !waiting;
      });
    await expect.poll(isSettled).toBe(true);
    expect(await isMarked(page)).toBe(true);
  } finally {
    await device.remove();
    await backend.stop();
    deployment.remove();
  }
});

test('a visible page checks for a new version at once and every five minutes', async ({
  device,
  site,
}) => {
  const page = await device.installApp();
  await page.clock.install();
  // Counts only the app's own calls. After a navigation, the browser also looks for an update by itself, at some time.
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
  // From here on the page listens, and time passes only if the test moves the clock.
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

/** Makes the waiting worker take over, as a window of an earlier version does. Such a window asks no other window. */
const letIn = (page: Page): Promise<unknown> =>
  unlessLeaving(
    page.evaluate(async () => {
      const { waiting } = await navigator.serviceWorker.ready;
      const taken = new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      );
      waiting?.postMessage({ type: 'SKIP_WAITING' });
      await taken;
    }),
  );

const reloaded = (page: Page) => expect.poll(() => unlessLeaving(isMarked(page))).toBe(false);

test('no notice of a new version appears while a form is in use or a question is open in any window', async ({
  device,
  site,
}) => {
  const form = await device.installApp();
  const list = await device.context.newPage();
  await list.goto('/outbox');
  for (const page of [form, list]) await page.clock.install();
  await form.goto('/register');
  await fillCustomer(form);
  await expect(form.getByText('Saved', { exact: true })).toBeVisible();
  await deploy(form, site);
  const isSilent = async () => {
    for (let minutes = 0; minutes < 3; minutes += 1)
      for (const page of [list, form]) {
        await page.clock.fastForward(2_000);
        await expect(updateNotice(page)).toHaveCount(0);
      }
  };
  await isSilent();
  await form.getByRole('link', { name: 'Home' }).click();
  await form.getByRole('link', { name: /^Outbox/ }).click();
  await form.getByRole('link', { name: /^Details of/ }).click();
  await form.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(form.getByRole('dialog')).toBeVisible();
  await isSilent();
  await form.keyboard.press('Escape');
  await expect(form.getByRole('dialog')).toHaveCount(0);
  await list.clock.fastForward(4_000);
  await expect(updateNotice(list)).toBeVisible();
});

test('no notice of a new version appears while a recovery code is shown, or its end is asked for', async ({
  device,
  site,
}) => {
  const page = await device.installApp();
  await openSettings(page, 'lock');
  await page.clock.install();
  await button(page, 'Set a PIN').click();
  await page.getByLabel('New PIN or password').fill(PIN);
  await page.getByLabel('Type it again').fill(PIN);
  await button(page, 'Next').click();
  await expect(codeGroups(page)).toHaveCount(5);
  await deploy(page, site);
  const isSilent = async () => {
    for (let times = 0; times < 3; times += 1) {
      await page.clock.fastForward(61_000);
      await expect(updateNotice(page)).toHaveCount(0);
    }
  };
  await isSilent();
  const written = await codeGroups(page).last().textContent();
  await button(page, 'I have written it down').click();
  await isSilent();
  await page.getByLabel('The last 5 characters on your paper').fill(written ?? '');
  await isSilent();
  await button(page, 'Turn the lock on').click();
  await expect(button(page, 'New recovery code')).toBeVisible();
  await page.clock.fastForward(2_000);
  await expect(updateNotice(page)).toBeVisible();
});

test("'When a new app version is ready, an info notification appears …': also over a form that nobody touches for a minute", async ({
  device,
  site,
}) => {
  const page = await device.installApp();
  await page.clock.install();
  await page.goto('/register');
  await fillCustomer(page);
  await goToSection(page, 'Address');
  const city = page.getByLabel('City or town', { exact: true });
  await city.fill('Pinetown');
  await page.waitForURL(/\/register\/.+/);
  await deploy(page, site);
  await page.clock.fastForward(50_000);
  await expect(updateNotice(page)).toHaveCount(0);
  await page.clock.fastForward(20_000);
  await expect(updateNotice(page)).toBeVisible();
  // A key press removes the notice at once, and the minute starts again.
  await city.press('End');
  await expect(updateNotice(page)).toHaveCount(0);
  await page.clock.fastForward(50_000);
  await expect(updateNotice(page)).toHaveCount(0);
  await page.clock.fastForward(20_000);
  await expect(updateNotice(page)).toBeVisible();
  await mark(page);
  await page.clock.fastForward(11_000);
  await reloaded(page);
  await expect(page.getByRole('heading', { level: 2, name: 'Address' })).toBeVisible();
  await expect(city).toHaveValue('Pinetown');
  await expect(city).toBeFocused();
});

test('an update started in a window of an earlier version keeps text, caret, section and scroll position', async ({
  device,
  site,
}) => {
  const page = await device.installApp();
  await page.setViewportSize({ width: 360, height: 500 });
  await page.goto('/register');
  await fillCustomer(page);
  await goToSection(page, 'Address');
  const city = page.getByLabel('City or town', { exact: true });
  await city.fill('Pinetown');
  await city.evaluate((input: HTMLInputElement) => input.setSelectionRange(4, 4));
  // The first form of a phone gets its address after its key is made.
  await page.waitForURL(/\/register\/.+/);
  const address = page.url();
  const scrolled = await page.evaluate(() => scrollY);
  expect(scrolled).toBeGreaterThan(0);
  await deploy(page, site);
  await mark(page);
  await letIn(page);
  await reloaded(page);
  await expect(page).toHaveURL(address);
  await expect(page.getByRole('heading', { level: 2, name: 'Address' })).toBeVisible();
  await expect(city).toHaveValue('Pinetown');
  await expect(city).toBeFocused();
  await expect(city).toHaveJSProperty('selectionStart', 4);
  await expect(city).toBeInViewport();
});

test('an update waits until the pen is lifted, and keeps the stroke', async ({ device, site }) => {
  const page = await device.installApp();
  await page.goto('/register');
  await fillCustomer(page);
  await goToSection(page, 'Sign');
  // The location appears above the pad and moves it. That must not happen under the pen.
  await expect(page.getByText('-33.91886')).toBeVisible();
  await deploy(page, site);
  await mark(page);
  const pad = page.getByLabel('Signature', { exact: true });
  await pad.hover();
  const { x = 0, y = 0 } = (await pad.boundingBox()) ?? {};
  await page.mouse.move(x + 30, y + 40);
  await page.mouse.down();
  await page.mouse.move(x + 90, y + 70, { steps: 6 });
  await letIn(page);
  await page.mouse.move(x + 160, y + 40, { steps: 6 });
  expect(await isMarked(page)).toBe(true);
  await page.mouse.up();
  await reloaded(page);
  await expect(page.getByText('Signed by Thandi')).toBeVisible();
});

test('an update waits for photos that are being saved, also if another tab starts it', async ({
  device,
  site,
}) => {
  const page = await device.installApp();
  await page.clock.install();
  const letGo = await holdShrinking(page);
  await page.goto('/register');
  await goToSection(page, 'Documents');
  const buffer = await photo(page, 900, 600);
  await fileInput(page, 'ID document').setInputFiles(
    ['a.jpg', 'b.jpg'].map((name) => ({ name, mimeType: 'image/jpeg', buffer })),
  );
  await expect(page.getByText('a.jpg: Making it smaller…')).toBeVisible();
  await deploy(page, site);
  await page.clock.fastForward(40_000);
  await expect(updateNotice(page)).toHaveCount(0);
  await mark(page);
  await letIn(page);
  await expect(page.getByText('a.jpg: Making it smaller…')).toBeVisible();
  expect(await isMarked(page)).toBe(true);
  await letGo();
  await reloaded(page);
  for (const name of ['a.jpg', 'b.jpg'])
    await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible();
});

test('an update waits for an open file chooser, and the chosen photo is added', async ({
  device,
  site,
}) => {
  const page = await device.installApp();
  await page.goto('/register');
  await goToSection(page, 'Documents');
  const buffer = await photo(page, 900, 600);
  await deploy(page, site);
  await mark(page);
  const opened = page.waitForEvent('filechooser');
  await fileInput(page, 'ID document').click();
  const chooser = await opened;
  await letIn(page);
  await page.waitForTimeout(1_000);
  expect(await isMarked(page)).toBe(true);
  await chooser.setFiles({ name: 'card.jpg', mimeType: 'image/jpeg', buffer });
  await reloaded(page);
  await expect(page.getByRole('button', { name: 'Remove card.jpg' })).toBeVisible();
});

test('if a file of a new version is missing, the old version stays', async ({ device, site }) => {
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

test('Veld stays locked when a new version takes over, also while a person locks it', async ({
  device,
  site,
}) => {
  const page = await device.installApp();
  await setLock(page);
  await page.goto('/outbox');
  await expectLocked(page);
  await mark(page);
  await deploy(page, site);
  const reloaded = page.waitForEvent('load');
  await pressNoticeAway(page);
  await reloaded;
  await expectLocked(page);
  expect(await isMarked(page)).toBe(false);
  await unlock(page);
  await expect(page.getByText('Nothing here yet')).toBeVisible();

  await mark(page);
  site.replaced.set(WORKER, `${site.textOf(WORKER)}\n// 3`);
  await checkForUpdate(page);
  await updateNotice(page).waitFor();
  const again = page.waitForEvent('load');
  // On a busy machine, the new version may already have taken over. Then the page is already locked.
  await button(page, 'Lock now').or(lockedHeading(page)).first().click();
  await again;
  await expectLocked(page);
  await unlock(page);
  await expect(page.getByText('Nothing here yet')).toBeVisible();
});
