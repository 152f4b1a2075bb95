import { expect } from '@playwright/test';
import { submitAll } from '../support/form/complete-draft.ts';
import { refusal } from './fixtures/corrections.ts';
import { test } from './fixtures/proxied-test.ts';

test('what the server refused is told on every screen, and Home leads to it', async ({
  device,
  wire,
}) => {
  wire.answer(({ name }) =>
    name === 'RegisterSim' ? refusal({ SimCardNumber: ['This SIM is taken.'] }) : null,
  );
  const page = await device.installApp();
  const bar = page.getByRole('region', { name: 'Status' });
  await page.goto('/outbox');
  await expect(page.getByText('The outbox is empty')).toBeVisible();
  await expect(bar).not.toContainText('refused');
  await submitAll(page, [{ name: 'Amahle' }]);
  for (const path of ['/settings', '/help/termsconditions', '/register', '/']) {
    await page.goto(path);
    await expect(bar.getByRole('link', { name: '1 refused', exact: true })).toBeVisible();
    await expect(bar).not.toContainText('waiting');
  }
  // The tab's mark is for the eye: its name stays.
  const tab = page.getByRole('navigation').getByRole('link', { name: 'Outbox', exact: true });
  await expect(tab).toHaveText(/Outbox\s*1/);
  await page.getByRole('link', { name: '1 was refused by the server' }).click();
  await expect(page).toHaveURL('/outbox');
  await expect(page.getByText('Needs attention').first()).toBeVisible();
});
