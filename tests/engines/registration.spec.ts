import { expect } from '@playwright/test';
import { storedRegistrations } from '../support/stored-registrations.ts';
import { test } from './engine-test.ts';
import { fillRegistration, install, takePhoto } from './registration.ts';

test('a registration without signal waits, and an open page sends it once when there is signal', async ({
  backend,
  gate,
  phone,
  platform,
}, info) => {
  await install(phone);
  const photo = info.outputPath('id.jpg');
  await takePhoto(phone, photo);
  gate.close();
  await phone.open('/register');
  await fillRegistration(phone, photo);
  await phone.sees('Waiting to send');
  // No other warning can be given before the phone is put away.
  if (platform === 'firefox' || platform.startsWith('ios'))
    await phone.sees('Sent only while Veld is open');
  expect(storedRegistrations(backend.dataDir)).toEqual([]);

  gate.open();
  await phone.sees(/^Sent$/m, 60_000);
  const [only, ...others] = storedRegistrations(backend.dataDir);
  expect(others).toEqual([]);
  expect(only?.signatures).toBe(1);
  expect(only?.documents).toHaveLength(1);
  expect(phone.complaints).toEqual([]);
});
