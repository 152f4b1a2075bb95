import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { madeUpRow, seedOutbox } from '../support/world/seeded-outbox.ts';
import { test } from './fixtures/test.ts';

test('a day is exported as a file that a spreadsheet opens, without its drafts and without names', async ({
  device,
}) => {
  const page = await device.installApp();
  await page.goto('/outbox');
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  await device.goOffline();
  await seedOutbox(page, [
    madeUpRow(1, 'delivered', { daysAgo: 1 }),
    madeUpRow(2, 'delivered'),
    madeUpRow(3, 'rejected'),
    madeUpRow(4, 'draft'),
    madeUpRow(5, 'queued'),
  ]);
  await page.reload();
  const downloading = page.waitForEvent('download');
  // Each day has its own button.
  const buttons = page.getByRole('button', { name: 'Export the day', exact: true });
  await expect(buttons).toHaveCount(2);
  await buttons.first().click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^veld-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await download.path(), 'utf8');
  expect(text.startsWith('\uFEFF')).toBe(true);
  const lines = text.slice(1).trimEnd().split('\r\n');
  expect(lines[0]).toBe('Reference,Type,SIM last 4,Captured,Sent,Status');
  expect(lines.slice(1).map((line) => line.split(',').at(-1))).toEqual([
    'Sent',
    'Needs attention',
    'Waiting to send',
  ]);
  for (const line of lines.slice(1)) {
    expect(line.split(',')).toHaveLength(6);
    expect(line).toMatch(/,…\d{4},\d{4}-\d\d-\d\d \d\d:\d\d,/);
  }
  expect(text).not.toMatch(/Thandi|Nkosi|8927010000001/);
  await expect(page.getByText('3 forms saved to the file')).toBeVisible();
});
