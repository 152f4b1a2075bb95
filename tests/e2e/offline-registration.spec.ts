import { expect } from '@playwright/test';
import { storedRegistrations } from '../support/backend/stored-registrations.ts';
import { guardingSecrets, storagesOnDisk } from '../support/disk/attacker.ts';
import { fillRegistration } from '../support/form/form-filling.ts';
import { expectSent } from './fixtures/outbox-test.ts';
import { test } from './fixtures/test.ts';

test('a SIM registered without signal arrives once, with no page open', { tag: '@core' }, async ({
  backend,
  device,
}) => {
  await device.installApp();
  await device.goOffline();
  const page = await device.open('/');
  await page.getByRole('link', { name: 'Register a SIM' }).first().click();
  await fillRegistration(page);
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByText('Saved. It will be sent when you are online.')).toBeVisible();
  await expect(page.getByText('Waiting to send').first()).toBeVisible();
  expect(storedRegistrations(backend.dataDir)).toHaveLength(0);
  const secrets = await guardingSecrets(page);
  const inAll = ['File System', 'Service Worker', 'WebStorage'];
  await expect.poll(() => storagesOnDisk(device.profile, secrets)).toEqual([inAll, inAll]);

  await device.context.newPage();
  await page.close();
  await device.goOnline();
  await expect
    .poll(
      () =>
        storedRegistrations(backend.dataDir).map(({ signatures, documents }) => [
          signatures,
          documents.length,
        ]),
      { timeout: 60_000 },
    )
    .toEqual([[1, 1]]);
  // The worker has deleted the secrets. So nobody can decrypt the remains of the customer's data in the browser's files.
  await expect.poll(() => storagesOnDisk(device.profile, secrets)).toEqual([[], []]);

  const outbox = await device.open('/outbox');
  await expectSent(outbox, 1);
});

test('a form survives a killed browser', { tag: '@core' }, async ({ device }) => {
  await device.installApp();
  await device.goOffline();
  const page = await device.open('/register');
  await page.getByLabel('First name', { exact: true }).fill('Thandi');
  await page.getByLabel('Surname', { exact: true }).fill('Nkosi');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.waitForURL(/\/register\/.+/);
  const address = new URL(page.url()).pathname;
  await device.kill();

  await device.switchOn();
  await device.goOffline();
  const again = await device.open(address);
  await expect(again.getByLabel('First name', { exact: true })).toHaveValue('Thandi');
  await expect(again.getByLabel('Surname', { exact: true })).toHaveValue('Nkosi');
});
