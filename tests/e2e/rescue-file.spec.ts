import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { sentTypes } from '../../src/domain/forms/sent-files.ts';
import { distFolder } from '../support/app/built-app.ts';
import { BackendProcess } from '../support/backend/backend-process.ts';
import { storedRegistrations } from '../support/backend/stored-registrations.ts';
import { Device } from '../support/browser/device.ts';
import { openSettings } from '../support/browser/settings-page.ts';
import { drainEnds } from '../support/browser/worker-control.ts';
import { backendIsKnown } from '../support/disk/app-database.ts';
import { seedDrafts, submitAll } from '../support/form/complete-draft.ts';
import { fillRegistration } from '../support/form/form-filling.ts';
import { FaultProxy } from '../support/network/fault-proxy.ts';
import { expectSent, expectStatus, openOutbox, test } from './fixtures/outbox-test.ts';

const passphrase = 'four green bicycles sleep';

async function exportUnsent(page: Page): Promise<Buffer> {
  await openSettings(page, 'back-up');
  await page.getByRole('button', { name: 'Export unsent' }).click();
  await page.getByLabel('Password for the file', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Save the file' }).click();
  await expect(page.getByText('Use 12 letters or more')).toBeVisible();
  await page.getByLabel('Password for the file', { exact: true }).fill(passphrase);
  await page.getByLabel('Password again', { exact: true }).fill(passphrase);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the file' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^veld-unsent-\d{4}-\d\d-\d\d\.veld$/);
  return readFileSync(await download.path());
}

async function importFile(page: Page, file: Buffer, secret: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  if (!(await dialog.isVisible())) {
    await openSettings(page, 'back-up');
    await page.getByRole('button', { name: 'Import' }).click();
  }
  await dialog
    .getByRole('group', { name: 'Exported file' })
    .locator('input')
    .setInputFiles({ name: 'unsent.veld', mimeType: 'application/octet-stream', buffer: file });
  await dialog.getByLabel('Password for the file', { exact: true }).fill(secret);
  await dialog.getByRole('button', { name: 'Import the file' }).click();
}

test('another phone imports a rescue file and delivers its forms once', async ({
  backend,
  device,
}) => {
  const page = await openOutbox(device);
  await device.goOffline();
  await seedDrafts(page, [{ name: 'Naledi' }]);
  await submitAll(page, [
    { name: 'Amahle', documents: ['idDocument', 'idDocument'] },
    { name: 'Bheki', kind: 'replacement', documents: ['idDocument', 'policeDocument'] },
  ]);
  const file = await exportUnsent(page);
  await expect(page.getByText('3 forms saved to the file.')).toBeVisible();
  for (const secret of ['Amahle', 'Nkosi', '8001015009087', 'thandi@example', '\xff\xd8\xff'])
    expect(file.includes(Buffer.from(secret, 'latin1')), secret).toBe(false);

  const other = new Device(backend.address);
  await other.switchOn();
  try {
    const there = await openOutbox(other);
    await importFile(there, file, 'five green bicycles sleep');
    await expect(
      there.getByText(
        'That is not the password of this file. Nothing was changed. If it is right, the file is damaged. Try another copy.',
      ),
    ).toBeVisible();
    const damaged = Buffer.from(file);
    const last = damaged.length - 40;
    damaged[last] = (damaged[last] ?? 0) ^ 1;
    for (const broken of [damaged, file.subarray(0, file.length - 100), Buffer.from('nothing')]) {
      await importFile(there, broken, passphrase);
      await expect(there.getByText('This file is damaged or not from Veld.')).toBeVisible();
    }
    await there.goto('/outbox');
    await expect(there.getByText('Nothing here yet')).toBeVisible();
    expect(backend.requests()).toEqual([]);

    await importFile(there, file, passphrase);
    await expect(there.getByText('3 forms imported.')).toBeVisible();
    await there.goto('/outbox');
    await expectStatus(there, 'Naledi', 'Draft');
    await expectSent(there, 2);
    // Imports the file again, after two forms are delivered. No form comes back, and nothing is sent.
    const calls = backend.requests().length;
    await importFile(there, file, passphrase);
    await expect(
      there.getByText('0 forms imported. 3 forms were on this phone already.'),
    ).toBeVisible();
    await drainEnds(there);
    expect(backend.requests()).toHaveLength(calls);

    // The first phone gets signal after all. It sends the same forms, and the server has nothing twice.
    await device.goOnline();
    await page.goto('/outbox');
    await expectSent(page, 2);
    expect(backend.forms.size).toBe(2);
    for (const name of ['Amahle', 'Bheki'])
      expect(new Set(backend.documentNames(name)).size).toBe(2);
    for (const name of ['Amahle', 'Bheki']) expect(backend.documentNames(name)).toHaveLength(2);
  } finally {
    await other.remove();
  }
});

test('the warning about forms without a number stays until the agent closes it', async ({
  device,
}) => {
  const page = await openOutbox(device);
  await device.goOffline();
  const names = Array.from({ length: 50 }, (_, index) => `Naledi ${index + 1}`);
  await seedDrafts(
    page,
    names.map((name) => ({ name })),
  );
  await page.setViewportSize({ width: 360, height: 640 });
  await exportUnsent(page);
  const dialog = page.getByRole('dialog', { name: 'Export unsent' });
  const warning = dialog.getByText('Send these from one phone only');
  await expect(warning).toContainText('and 47 more.');
  await expect(warning).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
});

/** Returns the content types of each form's documents. */
const typesStored = ({ dataDir }: BackendProcess) =>
  storedRegistrations(dataDir).map(({ documents }) =>
    documents.map(({ contentType }) => contentType).sort(),
  );

test('another phone completes a half-sent form, at the real server', async () => {
  const backend = await BackendProcess.start({ VELD_DIST_DIR: distFolder });
  const proxy = await FaultProxy.start(backend.address);
  const first = new Device(proxy.address);
  const second = new Device(proxy.address);
  await first.switchOn();
  await second.switchOn();
  try {
    const page = await openOutbox(first);
    proxy.follow(({ path }) => (path.includes('SaveIdDocument') ? 'resetBefore' : null));
    const documents = sentTypes.map(() => 'idDocument' as const);
    await submitAll(page, [{ name: 'Amahle', documents, types: sentTypes }]);
    await expect.poll(() => proxy.total).toBeGreaterThan(0);
    await page.goto('/outbox');
    const file = await exportUnsent(page);
    await first.switchOff();

    proxy.calm();
    const there = await openOutbox(second);
    await importFile(there, file, passphrase);
    await expect(there.getByText('1 form imported.')).toBeVisible();
    await there.goto('/outbox');
    await expectSent(there, 1);
    expect(typesStored(backend)).toEqual([[...sentTypes].sort()]);

    // The first phone works after all. It sends the same files under the same names, so the server has nothing to correct.
    await first.switchOn();
    const again = await first.open('/outbox');
    await expectSent(again, 1);
    expect(typesStored(backend)).toEqual([[...sentTypes].sort()]);
  } finally {
    await first.remove();
    await second.remove();
    await proxy.stop();
    await backend.remove();
  }
});

test('a rescue file restores a photo of the app byte for byte', async () => {
  // The backend announces WebP, so the app makes WebP.
  const backend = await BackendProcess.start({ VELD_DIST_DIR: distFolder });
  const first = new Device(backend.address);
  const second = new Device(backend.address);
  await first.switchOn();
  await second.switchOn();
  try {
    await first.installApp();
    const online = await first.open('/outbox');
    await backendIsKnown(online);
    await first.goOffline();
    const page = await first.open('/register');
    await fillRegistration(page);
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await expect(page.getByText('Waiting to send').first()).toBeVisible();
    await page.goto('/outbox');
    const file = await exportUnsent(page);
    await expect(page.getByText('1 form saved to the file.')).toBeVisible();
    await first.switchOff();

    const there = await openOutbox(second);
    await importFile(there, file, passphrase);
    await expect(there.getByText('1 form imported.')).toBeVisible();
    await there.goto('/outbox');
    await expectSent(there, 1);
    const documents = storedRegistrations(backend.dataDir).map((one) => one.documents);
    expect(documents).toMatchObject([[{ contentType: 'image/webp' }]]);
  } finally {
    await first.remove();
    await second.remove();
    await backend.remove();
  }
});
