import { expect } from '@playwright/test';
import { expectStored, waitForStored } from '../support/backend/stored-registrations.ts';
import {
  chooseBusiness,
  expectSubmitted,
  fillReplacementCustomer,
  here,
  pdf,
  replacementCustomer,
  replacementSim,
  signWithoutLocation,
} from '../support/form/form-cases.ts';
import {
  addFile,
  besideField,
  expectSection,
  fillSign,
  fillTexts,
  goOnWithoutBack,
  photo,
  pressNext,
} from '../support/form/form-filling.ts';
import { test } from './fixtures/test.ts';

test('a replacement captured offline is sent completely after the browser was closed', {
  tag: '@core',
}, async ({ backend, device }) => {
  await device.installApp();
  await device.context.setGeolocation(null);
  await device.goOffline();
  const page = await device.open('/');
  await page.getByRole('link', { name: 'Replace a SIM' }).first().click();
  await fillReplacementCustomer(page);
  await pressNext(page);
  await expectSection(page, 'SIM card');
  await fillTexts(page, replacementSim.typed);
  await pressNext(page);
  await expectSection(page, 'Documents');
  const affidavit = pdf(150_000);
  await addFile(page, 'Police affidavit', 'affidavit.pdf', affidavit, 'application/pdf');
  await addFile(page, 'ID document', 'id.jpg', await photo(page));
  await goOnWithoutBack(page);
  await signWithoutLocation(page);
  await pressNext(page);
  await expectSubmitted(page, false);
  await device.switchOff();

  await device.switchOn();
  await device.open('/');
  const [stored] = await waitForStored(backend.dataDir, 2);
  expectStored(backend.dataDir, stored, {
    formData: { ...replacementCustomer, ...replacementSim.formData },
    latitude: null,
    longitude: null,
    isBusiness: false,
    documents: [{ kind: 'idDocument' }, { kind: 'policeDocument', bytes: affidavit }],
  });
});

test('each warning of a business replacement can be passed', async ({ backend, device }) => {
  const page = await device.openApp('/replace');
  await fillReplacementCustomer(page);
  await chooseBusiness(page);
  await page.getByLabel('Customer account number').fill('');
  await pressNext(page);
  await expect(page.getByLabel('Business name')).toBeFocused();
  for (const name of ['Business name', 'Entity registration number'])
    await expect(
      besideField(page, `Enter the ${name.charAt(0).toLowerCase()}${name.slice(1)}`),
    ).toBeVisible();
  await fillTexts(page, {
    'Business name': 'Ubuntu Co-op',
    'Entity registration number': 'CO-OP 12/9',
  });
  await pressNext(page);

  await expectSection(page, 'SIM card');
  const { typed } = replacementSim;
  await fillTexts(page, {
    ...typed,
    'New SIM card number': '8927010000001234561',
    IMSI: '234150999999999',
    'Device IMEI': '352099001761482',
  });
  await pressNext(page);
  // An error comes before any warning.
  await expect(page.getByLabel('Device IMEI')).toBeFocused();
  await page.getByLabel('Device IMEI').fill('');
  await pressNext(page);
  const sim = page.getByLabel('New SIM card number');
  await expect(sim).toBeFocused();
  await expect(sim).toHaveAccessibleDescription(/A digit is wrong/);
  await expect(page.getByLabel('IMSI')).toHaveAccessibleDescription(/begins with 655/);
  await expect(page.getByRole('button', { name: 'Use it anyway' })).toHaveCount(2);
  await page.getByRole('button', { name: 'Use it anyway' }).first().click();
  await expect(page.getByText('A digit is wrong')).toHaveCount(0);
  await pressNext(page);
  await expectSection(page, 'Documents');
  await addFile(page, 'ID document', 'id.jpg', await photo(page));
  await goOnWithoutBack(page);
  await fillSign(page);
  await pressNext(page);
  await expectSubmitted(page, true);
  const [stored] = await waitForStored(backend.dataDir, 1);
  const { customerAccountNumber: _, ...person } = replacementCustomer;
  expectStored(backend.dataDir, stored, {
    formData: {
      ...person,
      businessName: 'Ubuntu Co-op',
      entityRegistrationNumber: 'CO-OP 12/9',
      msisdn: '27821234567',
      simCardNumber: '8927010000001234561',
      imsi: '234150999999999',
    },
    ...here,
    isBusiness: true,
    documents: [{ kind: 'idDocument' }],
  });
});
