import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { BackendProcess } from '../support/backend/backend-process.ts';
import type { Device } from '../support/browser/device.ts';
import { axeViolations } from '../support/browser/screen-check.ts';
import { putRow, tableRows } from '../support/disk/app-database.ts';
import { seedDrafts, submitDraft } from '../support/form/complete-draft.ts';
import { madeUpRow, seedOutbox } from '../support/world/seeded-outbox.ts';
import { expectSent } from './fixtures/outbox-test.ts';
import { test as base } from './fixtures/test.ts';

/** The reference backend, with a policy that it announces. */
const test = base.extend({
  backend: async ({ backendPort }, use) => {
    const env = { VELD_ANNOUNCE: 'yes', VELD_POLICY_MAX_UNSENT: '20' };
    const backend = await BackendProcess.start(env, { port: backendPort });
    await use(backend);
    await backend.remove();
  },
});

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name });

/** Returns undefined if the key has no value, or if the app has not made its database yet. */
const deviceValue = async (page: Page, key: string): Promise<unknown> => {
  const rows = await tableRows(page, 'device').catch(() => []);
  return rows.find((row) => row['key'] === key)?.['value'];
};

/** Waits until the phone knows what the backend announces. */
const policyHeard = (page: Page): Promise<void> =>
  expect.poll(() => deviceValue(page, 'announced')).toMatchObject({ policy: { maxUnsent: 20 } });

test('a full phone begins no new form; drafts go on, and sending lifts it without a reload', async ({
  device,
}) => {
  const page = await device.installApp();
  await policyHeard(page);
  const [first, second] = await seedDrafts(page, [{ name: 'Amahle' }, { name: 'Bheki' }]);
  if (first === undefined || second === undefined) throw new Error('There are no drafts.');
  await device.goOffline();
  await seedOutbox(
    page,
    Array.from({ length: 19 }, (_, n) => madeUpRow(n, 'queued')),
  );

  await page.goto('/');
  const near = page.getByRole('link', { name: '19 of 20 wait. Send some soon.' });
  await expect(near).toBeVisible();
  const line = near.locator('xpath=../..');
  expect((await line.boundingBox())?.height).toBeCloseTo(48, 0);
  expect(await axeViolations(page)).toEqual([]);
  await page.goto('/register');
  await expect(heading(page, 'Customer')).toBeVisible();

  await submitDraft(page, first);
  await page.goto(`/captured/${first}`);
  await page.getByRole('button', { name: 'Next customer' }).click();
  await expect(heading(page, 'Send first')).toBeVisible();
  const main = page.getByRole('main');
  await expect(main).toContainText(
    '20 registrations wait on this phone. The limit is 20. Send some before you start a new one.',
  );
  expect(await axeViolations(page)).toEqual([]);
  await page.goto(`/captured/${first}`);
  await page.getByRole('button', { name: 'Another SIM for this customer' }).click();
  await expect(heading(page, 'Send first')).toBeVisible();
  expect(await tableRows(page, 'drafts')).toHaveLength(2);
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Send first' })).toBeVisible();
  await page.goto('/replace');
  await expect(heading(page, 'Send first')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open the outbox' })).toBeVisible();

  // The agent can still continue a draft.
  const drafts = page.getByRole('region', { name: 'Continue' });
  await drafts.getByRole('link', { name: 'Bheki Nkosi' }).click();
  await expect(page).toHaveURL(`/register/${second}`);
  await submitDraft(page, second);

  await page.goto('/register');
  await expect(heading(page, 'Send first')).toBeVisible();
  await expect(main).toContainText('21 registrations wait');
  await device.goOnline();
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect(heading(page, 'Customer')).toBeVisible({ timeout: 60_000 });
});

/** Repeatedly goes online, as if the last reading of verdicts was long ago, until the phone knows if it is revoked. */
async function hears(page: Page, device: Device, isRevoked: boolean): Promise<void> {
  const heard = async () => {
    await device.goOffline();
    await putRow(page, 'device', { key: 'verdictsReadAt', value: 0 });
    await device.goOnline();
    return deviceValue(page, 'announced');
  };
  await expect
    .poll(async () => 'isRevoked' in Object(await heard()), { intervals: [5_000], timeout: 60_000 })
    .toBe(isRevoked);
}

/** Runs an operator's command over the backend's folder. */
async function operate(backend: BackendProcess, ...command: readonly string[]): Promise<void> {
  await backend.stop();
  const env = { ...process.env, VELD_DATA_DIR: backend.dataDir };
  await promisify(execFile)(process.execPath, ['server/main.ts', ...command], { env });
  await backend.resume();
}

test('a revoked phone sends all that waits, and begins new forms once it is allowed again', async ({
  backend,
  device,
}) => {
  const page = await device.installApp();
  await policyHeard(page);
  const identifier = String(await deviceValue(page, 'DeviceIdentifier'));
  await page.goto('/outbox');
  const ids = await seedDrafts(page, [{ name: 'Amahle' }, { name: 'Bheki' }]);
  await device.goOffline();
  for (const id of ids) await submitDraft(page, id);
  await operate(backend, 'device', '--revoke', identifier);

  await page.goto('/outbox');
  await device.goOnline();
  await expectSent(page, 2);
  await hears(page, device, true);
  await page.goto('/register');
  const main = page.getByRole('main');
  await expect(heading(page, 'You cannot start new forms on this phone')).toBeVisible();
  await expect(main).toContainText('The operator has blocked this phone.');
  await expect(main).toContainText('Waiting forms are still sent.');
  expect(await axeViolations(page)).toEqual([]);

  await operate(backend, 'device', '--restore', identifier);
  const database = new DatabaseSync(join(backend.dataDir, 'veld.sqlite'), { readOnly: true });
  const rows = database.prepare('SELECT state, from_revoked FROM registrations').all();
  database.close();
  expect(rows).toEqual(ids.map(() => ({ state: 'received', from_revoked: 1 })));

  await hears(page, device, false);
  await expect(heading(page, 'Customer')).toBeVisible();
});
