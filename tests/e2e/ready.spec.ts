import { expect, type Page } from '@playwright/test';
import { axeViolations } from '../support/browser/screen-check.ts';
import { test } from './fixtures/test.ts';

const lineOf = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });

test('‘Ready for the field’ lists what is missing, and says when everything is ready', async ({
  device,
}) => {
  const page = await device.installApp();
  await page.goto('/ready');
  await expect(page.getByRole('heading', { level: 1, name: 'Ready for the field' })).toBeVisible();
  await expect(page).toHaveTitle('Ready for the field - Veld');
  await expect(lineOf(page, 'Works without signal')).toContainText('Ready');
  await expect(lineOf(page, 'Date and time')).toContainText('Ready');
  await expect(lineOf(page, 'References in reserve')).toContainText('Ready', { timeout: 60_000 });
  await expect(lineOf(page, 'Nothing waiting too long')).toContainText('Ready');
  expect(await axeViolations(page)).toEqual([]);

  // One button a line, under the sentence that says why.
  const alerts = lineOf(page, 'Alerts');
  await expect(alerts).toContainText('Turn on notifications for Veld in the browser’s settings');
  await device.context.grantPermissions(['geolocation', 'notifications']);
  await alerts.getByRole('button', { name: 'Check again' }).click();
  for (const name of ['Location', 'Alerts'])
    await expect(lineOf(page, name)).toContainText('Ready');
  // Photos are the phone's own camera's, and need no permission: it is said, and nobody is kept back.
  await expect(lineOf(page, 'Camera')).toContainText(/Ready|Not known/);

  // A file that the browser cleared is missed; without signal the clock is not known, and keeps nobody back.
  await page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      const [one] = (await cache.keys()).filter(({ url }) => url.includes('/assets/terms'));
      if (one !== undefined) await cache.delete(one);
    }
  });
  await device.goOffline();
  await page.reload();
  await expect(lineOf(page, 'Works without signal')).toContainText(
    /Veld is not complete: 1 file is missing/,
  );
  await expect(lineOf(page, 'Date and time')).toContainText('Not known');

  // Home says so until it is mended.
  await page.getByRole('link', { name: 'Home' }).first().click();
  await page.getByRole('link', { name: 'See what is missing' }).click();
  await expect(page).toHaveURL('/ready');
});
