import { expect } from '@playwright/test';
import { storedRegistrations } from '../support/backend/stored-registrations.ts';
import { test } from './engine-test.ts';
import { fillRegistration, install, submit, takePhoto } from './registration.ts';

test(
  'a form that was left by its address is submitted when it is open again, and another can be deleted',
  {
    // The engine tests run Chromium with its back-forward cache, as on phones. Most tests of tests/e2e run without it.
    tag: '@chromium',
  },
  async ({ backend, phone }, info) => {
    await install(phone);
    const photo = info.outputPath('id.jpg');
    await takePhoto(phone, photo);
    await phone.open('/register');
    await fillRegistration(phone, photo);
    const form = await phone.path();
    // The page enters the back-forward cache while it copies the draft.
    await phone.open('/settings');
    await phone.open(form);
    // The page may have been left before it stored its open section. And once its code is loaded, the page scrolls to the last position. A
    // press at that moment hits another element, so the test presses again.
    await expect(async () => {
      await phone.press('Review', 'section');
      await phone.sees('Submit', 2_000);
    }).toPass({ timeout: 120_000 });
    await submit(phone);
    await phone.sees(/^Sent$/m);
    expect(storedRegistrations(backend.dataDir)).toHaveLength(1);

    await phone.open('/register');
    await phone.fill('First name', 'Sipho');
    await phone.sees(/^Saved$/m);
    await phone.open('/outbox');
    await phone.goBack();
    await phone.sees('First name');
    expect(await phone.valueOf('First name')).toBe('Sipho');
    await phone.open('/');
    await phone.sees('Sipho');
    await phone.open('/outbox');
    await phone.press('Details of Sipho', 'link');
    await phone.press('Delete');
    await phone.press('Delete');
    await phone.sees('Draft deleted');
  },
);
