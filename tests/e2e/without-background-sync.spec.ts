import { expect } from '@playwright/test';
import { openReview } from '../support/form/complete-draft.ts';
import { test } from './fixtures/test.ts';

// As in Firefox, and in every browser of iOS.
test.beforeEach(async ({ device }) => {
  await device.switchOn();
  await device.context.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'SyncManager');
  });
});

test('nothing promises to send with Veld closed where the browser does not', {
  tag: '@core',
}, async ({ device }) => {
  const page = await device.installApp();
  await expect(page.getByText('This browser sends it while Veld is open.')).toBeVisible();
  await expect(page.getByText('close the app')).toHaveCount(0);
  await page.goto('/settings');
  await expect(page.getByText('This browser sends only while Veld is open')).toBeVisible();
  await expect(page.getByLabel('Tell me when something was delivered')).toHaveCount(0);
  await expect(page.getByText('works just as well in the browser')).toHaveCount(0);
  await openReview(page);
  await device.goOffline();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByText('Saved. Open Veld when you have signal')).toBeVisible();
  await page.getByRole('link', { name: 'Outbox' }).click();
  await page.getByRole('button', { name: 'Why?' }).click();
  await expect(page.getByText('keep it open when you have signal')).toBeVisible();
});

test('a network that came back unsaid is seen when the page is seen', async ({ device }) => {
  const page = await device.installApp();
  const bar = page.getByRole('region', { name: 'Status' });
  await expect(bar).toContainText('Online');
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => false, configurable: true });
    window.dispatchEvent(new Event('offline'));
  });
  await expect(bar).toContainText('Offline');
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(bar).toContainText('Online');
});
