import { expect } from '@playwright/test';
import { expectOwnMarkup, openWithoutCode } from '../support/browser/held-code.ts';
import { madeUpRow, seedOutbox } from '../support/world/seeded-outbox.ts';
import { test } from './fixtures/test.ts';

test('Home explains the app and links to the forms before any script has run', async ({
  browser,
  backend: { address },
}) => {
  const context = await browser.newContext({ baseURL: address, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Register SIM cards, with or without signal',
  );
  for (const [name, path] of [
    ['Register a SIM', '/register'],
    ['Replace a SIM', '/replace'],
    ['Practise', '/practise'],
    ['Ready for the field', '/ready'],
    ['Help', '/help/guide'],
  ] as const)
    await expect(page.getByRole('link', { name, exact: true }).first()).toHaveAttribute(
      'href',
      path,
    );
  await context.close();
});

test('Home shows a draft that was begun after Home was first shown, also in a slow browser', async ({
  device,
}) => {
  await device.switchOn();
  await device.context.addInitScript(() => {
    const databases = indexedDB.databases.bind(indexedDB);
    indexedDB.databases = async () => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      return databases();
    };
  });
  const page = await device.open('/');
  // Before the app's code is loaded, a link loads another page.
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await page.getByRole('link', { name: 'Register a SIM', exact: true }).first().click();
  await page.getByLabel('First name', { exact: true }).fill('Thandi');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Continue' })).toContainText('Thandi');
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
});

test('Home’s scripts run in their order, also if the first one arrives last', async ({
  device,
}) => {
  await device.switchOn();
  await device.context.route('**/assets/frame-*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.continue();
  });
  const page = await device.open('/');
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
});

test('with a worker, the first frame of Home does not wait for the scripts', async ({ device }) => {
  await device.installApp();
  await device.goOffline();
  const page = await device.context.newPage();
  await page.addInitScript(() => {
    const look = (): void => {
      if (document.querySelector('h1') === null) requestAnimationFrame(look);
      else Object.assign(window, { hadScripts: '$frame' in window });
    };
    requestAnimationFrame(look);
  });
  await page.goto('/');
  await page.waitForFunction(() => '$frame' in window);
  expect(await page.evaluate(() => Reflect.get(window, 'hadScripts'))).toBe(false);
});

test('one press on Home opens a form, and Home lists drafts, newest first', async ({ device }) => {
  const page = await device.openApp('/');
  await expect(page.getByRole('heading', { name: 'Continue' })).toHaveCount(0);
  for (const [link, name] of [
    ['Register a SIM', 'Thandi'],
    ['Replace a SIM', 'Pieter'],
  ] as const) {
    await page.goto('/');
    await page.getByRole('link', { name: link, exact: true }).first().click();
    await page.getByLabel('First name', { exact: true }).fill(name);
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  }
  await page.goto('/');
  const drafts = page.getByRole('list', { name: 'Continue' }).getByRole('listitem');
  await expect(drafts).toHaveText([/Pieter/, /Thandi/]);
  await drafts
    .last()
    .getByRole('link', { name: /Thandi/ })
    .click();
  await expect(page).toHaveURL(/\/register\/.+/);
  await expect(page.getByLabel('First name', { exact: true })).toHaveValue('Thandi');
});

test('with work on the phone, Home shows the day’s figures and the two newest drafts', async ({
  device,
}) => {
  const page = await device.installApp();
  await page.goto('/outbox');
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  await page.goto('/');
  // A database without forms does not count as work.
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(/^Register SIM cards, with or without signal$/);
  await device.goOffline();
  await seedOutbox(page, [
    madeUpRow(1, 'rejected', { daysAgo: 1 }),
    madeUpRow(2, 'delivered', { daysAgo: 1 }),
    madeUpRow(3, 'delivered'),
    madeUpRow(4, 'queued'),
    madeUpRow(5, 'draft'),
    madeUpRow(6, 'draft'),
  ]);
  await page.goto('/');
  await expect(heading).toHaveText(/^Today, \w{3} \d+ \w{3}$/);
  const panel = page.locator('main > div').first();
  // A screen reader reads this as one sentence.
  await expect(panel.locator('p')).toHaveText(/2\s*captured, 1 sent, 1 waiting, 1 to fix/);
  await expect(page.getByRole('link', { name: '1 to fix' })).toHaveAttribute('href', '/outbox');
  await expect(page.getByRole('link', { name: '1 form needs your attention' })).toBeVisible();
  const drafts = page.getByRole('list', { name: 'Continue' });
  await expect(drafts.getByRole('listitem')).toHaveText([
    /At Documents, 3 answers to go/,
    /At Documents, 3 answers to go/,
  ]);
  await seedOutbox(page, [madeUpRow(7, 'draft')]);
  await page.goto('/');
  await expect(drafts.getByRole('listitem')).toHaveText([/3 answers to go/, /^All drafts \(3\)$/]);
  await drafts.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/(register|replace)\/.+/);
});

test('when all forms of the day are sent, Home says so, with the landscape', async ({ device }) => {
  const page = await device.installApp();
  await page.goto('/outbox');
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  await seedOutbox(page, [madeUpRow(1, 'delivered'), madeUpRow(2, 'delivered')]);
  await page.goto('/');
  await expect(page.locator('main p').first()).toHaveText(/2\s*captured, all sent/);
  await expect(page.locator('main svg[height="96"]').first()).toBeVisible();
});

for (const hasWork of [false, true])
  test(`nothing on Home moves when the database is opened, ${hasWork ? 'with' : 'without'} work`, async ({
    device,
  }) => {
    const page = await device.installApp();
    if (hasWork) {
      await page.goto('/outbox');
      await expect(page.getByText('Nothing here yet')).toBeVisible();
      await seedOutbox(page, [madeUpRow(1, 'draft'), madeUpRow(2, 'draft')]);
      // The first visit of Home after the first form stores the mark that there is work.
      await page.goto('/');
      await expect(page.getByRole('heading', { name: 'Continue' })).toBeVisible();
    }
    const tops = () =>
      page
        .locator('main ul')
        .first()
        .evaluate((tiles) =>
          [...tiles.children].map((tile) => {
            // Measures from `main`: the line about the environment above it appears only with the code, and never on the live host.
            const top = document.querySelector('main')?.getBoundingClientRect().top ?? 0;
            return Math.round(tile.getBoundingClientRect().top - top);
          }),
        );
    const release = await openWithoutCode(page, '/');
    const before = await tops();
    release();
    await expectOwnMarkup(page);
    if (hasWork) await expect(page.getByRole('heading', { name: 'Continue' })).toBeVisible();
    expect(await tops()).toEqual(before);
  });

test('on a wide screen the rail leads to Help, and the rows of Home are in two columns', async ({
  device,
}) => {
  const page = await device.installApp();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/');
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  const [practise, ready] = await Promise.all([
    row('Practise').boundingBox(),
    row('Ready for the field').boundingBox(),
  ]);
  expect(practise?.y).toBe(ready?.y);
  expect(practise?.width).toBe(ready?.width);
  const help = page.getByRole('link', { name: 'Help', exact: true });
  await expect(help).toHaveCount(1);
  await help.click();
  await expect(page.getByRole('navigation').locator('[aria-current="page"]')).toHaveText('Help');
});
