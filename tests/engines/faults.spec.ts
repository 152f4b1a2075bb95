import { expect } from '@playwright/test';
import { storedRegistrations } from '../support/backend/stored-registrations.ts';
import { test } from './engine-test.ts';
import { fillRegistration, submit, takePhoto } from './registration.ts';

test(
  'a fault of the phone is not shown as missing signal, and the registration is sent once the fault is gone',
  // On iOS the page itself sends, so the test can break the page's `Headers`.
  { tag: '@only-ios-16' },
  async ({ backend, phone }, info) => {
    const photo = info.outputPath('id.jpg');
    await phone.open('/register');
    await takePhoto(phone, photo);
    await fillRegistration(phone, photo);
    await phone.run(() => {
      Headers.prototype.set = () => {
        throw new TypeError('This browser takes no such header.');
      };
    }, undefined);
    await submit(phone);
    await phone.press('Details', 'link');
    await phone.sees('History');
    await phone.run(() => {
      for (const part of document.querySelectorAll('details')) part.open = true;
    }, undefined);
    await phone.sees(/This phone could not send it \(.+\)\. It tries again\./);
    await phone.seesNot('No answer. Veld sends it again.');
    expect(storedRegistrations(backend.dataDir)).toEqual([]);

    await phone.open(await phone.path());
    await phone.sees(/^Sent$/m);
    expect(storedRegistrations(backend.dataDir)).toMatchObject([
      { signatures: 1, documents: [{}] },
    ]);
  },
);
