import { expect } from '@playwright/test';
import { openSettings } from '../support/browser/settings-page.ts';
import { copyNames } from '../support/disk/app-database.ts';
import { submitAll, submitFromTabs } from '../support/form/complete-draft.ts';
import {
  addFile,
  customer,
  fillRegistration,
  openRegister,
  photo,
} from '../support/form/form-filling.ts';
import { storedTraces, type Trace } from '../support/server/stored-traces.ts';
import {
  expectDelivered,
  expectSent,
  expectStatus,
  openOutbox,
  rowOf,
  test,
} from './fixtures/outbox-test.ts';

const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('calls are sent in the order of the plan, with the headers and parts of the contract', {
  tag: '@core',
}, async ({ backend, device }) => {
  const page = await openOutbox(device);
  await device.goOffline();
  await openRegister(page);
  await fillRegistration(page);
  await page.getByRole('link', { name: 'Edit Documents' }).click();
  await addFile(page, 'ID document', 'id-back.jpg', await photo(page, 900, 600, 'BACK'));
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByText('Waiting to send')).toBeVisible();
  const [company] = await submitAll(page, [
    {
      name: 'Sipho',
      values: {
        isBusinessCustomer: true,
        businessName: 'Veld Traders',
        businessType: '1',
        businessRegistrationNumber: '201512345607',
        businessAddress: '1 Main Road',
        natureOfBusiness: 'Trading',
        keyContactName: 'Sipho',
        keyContactSurname: 'Dube',
        keyContactDesignation: 'Manager',
      },
      documents: ['companyRegistrationDocument', 'idDocument'],
    },
  ]);
  await submitAll(page, [
    {
      name: 'Lerato',
      kind: 'replacement',
      documents: ['policeDocument', 'idDocument', 'idDocument'],
    },
  ]);
  expect(company).toBeDefined();
  expect(backend.requests()).toEqual([]);
  await page.goto('/outbox');
  await device.goOnline();
  await expectSent(page, 3);

  expect(backend.calls('Thandi')).toEqual([
    'RegisterSim',
    'SaveSignature',
    'SaveIdDocument',
    'SaveIdDocument',
  ]);
  expect(backend.calls('Sipho')).toEqual([
    'RegisterSim',
    'SaveSignature',
    'SaveIdDocument',
    'SaveCompanyRegistrationDocument',
  ]);
  expect(backend.calls('Lerato')).toEqual([
    'ReplaceSim',
    'SaveSignature',
    'SaveIdDocument',
    'SaveIdDocument',
    'SavePoliceDocument',
  ]);
  for (const { call, path } of backend.requests())
    expect(path).toBe(
      `/api/${backend.requests('Lerato').some((each) => each.path === path) ? 'SimReplacement' : 'SimRegistration'}/${call}`,
    );

  const identifiers = new Set(backend.seen.map(({ headers }) => headers['x-device-identifier']));
  expect(identifiers.size).toBe(1);
  expect([...identifiers][0]).toMatch(uuidV4);
  await openSettings(page, 'phone');
  await expect(page.getByText(String([...identifiers][0]))).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('DeviceIdentifier'))).toBe(
    [...identifiers][0],
  );
  for (const { call, headers, cookie, method } of backend.seen) {
    expect(headers['x-application-key'], call).toBe('veld-local-key');
    if (method === 'GET') continue;
    expect(headers['x-xsrf-token'], call).toBeTruthy();
    expect(headers['idempotency-key'], call).toMatch(uuidV4);
    expect(cookie, call).toBeTruthy();
  }
  const keys = backend.requests().map(({ headers }) => headers['idempotency-key']);
  expect(new Set(keys).size).toBe(keys.length);

  const thandi = backend.requests('Thandi');
  expect(thandi[0]?.json).toMatchObject({
    isBusinessCustomer: false,
    latitude: -33.918861,
    longitude: 18.4233,
    formData: { firstName: 'Thandi', idNumber: '8001015009087', cellphone: '+27821234567' },
  });
  for (const { formId } of thandi) expect(formId).toBe(thandi[0]?.json?.['formId']);
  expect(backend.handedOut).toContain(thandi[0]?.formId);
  const formIds = ['Thandi', 'Sipho', 'Lerato'].map((name) => backend.requests(name)[0]?.formId);
  expect(new Set(formIds).size).toBe(3);
  for (const { call, parts } of backend.requests().filter(({ json }) => json === null)) {
    const [first, second] = parts;
    expect(parts.map(({ name }) => name)).toEqual(['FormId', 'Files']);
    expect(first?.text).toMatch(/^[0-9a-f-]{36}$/);
    const name = {
      SaveSignature: 'signature',
      SaveIdDocument: 'id-document',
      SaveCompanyRegistrationDocument: 'company-registration-document',
      SavePoliceDocument: 'police-document',
    }[call as 'SaveSignature'];
    // A JPEG stays a JPEG if a WebP would not be smaller.
    const types = call === 'SaveSignature' ? ['png'] : ['webp', 'jpeg'];
    const type = types.find((one) => second?.contentType === `image/${one}`);
    const end = type === 'jpeg' ? 'jpg' : type;
    expect(second?.fileName).toMatch(new RegExp(`^${name}-[0-9a-f]{8}\\.${end}$`));
    expect(second?.size).toBeGreaterThan(100);
  }
});

