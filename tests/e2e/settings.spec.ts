import { expect } from '@playwright/test';
import { storedValue } from '../support/browser/page-watch.ts';
import { axeViolations } from '../support/browser/screen-check.ts';
import { openSettings } from '../support/browser/settings-page.ts';
import { openReview } from '../support/form/complete-draft.ts';
import { madeUpRow, seedOutbox } from '../support/world/seeded-outbox.ts';
import { test } from './fixtures/test.ts';

const uuid = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
/** Replaces the no-break spaces of amounts by spaces. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ');

test('the settings show the data that support asks for, and stored settings survive a restart', async ({
  device,
}) => {
  const identifiers = new Set<string | undefined>();
  const applications = new Set<string | undefined>();
  await device.switchOn();
  device.context.on('request', (request) => {
    if (!/\/api\/(?:Info|Sim)/.test(request.url())) return;
    identifiers.add(request.headers()['x-device-identifier']);
    applications.add(request.headers()['x-application-key']);
  });
  const page = await device.installApp();
  await page.goto('/outbox');
  await expect.poll(() => identifiers.size).toBe(1);
  expect([...applications]).toEqual(['veld-local-key']);
  await openSettings(page, 'phone');
  const [identifier] = identifiers;
  expect(identifier).toMatch(uuid);
  await expect(page.getByText(identifier ?? '-')).toBeVisible();
  await expect(page.getByText('0.1.0', { exact: true })).toBeVisible();
  await expect(page.getByText('local', { exact: true })).toBeVisible();
  expect(await storedValue(page, 'DeviceIdentifier')).toBe(identifier);
  for (const [name, value] of [
    // Chromium tells no page how full the disk is.
    ['Space free', /\d|Not known/],
    ['Protected', /Yes|Not protected/],
    ['Installed', 'No'],
  ] as const)
    await expect(
      page.getByText(name, { exact: true }).locator('xpath=following::dd[1]'),
    ).toHaveText(value);
  // The app shows this if the browser makes an offer, and also if only the browser's menu can install Veld.
  await expect(page.getByText('Install Veld', { exact: true })).toBeVisible();

  await openSettings(page, 'price');
  const price = page.getByLabel('Price per MB');
  const vat = page.getByLabel('Add 15 % VAT');
  await price.fill('ten');
  await expect(page.getByText('Enter an amount like 0,50.')).toBeVisible();
  await price.fill('1 000');
  const sum = async () => plain(await page.getByText(/^100 MB cost about/).innerText());
  await expect.poll(sum).toBe('100 MB cost about R 100 000,00.');
  await price.fill('0,5');
  await expect.poll(sum).toBe('100 MB cost about R 50,00.');
  await vat.check();
  await expect.poll(sum).toBe('100 MB cost about R 57,50.');
  await expect.poll(() => storedValue(page, 'addsVat')).toBe(true);

  await device.goOffline();
  await page.reload();
  await expect(price).toHaveValue('0,5');
  await expect(vat).toBeChecked();
  await seedOutbox(page, [
    madeUpRow(1, 'queued'),
    madeUpRow(2, 'queued'),
    madeUpRow(3, 'delivered'),
    madeUpRow(4, 'delivered'),
  ]);

  // Two submissions of 400 kB each cost R 0,50 a megabyte, plus VAT.
  await page.goto('/outbox');
  await page.getByRole('button', { name: 'Why?' }).click();
  await expect
    .poll(async () => plain(await page.getByText(/to send, about/).innerText()))
    .toMatch(/^0[.,]8 MB to send, about R 0,46$|^800 kB to send, about R 0,46$/);
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('2 waiting');

  await openSettings(page, 'phone');
  await page.getByRole('heading', { name: /^Sent forms on this phone/ }).click();
  await page.getByRole('button', { name: 'Clear the list of sent forms' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('2 forms deleted from your list.')).toBeVisible();
  await expect(page.getByText('There are none on this phone.')).toBeVisible();

  await device.kill();
  await device.switchOn();
  await device.goOffline();
  const again = await device.open('/settings/phone');
  await expect(again.getByText(identifier ?? '-')).toBeVisible();
  await openSettings(again, 'price');
  await expect(again.getByLabel('Price per MB')).toHaveValue('0,5');
});

test('the settings are a list in one view; each row has its state and opens its page', async ({
  device,
}) => {
  const page = await device.installApp();
  await page.goto('/outbox');
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  await device.goOffline();
  await seedOutbox(page, [madeUpRow(1, 'draft'), madeUpRow(2, 'queued')]);
  await page.goto('/settings');
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows).toHaveText([
    /^Lock Off$/,
    /^Agents 1$/,
    /^Photos Always send$/,
    /^Alerts Off$/,
    /^Data price Not set$/,
    /^This phone (?:Protected|Not protected)$/,
    /^Back-up 2 not sent$/,
    /^Ready for the field (?:Ready|\d tips?)$/,
    /^Help\s*$/,
  ]);
  expect(await axeViolations(page)).toEqual([]);
  // The screen's 740 px, minus the bars of 56 and 60 px.
  const heights = await rows.evaluateAll((all) => [
    all[0]?.getBoundingClientRect().top ?? 0,
    all.at(-1)?.getBoundingClientRect().bottom ?? 0,
  ]);
  expect((heights[1] ?? 0) - (heights[0] ?? 0)).toBeLessThanOrEqual(624);

  for (const [row, path] of [
    ['Lock', '/settings/lock'],
    ['Agents', '/settings/agents'],
    ['Photos', '/settings/photos'],
    ['Alerts', '/settings/alerts'],
    ['Data price', '/settings/price'],
    ['This phone', '/settings/phone'],
    ['Back-up', '/settings/back-up'],
  ] as const) {
    await rows.getByRole('link', { name: new RegExp(`^${row}`) }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1, name: row })).toBeFocused();
    await expect(page).toHaveTitle(`${row} - Veld`);
    expect(await axeViolations(page), row).toEqual([]);
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await expect(rows).toHaveCount(9);
  }
  await page.goto('/settings#lock');
  await expect(page).toHaveURL('/settings/lock');
  // This build has no sign-in.
  for (const path of ['/settings/nothing', '/settings/sign-in']) {
    await page.goto(path);
    await expect(page).toHaveURL('/settings');
  }
  await expect(rows).toHaveCount(9);
});

test('on a wide screen, the list and a page are beside each other', async ({ device }) => {
  const page = await device.installApp();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Lock' })).toBeVisible();
  await page.getByRole('link', { name: /^Data price/ }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Data price' })).toBeVisible();
  await expect(page.getByLabel('Price per MB')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Data price/ })).toHaveAttribute(
    'aria-current',
    'page',
  );
  // The list says the same as the page.
  await page.evaluate(() => {
    let isKept = false;
    StorageManager.prototype.persisted = async () => isKept;
    StorageManager.prototype.persist = async () => {
      isKept = true;
      return isKept;
    };
  });
  const phone = page.getByRole('link', { name: /^This phone/ });
  await phone.click();
  await expect(phone).toContainText('Not protected');
  await page.getByRole('button', { name: 'Protect my forms' }).click();
  await expect(page.getByText('Yes, until you delete it')).toBeVisible();
  await expect(phone).not.toContainText('Not protected');
});

test('the app requests permission for notifications only when the person turns them on', async ({
  device,
}) => {
  await device.switchOn();
  await device.context.addInitScript(() => {
    const asked = Notification.requestPermission.bind(Notification);
    Object.assign(window, { askedForPermission: 0 });
    Notification.requestPermission = async () => {
      Reflect.set(window, 'askedForPermission', Reflect.get(window, 'askedForPermission') + 1);
      await asked().catch(() => undefined);
      return 'denied';
    };
  });
  const page = await device.open('/settings/alerts');
  const asked = () => page.evaluate(() => Reflect.get(window, 'askedForPermission'));
  const wish = page.getByLabel('Tell me when a form is sent or needs attention');
  await expect(wish).not.toBeChecked();
  expect(await asked()).toBe(0);
  await wish.click();
  await expect.poll(asked).toBe(1);
  await expect(page.getByText('Alerts are off. Turn on notifications for Veld')).toBeVisible();
  await expect(wish).not.toBeChecked();
});

test('the alerts follow the browser’s permission after it was changed outside Veld', async ({
  device,
}) => {
  await device.switchOn();
  await device.context.addInitScript(() => {
    Object.assign(window, { allowed: 'granted' });
    Object.defineProperty(Notification, 'permission', {
      get: () => Reflect.get(window, 'allowed'),
    });
    Notification.requestPermission = async () => Notification.permission;
  });
  const page = await device.installApp();
  await openSettings(page, 'alerts');
  const wish = page.getByLabel('Tell me when a form is sent or needs attention');
  const comeBack = (allowed: NotificationPermission) =>
    page.evaluate((permission) => {
      Object.assign(window, { allowed: permission });
      document.dispatchEvent(new Event('visibilitychange'));
    }, allowed);
  await wish.click();
  await expect(wish).toBeChecked();
  await comeBack('denied');
  await expect(wish).not.toBeChecked();
  await expect(page.getByText('Alerts are off. Turn on notifications for Veld')).toBeVisible();
  await comeBack('granted');
  await expect(wish).toBeChecked();
});

test('a notification reports a delivery while the app is closed, without a name', async ({
  device,
}) => {
  await device.switchOn();
  await device.context.grantPermissions(['notifications', 'geolocation']);
  await device.context.addInitScript(() => {
    const badges: number[] = [];
    Object.assign(navigator, {
      setAppBadge: async (count: number) => {
        badges.push(count);
      },
    });
    Object.assign(window, { badges });
  });
  const page = await device.installApp();
  await openSettings(page, 'alerts');
  await page.getByLabel('Tell me when a form is sent or needs attention').click();
  await expect.poll(() => storedValue(page, 'notifies')).toBe(true);
  await device.goOffline();
  await openReview(page);
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByText('Waiting to send').first()).toBeVisible();
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'badges'))).toContain(1);

  await device.context.newPage();
  await page.close();
  await device.goOnline();
  const [worker] = device.context.serviceWorkers();
  if (worker === undefined) throw new Error('no worker');
  const told = () =>
    worker.evaluate(async () => {
      const { registration } = globalThis as unknown as {
        registration: ServiceWorkerRegistration;
      };
      return (await registration.getNotifications()).map(({ title, body }) => [title, body]);
    });
  await expect.poll(told).toEqual([['Veld', '1 form sent.']]);
});

test('the window’s title names the page of the settings, also after a reload', async ({
  device,
}) => {
  const page = await device.openApp('/settings/phone');
  await expect(page.getByRole('heading', { name: 'This phone' }).first()).toBeVisible();
  await expect(page).toHaveTitle('This phone - Veld');
  await page.getByRole('link', { name: 'Outbox', exact: true }).first().click();
  await expect(page).toHaveTitle('Outbox - Veld');
  await page.goBack();
  await expect(page).toHaveTitle('This phone - Veld');
});
