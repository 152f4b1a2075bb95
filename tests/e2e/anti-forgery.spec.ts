import { expect } from '@playwright/test';
import { submitAll } from '../support/complete-draft.ts';
import { storedRegistrations } from '../support/stored-registrations.ts';
import { test } from './fixtures/faulty-test.ts';
import { expectSent, openOutbox } from './fixtures/outbox-test.ts';

test('a phone whose cookie is gone sends all that waits, though no fresh one comes at first', async ({
  backend,
  device,
  road,
}) => {
  const page = await openOutbox(device);
  const names = ['Amahle', 'Bheki', 'Cindy', 'Dineo', 'Eva', 'Fezile'];
  await device.goOffline();
  await submitAll(
    page,
    names.map((name) => ({ name })),
  );
  // As a kill leaves it: Chromium writes its cookies half a minute late.
  await device.context.clearCookies();
  let unanswered = 2;
  road.follow(({ path }) => {
    if (!path.includes('GetInfo') || unanswered === 0) return null;
    unanswered -= 1;
    return 'status500';
  });
  await page.goto('/outbox');
  await device.goOnline();
  await expectSent(page, names.length);
  expect(unanswered).toBe(0);
  await expect(page.getByText('Needs attention', { exact: true })).toHaveCount(0);
  expect(storedRegistrations(backend.dataDir)).toHaveLength(names.length);
});
