import { expect } from '@playwright/test';
import { expectStored, waitForStored } from '../support/backend/stored-registrations.ts';
import { openReview } from '../support/form/complete-draft.ts';
import { expectSubmitted, here, registrationIndividual } from '../support/form/form-cases.ts';
import { expectSection, fillTexts, goToSection } from '../support/form/form-filling.ts';
import { refusal, refuseOnce, resubmit, status, submit } from './fixtures/corrections.ts';
import { expectSent } from './fixtures/outbox-test.ts';
import { test } from './fixtures/proxied-test.ts';

const description = 'Please make sure you have entered all the information correctly.';

test('every shape of the server’s keys leads to its field; what fits no field stands on top', async ({
  backend,
  device,
  wire,
}) => {
  const page = await device.openApp('/register');
  refuseOnce(
    wire,
    'RegisterSim',
    refusal({
      '$.formData.simCardNumber': ['This SIM is taken.'],
      'FormData.Suburb': 'No such suburb.',
      'formData.city': ['No such city.', 'Check the town.'],
      surname: 'Not a surname.',
      FirstName: ['Not a first name.'],
      Blocked: ['This customer is blocked.'],
      businessName: 'No business is known.',
    }),
  );
  await openReview(page);
  await expectSubmitted(page, true);
  await expect(status(page, 'Needs attention')).toBeVisible();
  await expect(page.getByText(description)).toBeVisible();
  await expect(page.getByText('This customer is blocked.')).toBeVisible();
  await page.goto('/outbox');
  const row = page.getByRole('listitem').filter({ hasText: 'Needs attention' });
  await expect(row).toContainText('This SIM is taken.');
  await row.getByRole('button', { name: 'Correct' }).click();

  await expect(page).toHaveURL(/\/register\/.+/);
  await expectSection(page, 'Customer');
  const first = page.getByLabel('First name');
  await expect(first).toBeFocused();
  await expect(first).toHaveAccessibleDescription(/Not a first name\./);
  await expect(page.getByLabel('Surname')).toHaveAccessibleDescription(/Not a surname\./);
  for (const text of ['This customer is blocked.', 'No business is known.', description])
    await expect(page.getByText(text)).toBeVisible();
  // It stays until the field is changed, also through a kill of the page.
  await page.reload();
  await expect(page.getByLabel('Surname')).toHaveAccessibleDescription(/Not a surname\./);
  await fillTexts(page, { 'First name': 'Thandiwe', Surname: 'Nkosi-Zulu' });
  await expect(page.getByText('Not a first name.')).toHaveCount(0);
  await goToSection(page, 'SIM card');
  await expect(page.getByLabel('SIM card number')).toHaveAccessibleDescription(/This SIM is taken/);
  await fillTexts(page, { 'SIM card number': '8927100000001234561' });
  await goToSection(page, 'Address');
  await expect(page.getByLabel('City or town')).toHaveAccessibleDescription(
    /No such city\. Check the town\./,
  );
  await expect(page.getByLabel('Suburb or village')).toHaveAccessibleDescription(/No such suburb/);
  await fillTexts(page, { 'Suburb or village': 'Mzamo', 'City or town': 'Durban' });

  const before = wire.calls.length;
  await resubmit(page);
  const [stored] = await waitForStored(backend.dataDir, 1);
  expectStored(backend.dataDir, stored, {
    formData: {
      ...registrationIndividual,
      firstName: 'Thandiwe',
      surname: 'Nkosi-Zulu',
      simCardNumber: '8927100000001234561',
      suburb: 'Mzamo',
      city: 'Durban',
    },
    ...here,
    isBusiness: false,
    documents: [{ kind: 'idDocument' }],
  });
  const forms = wire.calls.filter(({ name }) => name === 'RegisterSim');
  expect(new Set(forms.map(({ formId }) => formId)).size).toBe(1);
  expect(new Set(forms.map(({ key }) => key)).size).toBe(2);
  expect(wire.namesSince(before)).toEqual(['RegisterSim', 'SaveSignature', 'SaveIdDocument']);
});

test('what is corrected without a change is sent again, and the rest of the outbox goes on', async ({
  backend,
  device,
  wire,
}) => {
  await device.installApp();
  await device.goOffline();
  const page = await device.open('/');
  await openReview(page);
  await expectSubmitted(page, false);
  await openReview(page, { values: { simCardNumber: '8927100000001234561' } });
  await expectSubmitted(page, false);
  // Nothing of it was sent: it can be a draft again, and be submitted again.
  await page.getByRole('button', { name: 'Back to draft' }).click();
  await expect(page).toHaveURL(/\/register\/.+/);
  await expectSection(page, 'Review');
  await goToSection(page, 'Customer');
  await fillTexts(page, { 'First name': 'Zanele' });
  await resubmit(page);
  await expect(status(page, 'Waiting to send')).toBeVisible();
  const path = new URL(page.url()).pathname;

  wire.answer(({ name, body }) =>
    name === 'RegisterSim' && body.includes('Zanele')
      ? { status: 200, body: { wasSuccessful: false, heading: 'Closed', description: 'Later.' } }
      : null,
  );
  await device.goOnline();
  await expect(status(page, 'Needs attention')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Back to draft' })).toHaveCount(0);
  await waitForStored(backend.dataDir, 1);
  await page.goto('/outbox');
  await expectSent(page, 1);
  wire.answer(() => null);
  await page.goto(path);
  await page.getByRole('button', { name: 'Correct' }).click();
  // The server named no field: the person stays where they were, with what it said on top.
  await expectSection(page, 'Review');
  await expect(page.getByText('Closed')).toBeVisible();
  await submit(page).click();
  await expect(status(page, 'Sent')).toBeVisible();
  const stored = await waitForStored(backend.dataDir, 1, 2);
  expect(stored.map(({ formData }) => formData['firstName']).toSorted()).toEqual([
    'Thandi',
    'Zanele',
  ]);
});
