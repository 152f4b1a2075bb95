import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { expectStored, waitForStored } from '../support/backend/stored-registrations.ts';
import {
  addBusinessDocuments,
  chooseBusiness,
  expectSubmitted,
  fillBusinessRegistration,
  here,
  registrationBusiness,
  registrationIndividual,
} from '../support/form/form-cases.ts';
import {
  customer,
  expectSection,
  fillRegistration,
  fillSign,
  fillTexts,
  goToSection,
  pressNext,
} from '../support/form/form-filling.ts';
import { unfold } from './fixtures/outbox-test.ts';
import { test } from './fixtures/proxied-test.ts';

const sections = (page: Page) =>
  page.getByRole('navigation', { name: 'Sections' }).getByRole('button');

test('a business registered online arrives with every field and file, and nothing else', async ({
  backend,
  device,
}) => {
  const page = await device.openApp('/register');
  await fillBusinessRegistration(page);
  const papers = await addBusinessDocuments(page);
  await pressNext(page);
  await fillSign(page);
  await pressNext(page);
  await expectSection(page, 'Review');
  for (const fact of ['Karoo Windpumps', 'Private company', 'Station Yard', 'cipc.pdf', 'Signed'])
    await expect(page.getByText(fact).first()).toBeVisible();
  await expect(page.getByText('missing')).toHaveCount(0);
  await expectSubmitted(page, true);
  const [stored] = await waitForStored(backend.dataDir, 4);
  expectStored(backend.dataDir, stored, {
    formData: registrationBusiness.formData,
    ...here,
    isBusiness: true,
    documents: [
      { kind: 'idDocument' },
      { kind: 'idDocument' },
      { kind: 'companyRegistrationDocument', bytes: papers },
      { kind: 'companyRegistrationDocument' },
    ],
  });
  await expect(page.getByText('Sent', { exact: true }).first()).toBeVisible();
});

const infoWithOtherLists = () => ({
  wasSuccessful: true,
  heading: '',
  description: '',
  modelState: null,
  titleOptions: [{ value: 'Captain', label: 'Captain' }],
  typeOfBusinessOptions: [{ value: '1', label: 'Private company' }],
  formGuid: randomUUID(),
});

test('a phone that never reached the backend captures a business form and sends it after a restart', async ({
  backend,
  device,
  wire,
}) => {
  wire.answer(({ name }) => (name === 'GetInfo' ? 'reset' : null));
  await device.installApp();
  await device.goOffline();
  const page = await device.open('/register');
  // The app can offer only the built-in lists.
  await expect(page.getByLabel('Title').getByRole('option', { name: 'Judge' })).toHaveCount(1);
  await fillBusinessRegistration(page);
  const papers = await addBusinessDocuments(page);
  await pressNext(page);
  await fillSign(page);
  await pressNext(page);
  await expectSubmitted(page, false);
  await unfold(page);
  await expect(page.getByText('Form number', { exact: true })).toBeVisible();
  await device.kill();

  // The server itself answers the first call, with the number of this form. The later answers have other lists than the built-in ones.
  let asked = 0;
  wire.answer(({ name }) => {
    if (name !== 'GetInfo') return null;
    asked += 1;
    return asked === 1 ? null : { status: 200, body: infoWithOtherLists() };
  });
  const before = wire.calls.length;
  await device.switchOn();
  const again = await device.open('/');
  const [stored] = await waitForStored(backend.dataDir, 4);
  expectStored(backend.dataDir, stored, {
    formData: registrationBusiness.formData,
    ...here,
    isBusiness: true,
    documents: [
      { kind: 'idDocument' },
      { kind: 'idDocument' },
      { kind: 'companyRegistrationDocument', bytes: papers },
      { kind: 'companyRegistrationDocument' },
    ],
  });
  expect(wire.calls[before]?.name).toBe('GetInfo');
  expect(wire.namesSince(before)).toEqual([
    'RegisterSim',
    'SaveSignature',
    'SaveIdDocument',
    'SaveIdDocument',
    'SaveCompanyRegistrationDocument',
    'SaveCompanyRegistrationDocument',
  ]);
  await again.goto('/register');
  const titles = again.getByLabel('Title').getByRole('option');
  await expect(titles.filter({ hasText: 'Captain' })).toHaveCount(1);
  await expect(titles.filter({ hasText: 'Judge' })).toHaveCount(0);
});

test('a changed customer type keeps the typed text, and only fields that apply are sent', async ({
  backend,
  device,
}) => {
  const page = await device.openApp('/register');
  const { business, address } = registrationBusiness;
  await expectSection(page, 'Customer');
  await chooseBusiness(page);
  await goToSection(page, 'Business');
  await page.getByLabel('Type of business').selectOption({ label: 'Trust' });
  await fillTexts(page, business);
  await goToSection(page, 'Address');
  await page.getByLabel('Add a work address').check();
  await fillTexts(page, address);
  await page.getByLabel('Add a work address').uncheck();
  await expect(page.getByLabel('Work unit number')).toHaveCount(0);
  for (const label of ['Unit number', 'Complex name'])
    await page.getByLabel(label, { exact: true }).fill('');

  await goToSection(page, 'Customer');
  await page.getByLabel('Individual', { exact: true }).check();
  await expect(sections(page).filter({ hasText: 'Business' })).toHaveCount(0);
  await page.getByLabel('Business', { exact: true }).check();
  await goToSection(page, 'Business');
  await expect(page.getByLabel('Type of business')).toHaveValue('8');
  for (const [label, text] of Object.entries(business))
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(text);
  await goToSection(page, 'Address');
  await page.getByLabel('Add a work address').check();
  await expect(page.getByLabel('Work unit number')).toHaveValue(address['Work unit number']);
  await page.getByLabel('Add a work address').uncheck();

  await goToSection(page, 'Customer');
  await page.getByLabel('Individual', { exact: true }).check();
  // A number typed for one identity document stays for the other.
  await page.getByLabel('Passport or permit', { exact: true }).check();
  await page.getByLabel('Passport or permit number').fill(customer.idNumber);
  await page.getByLabel('South African ID', { exact: true }).check();
  await expect(page.getByLabel('ID number', { exact: true })).toHaveValue(customer.idNumber);
  await fillRegistration(page);
  await expect(page.getByText('Karoo Windpumps')).toHaveCount(0);
  await expectSubmitted(page, true);
  const [stored] = await waitForStored(backend.dataDir, 1);
  expectStored(backend.dataDir, stored, {
    formData: registrationIndividual,
    ...here,
    isBusiness: false,
    documents: [{ kind: 'idDocument' }],
  });
});
