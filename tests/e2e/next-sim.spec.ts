import { expect, type Page } from '@playwright/test';
import { expectSubmitted, here, registrationIndividual } from '../support/form-cases.ts';
import {
  addFile,
  customer,
  expectSection,
  fillRegistration,
  fillSign,
  fillTexts,
  photo,
  pressNext,
} from '../support/form-filling.ts';
import { expectStored, waitForStored } from '../support/stored-submission.ts';
import { test } from './fixtures/test.ts';

const another = (page: Page) =>
  page.getByRole('button', { name: 'Register another SIM for this customer' });

/** What the new form holds of the customer, and what it must not: gone through section by section. */
async function finish(page: Page, simCardNumber: string): Promise<void> {
  await expect(page).toHaveURL(/\/register\/.+/);
  await expectSection(page, 'Customer');
  await expect(page.getByLabel('First name')).toHaveValue(customer.firstName);
  await pressNext(page);
  await expectSection(page, 'SIM card');
  await expect(page.getByLabel('SIM card number')).toHaveValue('');
  await fillTexts(page, { 'SIM card number': simCardNumber });
  await pressNext(page);
  await expect(page.getByLabel('Street or place')).toHaveValue(customer.street);
  await pressNext(page);
  await expectSection(page, 'Documents');
  await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
  await addFile(page, 'ID document', 'again.jpg', await photo(page, 900, 600));
  await pressNext(page);
  await expect(page.getByLabel('The customer agrees to the terms')).not.toBeChecked();
  await pressNext(page);
  await expect(page.getByText('The signature is missing.')).toBeVisible();
  await fillSign(page);
  await pressNext(page);
  await expectSection(page, 'Review');
}

test('another SIM for the same customer, before and after delivery', async ({
  backend,
  device,
}) => {
  await device.installApp();
  await device.goOffline();
  const page = await device.open('/register');
  await fillRegistration(page);
  await expectSubmitted(page, false);
  await another(page).click();
  await finish(page, '8927100000001234561');
  await expectSubmitted(page, false);
  await device.goOnline();
  await waitForStored(backend.dataDir, 1, 2);
  await expect(page.getByText('Sent', { exact: true }).first()).toBeVisible();
  await another(page).click();
  await finish(page, '8927071234567890129');
  await expectSubmitted(page, true);
  const stored = await waitForStored(backend.dataDir, 1, 3);
  for (const [index, simCardNumber] of [
    customer.simCardNumber.replaceAll(' ', ''),
    '8927100000001234561',
    '8927071234567890129',
  ].entries())
    expectStored(backend.dataDir, stored[index], {
      formData: { ...registrationIndividual, simCardNumber },
      ...here,
      isBusiness: false,
      documents: [{ kind: 'idDocument' }],
    });
  expect(new Set(stored.map(({ formId }) => formId)).size).toBe(3);
  // A page opened anew knows nothing of a delivered customer.
  await expect(page.getByText('Sent', { exact: true }).first()).toBeVisible();
  await page.reload();
  await expect(page.getByText('T. N.').first()).toBeVisible();
  await expect(another(page)).toHaveCount(0);
});
