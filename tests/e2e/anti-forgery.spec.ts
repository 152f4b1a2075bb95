import { expect } from '@playwright/test';
import { submitAll } from '../support/complete-draft.ts';
import { storedRegistrations } from '../support/stored-registrations.ts';
import { expectSent, openOutbox } from './outbox-test.ts';
import { test } from './test.ts';

test('a phone whose cookie is gone sends all that waits, and nothing of it is refused', async ({
  backend,
  device,
}) => {
  const page = await openOutbox(device);
  const names = ['Amahle', 'Bheki', 'Cindy', 'Dineo', 'Eva', 'Fezile'];
  for (const round of [1, 2, 3]) {
    await device.goOffline();
    await submitAll(
      page,
      names.map((name) => ({ name: `${name}${round}` })),
    );
    await device.context.clearCookies();
    await page.goto('/outbox');
    await device.goOnline();
    await expectSent(page, names.length * round, 60_000);
  }
  await expect(page.getByText('Needs attention', { exact: true })).toHaveCount(0);
  expect(storedRegistrations(backend.dataDir)).toHaveLength(3 * names.length);
});
