import { expect } from '@playwright/test';
import { test, WORKER } from './fixtures/site-test.ts';

test('without a worker and without signal, ‘Load again’ keeps the page', async ({
  device,
  site,
}) => {
  site.replaced.set(WORKER, null);
  const page = await device.open('/ready');
  await expect(page.getByText('Load it again with signal.')).toBeVisible();
  const load = page.getByRole('button', { name: 'Load again' });
  await page.evaluate(() => Object.assign(window, { isMarked: true }));
  const isMarked = () => page.evaluate(() => 'isMarked' in window);
  await device.goOffline();
  await load.click();
  await expect(page.getByText('Stay on this page. Load it again with signal.')).toBeVisible();
  await expect(load).toBeEnabled();
  expect(await isMarked()).toBe(true);

  await device.goOnline();
  const loaded = page.waitForEvent('load');
  await load.click();
  await loaded;
  expect(await isMarked()).toBe(false);
  // Only a worker sends with Veld closed.
  await page.goto('/settings/alerts');
  await expect(page.getByText('This browser sends only while Veld is open')).toBeVisible();
});

test('a button that changes nothing says why', async ({ device }) => {
  await device.context.addInitScript(() => {
    // The browser's own offer to install Veld would give the button another name.
    addEventListener('beforeinstallprompt', (event) => event.stopImmediatePropagation());
    StorageManager.prototype.persisted = async () => false;
    StorageManager.prototype.persist = async () => false;
    Object.defineProperty(Notification, 'permission', { get: () => 'default' });
    Notification.requestPermission = async () => 'granted';
    let state = 'prompt';
    Permissions.prototype.query = async () => ({ state }) as PermissionStatus;
    Geolocation.prototype.getCurrentPosition = (found, failed) => {
      state = 'granted';
      if (Reflect.get(window, 'isOutside') === true) found({} as GeolocationPosition);
      else failed?.({ code: 2 } as GeolocationPositionError);
    };
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...args) {
      if (this.name === 'device' && Reflect.get(window, 'isFull') === true)
        throw new DOMException('', 'QuotaExceededError');
      return put.apply(this, args);
    };
  });
  const page = await device.installApp();
  await page.goto('/ready');
  await page.getByRole('button', { name: 'Protect my forms' }).click();
  await expect(page.getByText('Install Veld to protect them.')).toBeVisible();
  await page.getByRole('button', { name: 'Allow: Allow location' }).click();
  const location = page.getByRole('listitem').filter({ hasText: 'No location found' });
  await expect(location).toContainText('go outside');
  await page.evaluate(() => void Object.assign(window, { isOutside: true }));
  await location.getByRole('button', { name: 'Check again' }).click();
  await expect(location).toHaveCount(0);
  await page.evaluate(() => void Object.assign(window, { isFull: true }));
  await page.getByRole('button', { name: 'Allow: Turn on alerts' }).click();
  await expect(page.getByText('That setting could not be saved. Try again.')).toBeVisible();
  // The server of this test gives no references.
  await page.getByRole('button', { name: 'Get references' }).click();
  await expect(page.getByText('No references came yet. Try again later.')).toBeVisible();
});
