import { expect } from '@playwright/test';
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
    ['Terms and Conditions', '/help/termsconditions'],
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
  // Before the app's code is there a link loads another page.
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await page.getByRole('link', { name: 'Register a SIM', exact: true }).first().click();
  await page.getByLabel('First name', { exact: true }).fill('Thandi');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Drafts' })).toContainText('Thandi');
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
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
  const drafts = page.getByRole('list', { name: 'Drafts' }).getByRole('listitem');
  await expect(drafts).toHaveText([/Pieter/, /Thandi/]);
  await drafts
    .last()
    .getByRole('link', { name: /Thandi/ })
    .click();
  await expect(page).toHaveURL(/\/register\/.+/);
  await expect(page.getByLabel('First name', { exact: true })).toHaveValue('Thandi');

  // A draft that is deleted can be had back for ten seconds.
  await page.goto('/');
  await page.getByRole('button', { name: /Delete the draft of Thandi/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Delete/ })
    .click();
  await expect(drafts).toHaveText([/Pieter/]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(drafts).toHaveCount(2);
});

test('with work on the phone, Home shows the day’s totals and the forms that need the agent', async ({
  device,
}) => {
  const page = await device.installApp();
  await page.goto('/outbox');
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  await page.goto('/');
  const hero = page.locator('main > div').first();
  const height = async () => (await hero.boundingBox())?.height ?? 0;
  // A database alone is no work.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /^Register SIM cards, with or without signal$/,
  );
  expect(await height()).toBeLessThanOrEqual(200);
  await device.goOffline();
  await seedOutbox(page, [
    madeUpRow(1, 'rejected', { daysAgo: 1 }),
    madeUpRow(2, 'delivered', { daysAgo: 1 }),
    madeUpRow(3, 'delivered'),
    madeUpRow(4, 'queued'),
    madeUpRow(5, 'draft'),
  ]);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today');
  await expect(hero.getByRole('listitem')).toHaveText([
    /2\s*captured/,
    /1\s*sent/,
    /1\s*needs you/,
  ]);
  expect(await height()).toBeLessThanOrEqual(200);
  const drafts = page.getByRole('list', { name: 'Drafts' });
  await drafts.getByRole('link', { name: 'Continue', exact: true }).click();
  await expect(page).toHaveURL(/\/(register|replace)\/.+/);
});
