import { expect } from '@playwright/test';
import { openSettings } from '../support/browser/settings-page.ts';
import { openReview, submitAll } from '../support/form/complete-draft.ts';
import { expectSent, test, waiting } from './fixtures/outbox-test.ts';

// Removes Background Sync. Firefox and every browser of iOS do not have it.
test.beforeEach(async ({ device }) => {
  await device.switchOn();
  await device.context.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'SyncManager');
  });
});

test('no text promises to send with Veld closed in a browser that cannot', async ({ device }) => {
  const page = await device.installApp();
  await page.goto('/help/guide');
  await page.getByText('About Veld', { exact: true }).click();
  await expect(page.getByText('This browser sends it while Veld is open.')).toBeVisible();
  await expect(page.getByText('You can close Veld')).toHaveCount(0);
  await openSettings(page, 'alerts');
  await expect(page.getByText('This browser sends only while Veld is open')).toBeVisible();
  await expect(page.getByLabel('Tell me when a form is sent')).toHaveCount(0);
  await openReview(page);
  await device.goOffline();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByText('Saved. Open Veld when you have signal')).toBeVisible();
  await page.getByRole('link', { name: 'Outbox' }).click();
  await page.getByRole('button', { name: 'Why?' }).click();
  await expect(page.getByText('Open Veld when you have signal.')).toBeVisible();
});

test('a shown page notices that the network is back, even without an event', async ({ device }) => {
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

test('an open page (or its worker) sends at its start, when the network is back, and when an attempt is due', async ({
  backend,
  device,
}) => {
  const page = await waiting(device, ['Amahle']);
  let fromPage = 0;
  page.on('request', (request) => {
    if (request.url().includes('/SimRegistration/') && request.serviceWorker() === null)
      fromPage += 1;
  });
  backend.rule({ call: 'SaveSignature', fate: { reply: { status: 500 } } });
  await device.goOnline();
  await expectSent(page, 1);
  expect(backend.calls('Amahle')).toHaveLength(4);
  expect(fromPage).toBe(4);

  await device.goOffline();
  await submitAll(page, [{ name: 'Bheki' }]);
  await page.close();
  await device.goOnline();
  const again = await device.context.newPage();
  await again.goto('/');
  await expect.poll(() => backend.calls('Bheki')).toHaveLength(3);
  await again.goto('/outbox');
  await expectSent(again, 2);

  // If only the permission is missing, the worker drains, but only while a page asks.
  const third = await device.context.newPage();
  await again.close();
  await third.addInitScript(() => {
    Object.assign(globalThis, { SyncManager: Object });
  });
  const session = await device.context.newCDPSession(third);
  await session.send('Browser.setPermission', {
    permission: { name: 'background-sync' },
    setting: 'denied',
    origin: backend.address,
  });
  await third.goto('/outbox');
  await device.goOffline();
  await submitAll(third, [{ name: 'Cindy' }]);
  backend.rule({ call: 'SaveIdDocument', fate: { reply: 'reset' } });
  await third.goto('/outbox');
  await device.goOnline();
  await expectSent(third, 3);
  expect(backend.documentNames('Cindy')).toHaveLength(1);
});