test('several submissions are sent at once, oldest first, and no form waits for a photo', async ({
  backend,
  device,
}) => {
  const page = await openOutbox(device);
  const names = ['Anele', 'Bongi', 'Cebo', 'Duma', 'Ennis'];
  let letGo = (): void => undefined;
  const until = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  backend.rule({ call: 'SaveIdDocument', times: 3, until });
  // A held photo fails after about 33 seconds, so the last form must be submitted before that on a busy machine too.
  // A busy machine makes the link look slow. The photos are so small that three are sent at once even then.
  await submitFromTabs(
    page,
    names.map((name) => ({ name, photoSize: 10_000 })),
  );
  await page.goto('/outbox');
  // The server holds three photos. The other forms are still sent.
  await expect.poll(() => backend.calls('Ennis')).toEqual(['RegisterSim']);
  for (const name of ['Anele', 'Bongi', 'Cebo'])
    await expect
      .poll(() => backend.calls(name))
      .toEqual(['RegisterSim', 'SaveSignature', 'SaveIdDocument']);
  await expect.poll(() => backend.calls('Duma')).toEqual(['RegisterSim']);
  const arrived = backend
    .requests()
    .filter(({ call }) => call === 'RegisterSim')
    .map(({ customer }) => customer);
  expect([...arrived].sort()).toEqual(names);
  // Two calls that leave at the same moment may arrive in either order.
  for (const [place, name] of names.entries())
    expect(Math.abs(arrived.indexOf(name) - place), arrived.join()).toBeLessThanOrEqual(1);
  await expectStatus(page, 'Anele', 'Sending');
  await expect(rowOf(page, 'Anele')).toContainText(/step \d of \d/);
  letGo();
  await expectSent(page, 5);
  await expect(page.getByText(/\d waiting/)).toBeHidden();
  for (const name of names) expect(backend.documentNames(name)).toHaveLength(1);

  // If calls are sent one at a time, each call has the same token in its header and its cookie, although every answer changes the token.
  await submitAll(page, [{ name: 'Fezile' }]);
  await expect(page.getByText('Sent', { exact: true })).toBeVisible();
  const fezile = backend.requests('Fezile');
  expect(fezile).toHaveLength(3);
  for (const { headers, cookie } of fezile) expect(headers['x-xsrf-token']).toBe(cookie);
  expect(new Set(fezile.map(({ cookie }) => cookie)).size).toBe(3);
});

test('after the delivery the phone has no customer data, and no address ever contained any', async ({
  backend,
  device,
}) => {
  const page = await openOutbox(device);
  backend.rule(
    { call: 'SaveIdDocument', fate: { reply: { status: 500 } } },
    // The form waits for a moment, so that the screen shows it. So the screen stores everything that it might store.
    { call: 'SaveSignature', fate: { reply: { status: 429, headers: { 'Retry-After': '2' } } } },
  );
  await openRegister(page);
  await fillRegistration(page);
  const canaries = [
    customer.idNumber,
    '821234567',
    customer.email,
    customer.street,
    customer.suburb,
    customer.surname,
    customer.simCardNumber.replaceAll(' ', ''),
    'id-front.jpg',
  ];
  const pictures = ['\xff\xd8\xff', '\x89PNG'];
  const filled = await storedTraces(page);
  const holding = (traces: readonly Trace[], secret: string): readonly string[] =>
    traces
      .filter(({ place, content }) => content.includes(secret) && !place.startsWith('cache '))
      .map(({ place }) => place);
  expect(filled.some(({ place }) => place === 'IndexedDB veld/drafts')).toBe(true);
  for (const secret of [...canaries, ...pictures])
    expect(holding(filled, secret), secret).toEqual([]);
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expectDelivered(page);
  await expect.poll(async () => Object.keys(await copyNames(page))).toEqual(['mark']);

  const left = await storedTraces(page);
  expect(left.some(({ place }) => place === 'IndexedDB veld/submissions')).toBe(true);
  expect(left.some(({ place }) => place.startsWith('cache '))).toBe(true);
  for (const secret of [...canaries, ...pictures])
    expect(holding(left, secret), secret).toEqual([]);
  const cached = left.filter(({ place }) => place.startsWith('cache '));
  for (const { place, content } of cached) {
    expect(place).not.toMatch(/\/api\//);
    for (const secret of canaries.slice(0, 3)) expect(content.includes(secret), place).toBe(false);
  }
  for (const { path, query } of backend.seen)
    for (const secret of canaries) expect(`${path}?${query}`).not.toContain(secret);
});
