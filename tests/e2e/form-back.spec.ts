import { expect, type Page } from '@playwright/test';
import { holdCode } from '../support/browser/held-code.ts';
import {
  addFile,
  customer,
  expectSection,
  fillAddress,
  fillCustomer,
  fillRegistration,
  fillTexts,
  goToSection,
  photo,
  pressNext,
} from '../support/form/form-filling.ts';
import { openedDrafts } from '../support/world/stored-form.ts';
import { test } from './fixtures/test.ts';

const atHome = (page: Page) => expect(page).toHaveURL(/:\d+\/$/);

const hasEntries = (page: Page, depth: number) =>
  expect.poll(() => page.evaluate(() => history.state?.step?.depth)).toBe(depth);

test('Back opens the previous section, leaves the form from the first one, and loses nothing', async ({
  device,
}) => {
  const page = await device.openApp('/');
  await page.getByRole('link', { name: 'Register a SIM' }).first().click();
  await fillCustomer(page);
  await page.waitForURL(/\/register\/.+/);
  await pressNext(page);
  await expectSection(page, 'SIM card');
  await fillTexts(page, { 'SIM card number': customer.simCardNumber });
  await pressNext(page);
  await expectSection(page, 'Address');
  await fillTexts(page, { 'Street or place': 'Behind the' });
  await page.goBack();
  await expectSection(page, 'SIM card');
  await expect(page.getByRole('heading', { level: 2, name: 'SIM card' })).toBeFocused();
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible();
  await page.reload();
  await expectSection(page, 'SIM card');
  await expect(page.getByLabel('SIM card number')).toHaveValue(customer.simCardNumber);
  await page.goBack();
  await expectSection(page, 'Customer');
  await expect(page.getByLabel('First name')).toHaveValue(customer.firstName);
  await page.goBack();
  await atHome(page);
  await page.getByRole('list', { name: 'Continue' }).getByRole('link').first().click();
  await expectSection(page, 'Customer');
  await goToSection(page, 'Address');
  await expect(page.getByLabel('Street or place')).toHaveValue('Behind the');
  await page.goBack();
  await expectSection(page, 'SIM card');
});

test('in a draft that opens at a later section, Back opens the earlier sections', async ({
  device,
}) => {
  const page = await device.openApp('/');
  await page.goto('/register');
  await fillCustomer(page);
  await page.waitForURL(/\/register\/.+/);
  await goToSection(page, 'Address');
  await fillAddress(page);
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible();
  const path = new URL(page.url()).pathname;
  await page.goto('/');
  await page.goto(path);
  await expectSection(page, 'Address');
  await hasEntries(page, 2);
  await page.goBack();
  await expectSection(page, 'SIM card');
  await page.goBack();
  await expectSection(page, 'Customer');
  await page.goBack();
  await atHome(page);
});

test('Back stays in a form whose first change was in a later section, also before its code is loaded', async ({
  device,
}) => {
  const page = await device.openApp('/');
  const release = await holdCode(page, /\/assets\/later-parts-.*\.js$/);
  await page.goto('/register');
  await expectSection(page, 'Customer');
  await goToSection(page, 'SIM card');
  await fillTexts(page, { 'SIM card number': '8927' });
  await page.waitForURL(/\/register\/.+/);
  const path = new URL(page.url()).pathname;
  await page.goBack();
  await expectSection(page, 'Customer');
  await page.waitForURL(path);
  await goToSection(page, 'Address');
  release();
  await expect(page.getByRole('button', { name: 'Back', exact: true })).toBeEnabled();
  await goToSection(page, 'Documents');
  for (const title of ['Address', 'SIM card', 'Customer']) {
    await page.goBack();
    await expectSection(page, title);
  }
  await fillTexts(page, { 'First name': 'Thandi' });
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible();
  const drafts = await openedDrafts(page);
  expect(drafts).toHaveLength(1);
  expect(drafts[0]).toMatchObject({ values: { firstName: 'Thandi', simCardNumber: '8927' } });
  await page.goBack();
  await atHome(page);
});

test('an Edit link returns to Review, and Back does not open a submitted form', async ({
  device,
}) => {
  const page = await device.openApp('/');
  await page.getByRole('link', { name: 'Register a SIM' }).first().click();
  await fillRegistration(page);
  const edit = (title: string) => page.getByRole('link', { name: `Edit ${title}` });
  await edit('Address').click();
  await expectSection(page, 'Address');
  await page.goBack();
  await expectSection(page, 'Review');
  await edit('Address').click();
  await fillTexts(page, { 'City or town': 'Durban' });
  await pressNext(page);
  await expectSection(page, 'Review');
  await expect(page.getByText('Durban')).toBeVisible();
  await edit('Customer').click();
  await expectSection(page, 'Customer');
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expectSection(page, 'Review');
  await page.goBack();
  await expectSection(page, 'Sign');
  await pressNext(page);
  await expectSection(page, 'Review');
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page).toHaveURL(/\/captured\/.+/);
  await page.goBack();
  await atHome(page);
});

/** The current entry of the browser's history: the depth of its section, and the number of its open layers. */
const entryOf = (page: Page) =>
  page.evaluate(() => [history.state?.step?.depth, history.state?.layers?.length ?? 0]);

test('Back closes an enlarged photo and stays in the section', async ({ device }) => {
  const page = await device.openApp('/');
  await page.goto('/register');
  await expectSection(page, 'Customer');
  await goToSection(page, 'Documents');
  await addFile(page, 'ID document', 'id.jpg', await photo(page, 900, 600));
  const preview = page.getByRole('button', { name: 'Preview of id.jpg' });
  await preview.click();
  await expect(preview).toHaveAttribute('aria-expanded', 'true');
  await page.goBack();
  await expect(preview).toHaveAttribute('aria-expanded', 'false');
  await expectSection(page, 'Documents');
  await preview.click();
  await expect.poll(() => entryOf(page)).toEqual([3, 1]);
  await preview.click();
  await expect(preview).toHaveAttribute('aria-expanded', 'false');
  await expect.poll(() => entryOf(page)).toEqual([3, 0]);
  await page.goBack();
  await expectSection(page, 'Address');
  await goToSection(page, 'Documents');
  await expect.poll(() => entryOf(page)).toEqual([3, 0]);
  await preview.click();
  await expect.poll(() => entryOf(page)).toEqual([3, 1]);
  await pressNext(page);
  await page.getByRole('button', { name: 'Go on without it', exact: true }).click();
  await expectSection(page, 'Sign');
  await expect.poll(() => entryOf(page)).toEqual([4, 0]);
  await page.goBack();
  await expectSection(page, 'Documents');
  await page.goBack();
  await expectSection(page, 'Address');
});

test('Back closes a question and stays on the screen', async ({ device }) => {
  const page = await device.openApp('/register');
  await fillTexts(page, { 'First name': 'Anele' });
  await page.waitForURL(/\/register\/.+/);
  await page.goto('/');
  await page.getByRole('link', { name: 'Outbox' }).first().click();
  // Home's own list has a link with the same name, which opens the form.
  await expect(page.getByRole('heading', { level: 1, name: 'Outbox' })).toBeVisible();
  await page.getByRole('link', { name: /^Details of Anele/ }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toBeVisible();
  const path = new URL(page.url()).pathname;
  await page.goBack();
  await expect(question).toHaveCount(0);
  expect(new URL(page.url()).pathname).toBe(path);
  // If the agent closes the question by its button, the history keeps no entry for it.
  await page.getByRole('button', { name: 'Delete' }).click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/outbox$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/outbox$/);
  await page.goBack();
  await atHome(page);
});
