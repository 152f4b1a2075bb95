import { expect } from '@playwright/test';
import { seedDrafts } from '../support/form/complete-draft.ts';
import { goToSection } from '../support/form/form-filling.ts';
import { button, expectLocked, setLock, unlock } from '../support/form/lock-setting.ts';
import { expectSent, openOutbox, test } from './fixtures/outbox-test.ts';

test('who wishes it sends only while Veld is unlocked: nothing goes before, and all at once after', async ({
  backend,
  device,
}) => {
  const page = await openOutbox(device);
  const [draft] = await seedDrafts(page, [{ name: 'Amahle' }]);
  await setLock(page);
  await page.getByRole('checkbox', { name: 'Send only while I have Veld unlocked' }).check();
  await device.goOffline();
  await page.goto(`/register/${draft}`);
  await unlock(page);
  await goToSection(page, 'Review');
  await button(page, 'Submit').click();
  await expect(page.getByText('Saved. It will be sent when you are online.')).toBeVisible();
  await button(page, 'Lock now').click();
  await expectLocked(page);
  await device.goOnline();
  // The page asks again by itself when the link is back; a reload asks as well.
  await page.reload();
  await expectLocked(page);
  await page.goto('/outbox');
  await expectLocked(page);
  expect(backend.calls('Amahle')).toEqual([]);
  await unlock(page);
  await expectSent(page, 1);
  expect(backend.calls('Amahle')).toEqual(['RegisterSim', 'SaveSignature', 'SaveIdDocument']);
});
