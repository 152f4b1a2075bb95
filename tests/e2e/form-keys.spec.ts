import { expect, type Page } from '@playwright/test';
import { tableRows } from '../support/disk/app-database.ts';
import {
  customer,
  expectSection,
  fillRegistration,
  goToSection,
  pressNext,
} from '../support/form/form-filling.ts';
import { test } from './fixtures/test.ts';

const caretOf = (page: Page, label: string) =>
  page
    .getByLabel(label, { exact: true })
    .evaluate((input) => (input as HTMLInputElement).selectionStart);

test('a SIM card number is shown in groups of four with a count, also after a change in the middle', async ({
  device,
}) => {
  const page = await device.openApp('/register');
  await expectSection(page, 'Customer');
  await goToSection(page, 'SIM card');
  const number = page.getByLabel('SIM card number', { exact: true });
  await expect(number).toHaveAccessibleDescription(
    'The long number beside the barcode on the pack. It begins with 89. 0 of 19',
  );
  // All SIM card numbers of this country begin with the same digits. The agent need not type them.
  await page.getByRole('button', { name: '8927…', exact: true }).click();
  await expect(number).toBeFocused();
  await page.keyboard.type('01000000');
  await expect(number).toHaveValue('8927 0100 0000');
  await expect(page.getByText('12 of 19')).toBeVisible();
  // The agent adds a digit that is missing in the middle.
  await number.evaluate((input) => (input as HTMLInputElement).setSelectionRange(7, 7));
  await page.keyboard.type('9');
  await expect(number).toHaveValue('8927 0190 0000 0');
  expect(await caretOf(page, 'SIM card number')).toBe(8);
  await page.keyboard.press('Backspace');
  await expect(number).toHaveValue('8927 0100 0000');
  expect(await caretOf(page, 'SIM card number')).toBe(7);
  // At a gap, Backspace takes the digit before it.
  await number.evaluate((input) => (input as HTMLInputElement).setSelectionRange(5, 5));
  await page.keyboard.press('Backspace');
  await expect(number).toHaveValue('8920 1000 000');
  expect(await caretOf(page, 'SIM card number')).toBe(3);
  await number.fill('89270100000012345601');
  await expect(number).toHaveValue('8927 0100 0000 1234 5601');
  await expect(page.getByText('20 digits')).toBeVisible();
});

test('one tap chooses a common title; the list has the others', async ({ device }) => {
  const page = await device.openApp('/register');
  const title = page.getByLabel('Title', { exact: true });
  const chip = (name: string) => page.getByRole('button', { name, exact: true });
  await chip('Mrs').click();
  await expect(title).toHaveValue('Mrs');
  await expect(chip('Mrs')).toHaveAttribute('aria-pressed', 'true');
  await title.selectOption('Chief');
  await expect(chip('Mrs')).toHaveAttribute('aria-pressed', 'false');
});

test('the next form suggests the last places and streets, and the phone stores nothing else about them', async ({
  device,
}) => {
  const page = await device.openApp('/register');
  await fillRegistration(page);
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/register'));
  const kept = async () =>
    (await tableRows(page, 'device')).find(({ key }) => key === 'recentPlaces')?.['value'];
  await expect.poll(kept).toBeDefined();
  const stored = JSON.stringify(await tableRows(page, 'device'));
  expect(stored).not.toContain(customer.suburb);
  expect(stored).not.toContain(customer.street);
  // Until it is closed, the app remembers the first digits of the last SIM card number: those of its box, and those of its issuer.
  await page.getByRole('button', { name: 'Next customer' }).click();
  await expectSection(page, 'Customer');
  await goToSection(page, 'SIM card');
  const number = page.getByLabel('SIM card number', { exact: true });
  const starts = page.getByRole('group', { name: 'How the number begins' }).getByRole('button');
  await expect(starts).toHaveText(['8927 0100 0000…', '8927 01…']);
  await starts.first().click();
  await expect(number).toHaveValue('8927 0100 0000');
  await expect(number).toBeFocused();
  await number.fill('');
  await starts.last().click();
  await expect(number).toHaveValue('8927 01');
  await goToSection(page, 'Address');
  const street = page.getByLabel('Street or place', { exact: true });
  const suburb = page.getByLabel('Suburb or village', { exact: true });
  const city = page.getByLabel('City or town', { exact: true });
  const streetChip = page.getByRole('button', {
    name: `${customer.street}, ${customer.suburb}`,
    exact: true,
  });
  await streetChip.click();
  await expect(street).toHaveValue(customer.street);
  // One tap also fills in the street's place.
  await expect(suburb).toHaveValue(customer.suburb);
  await expect(city).toHaveValue(customer.city);
  await expect(street).toBeFocused();
  // The caret is in front of the street, for a house number.
  await expect.poll(() => caretOf(page, 'Street or place')).toBe(0);
  await street.fill('12');
  await streetChip.click();
  await expect(street).toHaveValue(`12 ${customer.street}`);
  await expect(streetChip).toHaveAttribute('aria-pressed', 'true');
  const chip = page.getByRole('button', { name: `${customer.suburb}, ${customer.city}` });
  await suburb.fill('');
  await expect(streetChip).toHaveAttribute('aria-pressed', 'false');
  await city.fill('');
  await chip.click();
  await expect(suburb).toHaveValue(customer.suburb);
  await expect(city).toHaveValue(customer.city);
  await street.fill('');
  await pressNext(page);
  // The focus goes to the field, not to a chip.
  await expect(street).toBeFocused();
});
