import { expect } from '@playwright/test';
import { Deployment } from '../support/app/built-app.ts';
import { PlainBackend } from '../support/backend/plain-backend.ts';
import { Device } from '../support/browser/device.ts';
import { pressNoticeAway, takeoverWaits } from '../support/browser/worker-control.ts';
import { submitAll } from '../support/form/complete-draft.ts';
import { expectSent, openOutbox, test } from './fixtures/outbox-test.ts';

test('a new version that arrives while a drain is at work cuts no call', async () => {
  const deployment = new Deployment();
  const backend = await PlainBackend.start({ honoursKeys: false }, { dist: deployment.folder });
  const device = new Device(backend.address);
  await device.switchOn();
  try {
    const page = await openOutbox(device);
    let letGo = (): void => undefined;
    const until = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    backend.rule({ customer: 'Amahle', call: 'SaveSignature', until });
    await submitAll(page, [{ name: 'Amahle' }, { name: 'Bheki' }]);
    await page.goto('/outbox');
    await expect.poll(() => backend.calls('Amahle')).toContain('SaveSignature');
    await page.evaluate(() => Object.assign(window, { isMarked: true }));

    deployment.deployNewWorker();
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await pressNoticeAway(page);
    // The new worker asks to take over, and waits: the call is still under way, and the page still here.
    await takeoverWaits(page);
    expect(await page.evaluate(() => 'isMarked' in window)).toBe(true);
    expect(backend.calls('Amahle')).toEqual(['RegisterSim', 'SaveSignature']);
    const reloaded = page.waitForEvent('load');
    letGo();
    await reloaded;
    await expectSent(page, 2);
    for (const name of ['Amahle', 'Bheki'])
      expect(backend.calls(name)).toEqual(['RegisterSim', 'SaveSignature', 'SaveIdDocument']);
    expect(backend.forms.size).toBe(2);
  } finally {
    await device.remove();
    await backend.stop();
    deployment.remove();
  }
});
