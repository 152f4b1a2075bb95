import { expect, type Page } from '@playwright/test';
import { tableRows } from '../support/disk/app-database.ts';
import { seedDrafts, submitAll } from '../support/form/complete-draft.ts';
import { openOutbox, test } from './fixtures/outbox-test.ts';

/** Runs in the page. Deletes every secret storage, and with them every key. */
async function loseKeys(): Promise<void> {
  const { storageBuckets } = navigator as unknown as {
    storageBuckets: { keys: () => Promise<string[]>; delete: (name: string) => Promise<void> };
  };
  for (const name of await storageBuckets.keys()) await storageBuckets.delete(name);
  const root = await navigator.storage.getDirectory();
  await root.removeEntry('secrets', { recursive: true });
  await caches.delete('veld-secrets');
}

const items = (page: Page) =>
  page.getByRole('region', { name: 'Submissions' }).getByRole('listitem');

test('forms with lost keys say so, can only be deleted, and stop no other work', async ({
  backend,
  device,
}) => {
  const page = await openOutbox(device);
  await device.goOffline();
  await seedDrafts(page, [{ name: 'Naledi' }]);
  await submitAll(page, [{ name: 'Bheki' }]);
  await page.goto('/outbox');
  await expect(items(page).filter({ hasText: 'Naledi' })).toHaveCount(1);
  // The seeded rows are unencrypted until a start has encrypted them.
  const isSealed = async (): Promise<boolean> =>
    (await tableRows(page, 'drafts')).every(({ sealed }) => sealed !== undefined);
  await expect.poll(isSealed).toBe(true);
  // Repeats the deletion if the phone stores an available secret in the folder at the same moment.
  await expect(() => page.evaluate(loseKeys)).toPass();
  // Restarts the phone, because a page with a key in memory could continue.
  await device.switchOff();
  await device.switchOn();
  await device.goOffline();
  const again = await device.open('/outbox');

  await expect(again.getByText('Some things are lost')).toBeVisible();
  await expect(again.getByText('A form without a readable name: the whole form.')).toHaveCount(2);
  const draft = items(again).filter({ hasText: 'This form cannot be opened' });
  const sent = items(again).filter({ hasText: 'Needs attention: it cannot be read any more' });
  for (const row of [draft, sent]) {
    await expect(
      row.getByText('and cannot be sent. Delete it and capture the customer again.'),
    ).toBeVisible();
    await expect(row.getByRole('button', { name: 'Export' })).toHaveCount(0);
    await row.getByRole('button', { name: 'Delete' }).click();
    await again.getByRole('button', { name: 'Delete for good' }).click();
    await expect(row).toHaveCount(0);
  }

  await device.goOnline();
  await submitAll(again, [{ name: 'Amahle' }]);
  await expect(again.getByText('Sent', { exact: true }).first()).toBeVisible();
  expect(backend.forms.size).toBe(1);
});
