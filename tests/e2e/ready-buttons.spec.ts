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
