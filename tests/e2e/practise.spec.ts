import { expect, type Page } from '@playwright/test';
import { axeViolations } from '../support/browser/screen-check.ts';
import { tableRows } from '../support/disk/app-database.ts';
import { placesWith } from '../support/disk/profile-scan.ts';
import { expectSection, fillSign, goToSection, pressNext } from '../support/form/form-filling.ts';
import { test } from './fixtures/proxied-test.ts';

const NAME = 'Xolisile';
const DATABASE = 'veld-practice';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const bar = (page: Page) => page.getByText('Practice: nothing is sent');
const firstName = (page: Page) => page.getByLabel('First name', { exact: true });
const databases = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));

test('an agent practises the whole form, and nothing is stored or sent', async ({
  device,
  wire,
}) => {
  const page = await device.installApp();
  await page.goto('/ready');
  await page.getByRole('link', { name: /^Practise/ }).click();
  await expect(page).toHaveTitle('Practise - Veld');
  await expect(bar(page)).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await button(page, 'Fill in a made-up customer').click();
  await expect(page).toHaveURL(/\/practise\/.+/);
  await expect(firstName(page)).toHaveValue('Practice');
  await firstName(page).fill(NAME);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const id = page.url().split('/').at(-1);
  expect(await placesWith(page, id ?? '')).toEqual([DATABASE]);
  expect(await placesWith(page, NAME)).toEqual([]);

  // After a reload, the practice continues.
  await page.reload();
  await expect(firstName(page)).toHaveValue(NAME);
  await expect(bar(page)).toBeVisible();
  for (const title of ['SIM card', 'Address', 'Documents']) {
    await pressNext(page);
    await expectSection(page, title);
  }
  await button(page, 'Use a made-up photo').click();
  for (const side of ['front', 'back'])
    await expect(button(page, `Remove practice-${side}.jpg`)).toBeVisible();
  await pressNext(page);
  await fillSign(page);
  await pressNext(page);
  await expectSection(page, 'Review');
  await button(page, 'Submit').click();
  const end = page.getByRole('heading', { name: 'This was practice. Nothing was sent.' });
  await expect(end).toBeFocused();
  await expect(page.getByRole('main').getByRole('link')).toHaveText(['End practice']);
  await expect(bar(page)).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);

  await expect.poll(() => databases(page)).not.toContain(DATABASE);
  for (const text of [NAME, id ?? '']) expect(await placesWith(page, text)).toEqual([]);
  expect(await tableRows(page, 'submissions')).toEqual([]);
  await button(page, 'Practise again').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Practise' })).toBeFocused();
  await expect(firstName(page)).toHaveValue('');
  expect((await bar(page).locator('..').boundingBox())?.height).toBeCloseTo(40, 0);
  await page.getByRole('link', { name: 'End', exact: true }).click();
  await expect(page).toHaveURL('/');
  // The next real form, in the same page, has no practice data.
  await page.getByRole('link', { name: 'Register a SIM' }).first().click();
  await goToSection(page, 'SIM card');
  await expect(button(page, '8927…')).toBeVisible();
  await page.goto(`/register/${id}`);
  await expect(page.getByText('This form is not here')).toBeVisible();
  await page.goto('/outbox');
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  expect(wire.namesSince()).toEqual([]);
});

test('practice data is deleted when the agent leaves, or at the next start', async ({ device }) => {
  const page = await device.installApp();
  await device.goOffline();
  await page.goto('/practise');
  await button(page, 'Fill in a made-up customer').click();
  await expect(firstName(page)).toHaveValue('Practice');
  await pressNext(page);
  await expectSection(page, 'SIM card');
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByText('Practice is over.')).toBeVisible();
  await expect.poll(() => databases(page)).not.toContain(DATABASE);

  // Back finds no practice data, so a new practice begins.
  await page.goBack();
  await expect(bar(page)).toBeVisible();
  await expectSection(page, 'Customer');
  await page.goBack();
  await expect(page).toHaveURL('/practise');
  await expect(firstName(page)).toHaveValue('');
  await firstName(page).fill(NAME);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await device.kill();
  await device.switchOn();
  const next = await device.open('/');
  await expect.poll(() => databases(next)).not.toContain(DATABASE);
  expect(await placesWith(next, NAME)).toEqual([]);
});
