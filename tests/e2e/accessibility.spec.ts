import { expect, type Page } from '@playwright/test';
import { checkScreen } from '../support/browser/screen-check.ts';
import { openSettings } from '../support/browser/settings-page.ts';
import {
  addFile,
  customer,
  expectSection,
  fillAddress,
  fillCustomer,
  fillSign,
  photo,
} from '../support/form/form-filling.ts';
import { madeUpRow, seedOutbox } from '../support/world/seeded-outbox.ts';
import { test } from './fixtures/test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('the public screens and the forms have no accessibility errors', { tag: '@core' }, async ({
  device,
}) => {
  const page = await device.installApp();
  await checkScreen(page, 'Home');
  await page.goto('/help/termsconditions');
  await expect(page).toHaveTitle('Terms and Conditions - Veld');
  await checkScreen(page, 'Terms');

  await page.goto('/register');
  await expectSection(page, 'Customer');
  await page.getByLabel('ID number', { exact: true }).fill('123');
  await button(page, 'Next').click();
  await expect(page.getByText('4 answers need attention')).toBeVisible();
  await checkScreen(page, 'Register, with mistakes');
  await fillCustomer(page);
  await page.getByLabel('Business', { exact: true }).check();
  await button(page, 'Next').click();
  await expectSection(page, 'Business');
  await checkScreen(page, 'Register, Business');
  await button(page, 'Back').click();
  await page.getByLabel('Individual', { exact: true }).check();
  await button(page, 'Next').click();
  await expectSection(page, 'SIM card');
  await page.getByLabel('SIM card number', { exact: true }).fill('8944000000000000001');
  await button(page, 'Next').click();
  await expect(page.getByRole('button', { name: 'Use it anyway' }).first()).toBeVisible();
  await checkScreen(page, 'Register, with a doubt');
  await page.getByLabel('SIM card number', { exact: true }).fill(customer.simCardNumber);
  await button(page, 'Next').click();
  await fillAddress(page);
  await page.getByLabel('Add a work address').check();
  await checkScreen(page, 'Register, Address');
  await page.getByLabel('Add a work address').uncheck();
  await button(page, 'Next').click();
  await expectSection(page, 'Documents');
  await addFile(page, 'ID document', 'id-front.jpg', await photo(page));
  await checkScreen(page, 'Register, Documents');
  await button(page, 'Next').click();
  await checkScreen(page, 'Register, Documents, the back is missing');
  await button(page, 'Go on without it').click();
  await fillSign(page);
  await checkScreen(page, 'Register, Sign');
  await button(page, 'Next').click();
  await expectSection(page, 'Review');
  await checkScreen(page, 'Register, Review');
  await page.goto('/replace');
  await expectSection(page, 'Customer');
  await checkScreen(page, 'Replace');
});

test('the outbox, the settings and the messages have no accessibility errors', {
  tag: '@core',
}, async ({ device }) => {
  const page = await device.installApp();
  await page.goto('/outbox');
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  await checkScreen(page, 'Outbox, empty');
  await page.goto('/settings');
  await expect(page.getByText('This phone')).toBeVisible();
  await checkScreen(page, 'Settings');
  await openSettings(page, 'price');
  await page.getByLabel('Price per MB').fill('much');
  await checkScreen(page, 'Data price');

  await page.goto('/replace');
  await page.getByLabel('First name', { exact: true }).fill('Anele');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await device.goOffline();
  await seedOutbox(
    page,
    (['delivered', 'queued', 'rejected'] as const).map((status, index) =>
      madeUpRow(index + 1, status),
    ),
  );
  await page.goto('/outbox');
  await page.getByLabel('Search by name or number').focus();
  await page.getByRole('button', { name: 'Choose a day' }).click();
  await page.getByRole('button', { name: 'Why?' }).click();
  await expect(page.getByRole('region', { name: 'Submissions' }).getByRole('listitem')).toHaveCount(
    4,
  );
  await checkScreen(page, 'Outbox');
  for (const [number, word] of [
    [1, 'Sent'],
    [2, 'Waiting to send'],
    [3, 'Needs attention'],
  ] as const) {
    await page.goto(`/outbox/00000000-0000-4000-8000-00000000000${number}`);
    await expect(page.getByText(word, { exact: true }).first()).toBeVisible();
    await checkScreen(page, `Submission, ${word}`);
  }
  await page.goto('/');
  await expect(page.getByRole('list', { name: 'Continue' })).toBeVisible();
  await checkScreen(page, 'Home, with drafts');
  await page.goto('/outbox');
  await page.getByRole('link', { name: /^Details of Anele/ }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await checkScreen(page, 'A question');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Delete/ })
    .click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await checkScreen(page, 'A message');
});

test('in forced colours the current tab, chip and section differ from the others, and icons have the text’s colour', async ({
  device,
}) => {
  const page = await device.installApp();
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await page.goto('/outbox');
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  await seedOutbox(page, [madeUpRow(1, 'delivered')]);
  await page.reload();
  const chips = page.getByRole('group', { name: 'Show' });
  await expect(chips.getByRole('button', { pressed: true })).toHaveCount(1);
  const look = (selector: string, pseudo?: string) =>
    page.evaluate(
      ([wanted, part]) =>
        [...document.querySelectorAll(wanted)].map((element) => {
          const { content, height, backgroundColor, borderTopWidth } = getComputedStyle(
            element,
            part,
          );
          return [content, height, backgroundColor, borderTopWidth].join(' ');
        }),
      [selector, pseudo] as const,
    );
  const [chosen, ...chipLooks] = await look('[aria-label="Show"] button', '::after');
  expect(chipLooks).toHaveLength(4);
  expect(chipLooks).not.toContain(chosen);
  const [current] = await look('nav a[aria-current] svg ~ *, nav a[aria-current] :has(> svg)');
  const tabs = await look(
    'nav a:not([aria-current]) svg ~ *, nav a:not([aria-current]) :has(> svg)',
  );
  expect(current).toBeDefined();
  expect(tabs.length).toBeGreaterThan(1);
  expect(tabs).not.toContain(current);

  await page.goto('/register');
  await expect(page.getByLabel('First name')).toBeVisible();
  const [here, ...sections] = await look('nav[aria-label="Sections"] button', '::before');
  expect(sections.length).toBeGreaterThan(3);
  expect(sections).not.toContain(here);

  await page.goto('/settings');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(9);
  const colours = await page.evaluate(() =>
    [...document.querySelectorAll('main svg')].map((icon) => [
      getComputedStyle(icon).color,
      icon.parentElement && getComputedStyle(icon.parentElement).color,
    ]),
  );
  expect(colours.length).toBeGreaterThan(9);
  for (const [icon, words] of colours) expect(icon).toBe(words);
});
