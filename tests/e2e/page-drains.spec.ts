import { expect } from '@playwright/test';
import { submitAll } from '../support/form/complete-draft.ts';
import { expectSent, test, waiting } from './fixtures/outbox-test.ts';

test('an open page drains at its start, when the network is back, when a try is due; or has the worker do it', async ({
  backend,
  device,
}) => {
  await device.switchOn();
  await device.context.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'SyncManager');
  });
  const page = await waiting(device, ['Amahle']);
  let fromPage = 0;
  page.on('request', (request) => {
    if (request.url().includes('/SimRegistration/') && request.serviceWorker() === null)
      fromPage += 1;
  });
  backend.rule({ call: 'SaveSignature', fate: { reply: { status: 500 } } });
  await device.goOnline();
  await expectSent(page, 1);
  expect(backend.calls('Amahle')).toHaveLength(4);
  expect(fromPage).toBe(4);

  await device.goOffline();
  await submitAll(page, [{ name: 'Bheki' }]);
  await page.close();
  await device.goOnline();
  const again = await device.context.newPage();
  await again.goto('/');
  await expect.poll(() => backend.calls('Bheki')).toHaveLength(3);
  await again.goto('/outbox');
  await expectSent(again, 2);

  // Where only the permission is missing the worker drains, for as long as a page asks.
  const third = await device.context.newPage();
  await again.close();
  await third.addInitScript(() => {
    Object.assign(globalThis, { SyncManager: Object });
  });
  const session = await device.context.newCDPSession(third);
  await session.send('Browser.setPermission', {
    permission: { name: 'background-sync' },
    setting: 'denied',
    origin: backend.address,
  });
  await third.goto('/outbox');
  await device.goOffline();
  await submitAll(third, [{ name: 'Cindy' }]);
  backend.rule({ call: 'SaveIdDocument', fate: { reply: 'reset' } });
  await third.goto('/outbox');
  await device.goOnline();
  await expectSent(third, 3);
  expect(backend.documentNames('Cindy')).toHaveLength(1);
});
