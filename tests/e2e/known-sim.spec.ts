import { expect } from '@playwright/test';
import { openReview } from '../support/form/complete-draft.ts';
import { customer, goToSection, pressNext } from '../support/form/form-filling.ts';
import { test } from './fixtures/test.ts';

test('a SIM card number that this phone has delivered warns in the next form, and can be used all the same', async ({
  device,
}) => {
  const page = await device.installApp();
  await openReview(page);
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByText('Sent', { exact: true })).toBeVisible({ timeout: 60_000 });
  const delivered = new URL(page.url()).pathname.split('/').at(-1) ?? '';

  await page.goto('/register');
  await goToSection(page, 'SIM card');
  const sim = page.getByLabel('SIM card number', { exact: true });
  await sim.fill(customer.simCardNumber);
  await pressNext(page);
  await expect(sim).toHaveAccessibleDescription(
    /Another submission on this device has this SIM card number/,
  );
  await expect(page.getByRole('link', { name: 'Open the other submission' })).toHaveAttribute(
    'href',
    `/outbox/${delivered}`,
  );
  await page.getByRole('button', { name: 'Use it anyway' }).click();
  await pressNext(page);
  await expect(page.getByRole('heading', { level: 2, name: 'Address' })).toBeVisible();
});
