import { expect } from '@playwright/test';
import { openReview } from '../support/form/complete-draft.ts';
import { expectSection, goToSection, pressNext } from '../support/form/form-filling.ts';
import { test } from './fixtures/test.ts';

test('a form warns of a SIM card number in another draft or delivery, and can still use it', async ({
  device,
}) => {
  const page = await device.installApp();
  const sim = page.getByLabel('SIM card number', { exact: true });
  const warning = /Another form on this phone has this number/;
  const other = page.getByRole('link', { name: 'Open the other form' });

  await test.step('begun', async () => {
    await page.goto('/replace');
    await page.getByLabel('First name').fill('Sipho');
    await goToSection(page, 'SIM card');
    await page.getByLabel('New SIM card number').fill('8927 0100 0000 1234 560');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await expect(page).toHaveURL(/\/replace\/.+/);
    const begun = new URL(page.url()).pathname.split('/').at(-1);

    await page.goto('/register');
    await goToSection(page, 'SIM card');
    await sim.fill('8927010000001234560F');
    await pressNext(page);
    await expect(sim).toHaveAccessibleDescription(warning);
    await expect(other).toHaveAttribute('href', `/outbox/${begun}`);
    await other.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Sipho' })).toBeVisible();
    await page.goBack();
    await expect(sim).toHaveValue('8927010000001234560F');
    await pressNext(page);
    await expect(page.getByRole('button', { name: 'Use it anyway' })).toBeVisible();
    await pressNext(page);
    await expectSection(page, 'Address');
    // The agent has passed the warning once, so the app does not show it again.
    await page.getByRole('button', { name: 'Back' }).click();
    await pressNext(page);
    await expectSection(page, 'Address');
  });

  await test.step('delivered', async () => {
    const values = { simCardNumber: '8927100000001234561' };
    await openReview(page, { values });
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await expect(page.getByText('Sent', { exact: true })).toBeVisible({ timeout: 60_000 });
    const delivered = new URL(page.url()).pathname.split('/').at(-1);

    await page.goto('/register');
    await goToSection(page, 'SIM card');
    await sim.fill(values.simCardNumber);
    await pressNext(page);
    await expect(sim).toHaveAccessibleDescription(warning);
    await expect(other).toHaveAttribute('href', `/outbox/${delivered}`);
    await page.getByRole('button', { name: 'Use it anyway' }).click();
    await pressNext(page);
    await expectSection(page, 'Address');
  });
});
