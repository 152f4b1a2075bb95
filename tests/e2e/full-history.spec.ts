import { expect } from '@playwright/test';
import { seedDrafts } from '../support/form/complete-draft.ts';
import { test } from './fixtures/test.ts';

test('after fifty pages in one tab, Submit of a form opened by its address leads to ‘Captured’', async ({
  device,
}) => {
  const page = await device.installApp();
  // Chromium keeps 50 history entries. Then it drops first the entries of sections that no press has added.
  for (let n = 0; n < 50; n += 1) await page.goto(n % 2 === 0 ? '/help' : '/outbox');
  const [other, id] = await seedDrafts(page, [{ name: 'Amahle' }, { name: 'Cebo' }]);
  for (const draft of [other, id]) {
    await page.goto(`/register/${draft}`);
    // The form adds the entries of its sections. A look at the page would count as a press for them.
    await page.waitForTimeout(2_000);
  }
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page).toHaveURL(`/captured/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Captured' })).toBeVisible();
});
