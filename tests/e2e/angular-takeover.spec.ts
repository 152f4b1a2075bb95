import { expect, type Page } from '@playwright/test';
import { OldAngularApp } from '../support/app/old-angular-app.ts';
import { BackendProcess } from '../support/backend/backend-process.ts';
import { Device, unlessLeaving } from '../support/browser/device.ts';
import { test } from './fixtures/test.ts';

const cacheNames = (page: Page) => unlessLeaving(page.evaluate(() => caches.keys()));

test('an old Angular installation shows Veld when it is opened the second time', async () => {
  const [old, backend] = await Promise.all([OldAngularApp.start(), BackendProcess.start()]);
  const device = new Device(old.address);
  try {
    await device.switchOn();
    const page = await device.installApp();
    await page.goto('/outbox');
    await expect(page.getByRole('heading', { name: 'The old app' })).toBeVisible();
    expect(await cacheNames(page)).toContain('ngsw:/:db:control');

    old.replaceBy(backend.address);
    const manifest = await fetch(`${old.address}/ngsw.json`, {
      headers: { Accept: 'text/html,*/*' },
    });
    expect(manifest.status).toBe(404);

    await page.goto('/register');
    await expect
      .poll(async () => (await cacheNames(page))?.some((name) => name.startsWith('ngsw:')), {
        timeout: 60_000,
      })
      .toBe(false);
    await page.goto('/register');
    await expect(page).toHaveTitle('Register a SIM - Veld');

    // The app is installed again at the same address, and works without a network.
    await device.installApp();
    expect(await cacheNames(page)).toEqual([expect.stringMatching(/^workbox-precache/)]);
    await device.goOffline();
    await page.goto('/outbox');
    await expect(page).toHaveTitle('Outbox - Veld');
  } finally {
    await device.remove();
    await Promise.all([old.stop(), backend.remove()]);
  }
});
