import { expect, type Route } from '@playwright/test';
import { storedRegistrations } from '../support/backend/stored-registrations.ts';
import { submitAll } from '../support/form/complete-draft.ts';
import { test } from './fixtures/faulty-test.ts';
import { expectSent, openOutbox } from './fixtures/outbox-test.ts';

test('a phone without its cookie sends all waiting forms, even if the first answers set no new cookie', async ({
  backend,
  device,
  road,
}) => {
  test.setTimeout(400_000);
  const page = await openOutbox(device);
  const names = ['Amahle', 'Bheki', 'Cindy', 'Dineo', 'Eva', 'Fezile'];
  await device.goOffline();
  await submitAll(
    page,
    names.map((name) => ({ name })),
  );
  // A killed browser has lost its newest cookies, because Chromium writes them to the disk half a minute late.
  await device.context.clearCookies();
  let unanswered = 2;
  road.follow(({ path }) => {
    if (!path.includes('GetInfo') || unanswered === 0) return null;
    unanswered -= 1;
    return 'status500';
  });
  await page.goto('/outbox');
  await device.goOnline();
  // On a busy machine one more attempt may fail. The wait after it takes some minutes.
  await expectSent(page, names.length, 300_000);
  expect(unanswered).toBe(0);
  await expect(
    page.getByRole('region', { name: 'Submissions' }).getByText('Needs attention', { exact: true }),
  ).toHaveCount(0);
  expect(storedRegistrations(backend.dataDir)).toHaveLength(names.length);
});

test('a call is not refused if another tab or a page replaces its cookie meanwhile', async ({
  backend,
  device,
}) => {
  await device.switchOn();
  // Without Background Sync the page itself sends. The test can hold the page's calls between their header and their cookie.
  await device.context.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'SyncManager');
  });
  const page = await openOutbox(device);
  await device.goOffline();
  await submitAll(page, [{ name: 'Amahle' }]);
  await device.context.clearCookies();
  const from = ['/api/Info/GetInfo', '/api/Info/GetInfo', '/'];
  const replaceCookie = async (route: Route): Promise<void> => {
    const headers = await route.request().allHeaders();
    await device.context.clearCookies();
    const another = await device.context.request.get(from.shift() ?? '/', {
      headers: {
        'x-application-key': headers['x-application-key'] ?? '',
        'x-device-identifier': headers['x-device-identifier'] ?? '',
      },
    });
    expect(another.headers()['set-cookie']).toContain('XSRF-TOKEN=');
    await route.continue();
  };
  await page.route('**/api/SimRegistration/*', replaceCookie, { times: 3 });
  await page.goto('/outbox');
  await device.goOnline();
  await expectSent(page, 1);
  expect(from).toEqual([]);
  expect(storedRegistrations(backend.dataDir)).toHaveLength(1);
});
