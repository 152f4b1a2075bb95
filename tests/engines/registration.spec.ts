import { expect } from '@playwright/test';
import { storedRegistrations } from '../support/backend/stored-registrations.ts';
import { customer } from '../support/form/form-filling.ts';
import { readTraces } from '../support/server/stored-traces.ts';
import { test } from './engine-test.ts';
import { fillRegistration, install, submit, takePhoto } from './registration.ts';

test(
  'a registration without signal waits, and an open page sends it once when there is signal',
  { tag: ['@ios-16', '@floor'] },
  async ({ backend, gate, phone, platform }, info) => {
    await install(phone);
    const photo = info.outputPath('id.jpg');
    await takePhoto(phone, photo);
    gate.close();
    await phone.open('/register');
    await fillRegistration(phone, photo);
    await submit(phone);
    await phone.sees('Waiting to send');
    // These browsers send only while Veld is open. Veld must warn the agent now, before the agent closes it.
    if (platform === 'firefox' || platform.startsWith('ios'))
      await phone.sees('Sent only while Veld is open');
    expect(storedRegistrations(backend.dataDir)).toEqual([]);

    gate.open();
    await phone.sees(/^Sent$/m);
    const registrations = storedRegistrations(backend.dataDir);
    expect(registrations).toMatchObject([
      { formData: { firstName: customer.firstName }, signatures: 1, documents: [{}] },
    ]);
    const left = async (): Promise<readonly string[]> =>
      (await phone.run(readTraces, undefined))
        .filter(({ content }) => content.includes(customer.idNumber))
        .map(({ place }) => place);
    await expect.poll(left).toEqual([]);
    expect(phone.complaints).toEqual([]);
  },
);

test('nothing is lost when the browser is killed at ‘Saved’, and again at ‘Waiting to send’', async ({
  backend,
  gate,
  phone,
}, info) => {
  await install(phone);
  const photo = info.outputPath('id.jpg');
  await takePhoto(phone, photo);
  gate.close();
  await phone.open('/register');
  await fillRegistration(phone, photo);
  await phone.sees(/^Saved$/m);
  const form = await phone.path();
  await phone.kill();

  await phone.switchOn();
  await phone.open(form);
  await submit(phone);
  await phone.sees('Waiting to send');
  await phone.kill();

  gate.open();
  await phone.switchOn();
  await phone.open('/outbox');
  await phone.sees('1 captured, all sent');
  expect(storedRegistrations(backend.dataDir)).toMatchObject([
    { formData: { surname: customer.surname }, signatures: 1, documents: [{}] },
  ]);
});
