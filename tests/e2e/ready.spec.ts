import { expect, type Page } from '@playwright/test';
import { axeViolations } from '../support/browser/screen-check.ts';
import { test } from './fixtures/test.ts';

/** The line of a condition that is met, or that the browser does not report. */
const lineOf = (page: Page, name: string | RegExp) =>
  page
    .locator('details:not(:has(details))')
    .filter({ has: page.locator('summary', { hasText: name }) });

const group = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });

test('‘Ready for the field’ has three ranks, fits into one view, and says when all is ready', async ({
  device,
}) => {
  await device.switchOn();
  // A phone with a camera. Its browser protects the stored forms.
  await device.context.addInitScript(() => {
    MediaDevices.prototype.enumerateDevices = async () => [
      { kind: 'videoinput', deviceId: '', groupId: '', label: '', toJSON: () => null },
    ];
    StorageManager.prototype.persisted = async () => true;
  });
  const page = await device.installApp();
  await page.goto('/ready');
  await expect(page.getByRole('heading', { level: 1, name: 'Ready for the field' })).toBeVisible();
  await expect(page).toHaveTitle('Ready for the field - Veld');
  const ready = group(page, 'Ready');
  await expect(ready).toContainText('Works without signal');
  await expect(ready).toContainText('Date and time');
  await expect(ready).toContainText('Nothing waiting too long');
  await expect(lineOf(page, /\d+ references? in reserve/)).toBeVisible({ timeout: 60_000 });
  expect(await axeViolations(page)).toEqual([]);
  const end = page.getByRole('link', { name: 'Practise with a made-up customer' });
  const { y = 0, height = 0 } = (await end.boundingBox()) ?? {};
  const tabs = await page.locator('header nav').boundingBox();
  expect(y + height).toBeLessThanOrEqual(tabs?.y ?? 0);

  // A tap shows more.
  await lineOf(page, 'Works without signal').locator('summary').click();
  await expect(page.getByText('All of Veld is on this phone.')).toBeVisible();

  // Each tip has one button, and the agent can hide a tip for 30 days.
  const alerts = group(page, 'Good to do').getByRole('listitem');
  await expect(alerts).toContainText('It is blocked. Allow it in the browser’s settings.');
  await alerts.getByRole('button', { name: 'More: Turn on alerts' }).click();
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByText('You are ready.')).toBeVisible();
  await expect(lineOf(page, 'Turn on alerts')).toContainText('Not now');
  expect(await axeViolations(page)).toEqual([]);
  await page.clock.install({ time: Date.now() + 31 * 24 * 3_600_000 });
  await page.reload();
  await expect(alerts).toContainText('Turn on alerts');
  await device.context.grantPermissions(['geolocation', 'notifications']);
  await alerts.getByRole('button', { name: 'Check again' }).click();
  // The browser allows alerts now. They are on only once the agent wants them.
  await alerts.getByRole('button', { name: 'Allow' }).click();
  await expect(lineOf(page, 'Alerts · Location')).toBeVisible();

  // The page names the scanner with its size. The agent can fetch the scanner before the signal is lost.
  await lineOf(page, 'The scanner').locator('summary').click();
  await device.context.route('**/*.wasm', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: /^Get it now, 321/ }).click();
  await expect(page.getByText('The scanner is not on this phone yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: /^Get it now, 321/ }).click();
  await expect(page.getByText('It reads barcodes also without signal.')).toBeVisible();

  // The page reports a file that the browser has cleared. Without signal the page cannot check the clock, but that stops no agent.
  // Each check of the page lets the worker fetch that file. Offline and without the browser's own cache it gets no file.
  await device.goOffline();
  const session = await device.context.newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      const [one] = (await cache.keys()).filter(({ url }) => url.includes('/assets/terms'));
      if (one !== undefined) await cache.delete(one);
    }
  });
  await page.reload();
  const stop = group(page, 'Veld is not complete on this phone');
  await expect(stop).toContainText('Stay online for a minute.');
  await expect(stop.getByRole('button', { name: 'Check again' })).toBeVisible();
  await expect(lineOf(page, 'Date and time')).toContainText('Not known here');

  // Each check lets the worker fetch the missing file, and the next one sees it.
  await device.goOnline();
  await expect(async () => {
    await page.getByRole('button', { name: 'Check again' }).first().click();
    await expect(stop).toBeHidden({ timeout: 2_000 });
  }).toPass();
});
