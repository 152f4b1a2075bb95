import { expect, type Page } from '@playwright/test';
import { putRow, tableRows } from '../support/disk/app-database.ts';
import { madeUpRow, seedOutbox } from '../support/world/seeded-outbox.ts';
import { expectSent } from './fixtures/outbox-test.ts';
import { test } from './fixtures/test.ts';

const row = (number: number, status: Parameters<typeof madeUpRow>[1]) => madeUpRow(number, status);
const first = row(1, 'rejected').steps[0];

/** Rows that this version of the app does not write. They can come from a later version, from damage, or from a file of another program. */
const unreadableRows: readonly Readonly<Record<string, unknown>>[] = [
  { ...row(21, 'queued'), status: 'exploded' },
  { ...row(22, 'rejected'), createdAt: 'x', changedAt: 'x', submittedAt: 'x' },
  { ...row(23, 'rejected'), nextAttemptAt: 'x', bytesLeft: 'x' },
  { ...row(24, 'rejected'), customerName: { first: 'A' } },
  { ...row(25, 'rejected'), history: null, maybeTwice: null },
  { ...row(26, 'rejected'), steps: null },
  {
    ...row(27, 'rejected'),
    steps: [
      {
        ...first,
        state: {
          status: 'rejected',
          at: 1,
          message: { heading: { a: 1 }, description: 'x', modelState: { b: 1 }, httpStatus: 400 },
        },
      },
    ],
  },
  { ...row(28, 'rejected'), terms: null, kind: 'transfer' },
  { ...row(29, 'draft'), kind: 'transfer', customerName: null },
  { ...row(30, 'draft'), kind: 'transfer', customerName: null },
];

async function withOddRows(page: Page): Promise<void> {
  await seedOutbox(page, [row(1, 'delivered'), row(2, 'rejected'), row(3, 'draft')]);
  for (const odd of unreadableRows) await putRow(page, 'submissions', odd);
  await putRow(page, 'device', {
    key: 'hold',
    value: { reason: 'network', since: 0, nextProbeAt: 9e15, httpStatus: null, tries: 1 },
  });
  await putRow(page, 'device', { key: 'lastDeliveredAt', value: 9e15 });
}

const shownInStead = 'This form cannot be shown';

test('an unreadable row does not affect other rows, and can be exported and deleted', async ({
  device,
}) => {
  const page = await device.installApp();
  await page.goto('/outbox');
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  await withOddRows(page);
  await page.reload();
  const items = page.getByRole('region', { name: 'Submissions' }).getByRole('listitem');
  await expect(items).toHaveCount(3 + unreadableRows.length);
  // Readable rows are shown as usual.
  await expect(items.filter({ hasText: 'Thandi Nkosi' }).first()).toBeVisible();
  await expectSent(page, 1);
  const odd = items.filter({ hasText: shownInStead });
  expect(await odd.count()).toBeGreaterThanOrEqual(4);

  // The search also works with these rows.
  await page.getByLabel('Search by name or number').fill('thandi');
  await expect(odd).toHaveCount(0);
  await expect(items.filter({ hasText: 'Thandi Nkosi' }).first()).toBeVisible();
  await page.getByLabel('Search by name or number').fill('');
  await expect(items).toHaveCount(3 + unreadableRows.length);

  await odd.first().getByRole('button', { name: 'Export' }).click();
  await expect(page.getByRole('dialog', { name: 'Export unsent' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();

  // Each of these rows can be deleted, and the other rows stay.
  for (let left = await odd.count(); left > 0; left -= 1) {
    await odd.first().getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete this form?' });
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await expect(odd).toHaveCount(left - 1);
  }
  const names = (await tableRows(page, 'submissions')).map((one) => one['customerName']);
  expect(names).toContain('Thandi Nkosi');
});

test('Home opens beside unreadable rows, whose pages have buttons to export and delete them', async ({
  device,
}) => {
  const page = await device.installApp();
  await page.goto('/outbox');
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  await withOddRows(page);
  for (const { id } of unreadableRows) {
    await page.goto(`/outbox/${id}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Something went wrong on this screen')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Delete', exact: true })).toBeVisible();
  }
  // Home shows at most two rows: the newest draft, and the link to all drafts.
  await page.goto('/');
  const drafts = page.getByRole('list', { name: 'Continue' }).getByRole('listitem');
  await expect(drafts).toHaveCount(2);
  await expect(page.getByText('Something went wrong on this screen')).toHaveCount(0);
  const rows = await tableRows(page, 'submissions');
  const left = rows.find(({ kind, status }) => kind === 'transfer' && status === 'draft');

  // A draft that no screen can show.
  await page.goto(`/outbox/${String(left?.['id'])}`);
  await expect(page.getByRole('heading', { level: 1, name: shownInStead })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page).toHaveURL(/\/outbox$/);
});
