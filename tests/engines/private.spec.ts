import { expect } from '@playwright/test';
import { storedRegistrations } from '../support/backend/stored-registrations.ts';
import { test } from './engine-test.ts';
import { fillRegistration, submit, takePhoto } from './registration.ts';

test.use({ phoneOptions: { isPrivate: true } });

test('a private window sends a registration', async ({ backend, phone, platform }, info) => {
  await phone.open('/register');
  // WebKit gives a page no sign that its window is private.
  if (platform === 'firefox')
    await phone.sees('If this is a private window, it forgets everything');
  const photo = info.outputPath('id.jpg');
  await takePhoto(phone, photo);
  await fillRegistration(phone, photo);
  await submit(phone);
  await phone.sees(/^Sent$/m);
  expect(storedRegistrations(backend.dataDir)).toMatchObject([{ signatures: 1, documents: [{}] }]);
});
