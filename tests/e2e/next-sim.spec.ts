import { expect, type Page } from '@playwright/test';
import { expectStored, waitForStored } from '../support/backend/stored-registrations.ts';
import { openReview, seedDrafts } from '../support/form/complete-draft.ts';
import { expectSubmitted, here, registrationIndividual } from '../support/form/form-cases.ts';
import {
  addFile,
  besideField,
  customer,
  drawSignature,
  expectSection,
  fillRegistration,
  fillSign,
  fillTexts,
  goToSection,
  photo,
  pressNext,
} from '../support/form/form-filling.ts';
import { test } from './fixtures/test.ts';

const another = (page: Page) => page.getByRole('button', { name: 'Another SIM for this customer' });
const removals = (page: Page) => page.getByRole('button', { name: /^Remove/ });

/** Checks the new form section by section: the customer's data that it must have, and the data that it must not have. */
async function finish(page: Page, simCardNumber: string): Promise<void> {
  await expect(page).toHaveURL(/\/register\/.+/);
  await expectSection(page, 'SIM card');
  await expect(page.getByLabel('SIM card number')).toHaveValue('');
  await fillTexts(page, { 'SIM card number': simCardNumber });
  await pressNext(page);
  await expect(page.getByLabel('Street or place')).toHaveValue(customer.street);
  await pressNext(page);
  await expectSection(page, 'Documents');
  await expect(removals(page)).toHaveAccessibleName('Remove id-front.jpg');
  await pressNext(page);
  await expect(page.getByLabel('The customer agrees to the terms')).not.toBeChecked();
  await pressNext(page);
  await expect(besideField(page, 'Ask the customer to sign.')).toBeVisible();
  await fillSign(page);
  await pressNext(page);
  await expectSection(page, 'Review');
}

test('a form for the customer’s next SIM has texts and documents, before and after the delivery', async ({
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
  // After a reload, the page has no data of a delivered customer.
  await expect(page.getByText('Sent', { exact: true }).first()).toBeVisible();
  await page.reload();
  await expect(page.getByText('T. N.').first()).toBeVisible();
  await expect(another(page)).toHaveCount(0);
});

test('apart from the number, each further SIM needs at most eight taps', async ({ device }) => {
  const page = await device.installApp();
  await openReview(page);
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  const captured = page.getByRole('heading', { level: 1, name: 'Captured' });
  for (const simCardNumber of ['8927100000001234561', '8927071234567890129']) {
    await expect(captured).toBeVisible();
    await expect(page.getByText('Sent', { exact: true })).toBeVisible({ timeout: 60_000 });
    let taps = 0;
    const tap = async (name: string): Promise<void> => {
      taps += 1;
      await page.getByRole('button', { name, exact: true }).click();
    };
    await tap('Another SIM for this customer');
    await expect(page.getByLabel('SIM card number')).toBeFocused();
    await page.keyboard.type(simCardNumber);
    await tap('Next');
    await expectSection(page, 'Address');
    await tap('Next');
    await expectSection(page, 'Documents');
    await tap('Next');
    await expectSection(page, 'Sign');
    // The form has looked for the location since it was opened.
    await expect(page.getByText('-33.91886')).toBeVisible();
    taps += 1;
    await page.getByLabel('The customer agrees to the terms and conditions').check();
    taps += 1;
    await drawSignature(page);
    await tap('Next');
    await expectSection(page, 'Review');
    await tap('Submit');
    await expect(captured).toBeVisible();
    expect(taps).toBeLessThanOrEqual(8);
  }
});

test('a second tap while documents are copied begins no second form', async ({ device }) => {
  const page = await device.installApp();
  await device.goOffline();
  await openReview(page);
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await page.getByRole('button', { name: 'Another SIM for this customer' }).dblclick();
  await expectSection(page, 'SIM card');
  await page.goto('/outbox');
  await expect(page.getByRole('listitem').filter({ hasText: 'Draft' })).toHaveCount(1);
});

test('documents that are added to the next form stay in that form only', async ({ device }) => {
  const page = await device.installApp();
  await device.goOffline();
  await openReview(page);
  await expectSubmitted(page, false);
  await another(page).click();
  await expectSection(page, 'SIM card');
  await page.getByRole('navigation', { name: 'Sections' }).getByText('Documents').click();
  await addFile(page, 'ID document', 'back.jpg', await photo(page, 900, 600));
  await expect(removals(page)).toHaveCount(2);
  await page.reload();
  await expect(removals(page)).toHaveCount(2);
});

test('a replacement of the customer’s next lost SIM has the customer’s texts and documents', async ({
  device,
}) => {
  const page = await device.installApp();
  await device.goOffline();
  const [id] = await seedDrafts(page, [
    { name: 'Bheki', kind: 'replacement', documents: ['idDocument', 'policeDocument'] },
  ]);
  await page.goto(`/replace/${id}`);
  await goToSection(page, 'Review');
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Captured' })).toBeVisible();
  await another(page).click();
  await expect(page).toHaveURL(/\/replace\/.+/);
  await expectSection(page, 'SIM card');
  for (const label of ['Cellphone number to keep', 'New SIM card number'])
    await expect(page.getByLabel(label)).toHaveValue('');
  await goToSection(page, 'Documents');
  await expect(removals(page)).toHaveCount(2);
  await goToSection(page, 'Sign');
  await expect(page.getByLabel('The customer agrees to the terms')).not.toBeChecked();
  await goToSection(page, 'Customer');
  await expect(page.getByLabel('First name')).toHaveValue('Bheki');
});
