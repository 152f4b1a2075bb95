import { expect, type Page } from '@playwright/test';
import type { AnsweringProxy, PlannedAnswer } from '../support/answering-proxy.ts';
import { expectSubmitted, here, registrationIndividual } from '../support/form-cases.ts';
import {
  addFile,
  drawSignature,
  expectSection,
  fillRegistration,
  fillTexts,
  goToSection,
  photo,
} from '../support/form-filling.ts';
import { expectStored, waitForStored } from '../support/stored-submission.ts';
import { test } from './fixtures/proxied-test.ts';

const description = 'Please make sure you have entered all the information correctly.';

const refusal = (errors: Readonly<Record<string, string | readonly string[]>>): PlannedAnswer => ({
  status: 400,
  body: { title: 'One or more validation errors occurred.', status: 400, errors },
});

const submit = (page: Page) => page.getByRole('button', { name: 'Submit', exact: true });
const status = (page: Page, word: string) => page.getByText(word, { exact: true }).first();

/** Refuses the next call of this name once. */
function refuseOnce(wire: AnsweringProxy, name: string, answer: PlannedAnswer): void {
  let isRefused = false;
  wire.answer((call) => {
    if (call.name !== name || isRefused) return null;
    isRefused = true;
    return answer;
  });
}

/** Submits from the review again. `unchanged`: with the file that the server refused. */
async function resubmit(page: Page, unchanged?: 'unchanged'): Promise<void> {
  await goToSection(page, 'Review');
  await submit(page).click();
  if (unchanged) await page.getByRole('button', { name: 'Send it again' }).click();
  await expect(page).toHaveURL(/\/outbox\/.+/);
}

test('every shape of the server’s keys leads to its field; what fits no field stands on top', async ({
  backend,
  device,
  wire,
}) => {
  const page = await device.open('/register');
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
  await fillRegistration(page);
  await expectSubmitted(page, true);
  await expect(status(page, 'Needs attention')).toBeVisible();
  await expect(page.getByText(description)).toBeVisible();
  await expect(page.getByText('This customer is blocked.')).toBeVisible();
  await page.goto('/outbox');
  const row = page.getByRole('listitem').filter({ hasText: 'Needs attention' });
  await expect(row).toContainText(description);
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

test('after a correction only what changed, or was never confirmed, is sent', async ({
  backend,
  device,
  wire,
}) => {
  const page = await device.open('/register');
  await fillRegistration(page);
  await goToSection(page, 'Documents');
  await addFile(page, 'ID document', 'back.jpg', await photo(page, 900, 600, 'BACK'));
  await goToSection(page, 'Review');
  let uploads = 0;
  wire.answer(({ name }) => {
    if (name !== 'SaveIdDocument') return null;
    uploads += 1;
    return uploads === 2
      ? {
          status: 200,
          body: { wasSuccessful: false, heading: 'Not clear', description: 'Take it again.' },
        }
      : null;
  });
  await expectSubmitted(page, true);
  await expect(status(page, 'Needs attention')).toBeVisible();
  await expect(page.getByText('Not clear')).toBeVisible();
  await expect(page.getByText('Take it again.')).toBeVisible();
  expect(wire.namesSince()).toEqual([
    'RegisterSim',
    'SaveSignature',
    'SaveIdDocument',
    'SaveIdDocument',
  ]);
  await expect(page.getByRole('button', { name: 'Back to draft' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Correct' }).click();
  await expect(page.getByText('Take it again.')).toBeVisible();
  const [, , front, back] = wire.calls.filter(({ name }) => name !== 'GetInfo');

  // The same again: the form, the signature and the first photo are not repeated.
  let from = wire.calls.length;
  let isOver = false;
  wire.answer(({ name }) => {
    if (name !== 'SaveIdDocument' || isOver) return null;
    isOver = true;
    return refusal({ Files: ['Still not clear.'] });
  });
  await resubmit(page, 'unchanged');
  await expect(page.getByText('Still not clear.')).toBeVisible();
  expect(wire.namesSince(from)).toEqual(['SaveIdDocument']);
  const again = wire.calls.at(-1);
  expect(again?.files).toEqual(back?.files);
  expect(again?.key).not.toBe(back?.key);

  // One photo is taken away, and one added; the surname is another; the signature is new.
  wire.answer(() => null);
  await page.getByRole('button', { name: 'Correct' }).click();
  await goToSection(page, 'Documents');
  await page.getByRole('button', { name: 'Remove id-front.jpg' }).click();
  await expect(page.getByRole('button', { name: 'Remove id-front.jpg' })).toHaveCount(0);
  await addFile(page, 'ID document', 'new.jpg', await photo(page, 900, 600, 'NEW'));
  await goToSection(page, 'Customer');
  await fillTexts(page, { Surname: 'Nkosi-Zulu' });
  await goToSection(page, 'Sign');
  await page.getByRole('button', { name: 'Clear signature' }).click();
  // Another one: the same strokes would be the same signature.
  await drawSignature(page);
  await drawSignature(page);
  from = wire.calls.length;
  await resubmit(page, 'unchanged');
  await expect(status(page, 'Sent')).toBeVisible();
  expect(wire.namesSince(from).toSorted()).toEqual([
    'RegisterSim',
    'RemoveDocument',
    'SaveIdDocument',
    'SaveIdDocument',
    'SaveSignature',
  ]);
  const names = wire.namesSince(from);
  expect(names[0]).toBe('RegisterSim');
  expect(names.indexOf('RemoveDocument')).toBeLessThan(names.indexOf('SaveIdDocument'));
  const [stored] = await waitForStored(backend.dataDir, 2);
  expectStored(backend.dataDir, stored, {
    formData: { ...registrationIndividual, surname: 'Nkosi-Zulu' },
    ...here,
    isBusiness: false,
    documents: [{ kind: 'idDocument' }, { kind: 'idDocument' }],
  });
  expect(stored?.documents.map(({ name }) => name)).not.toContain(front?.files[0]);
});

test('Correct leads to the file that was refused, and it goes unchanged only after a question', async ({
  backend,
  device,
  wire,
}) => {
  const page = await device.open('/register');
  await fillRegistration(page);
  await goToSection(page, 'Documents');
  await addFile(page, 'ID document', 'back.jpg', await photo(page, 900, 600, 'BACK'));
  await goToSection(page, 'Review');
  let uploads = 0;
  wire.answer(({ name }) => {
    if (name !== 'SaveIdDocument') return null;
    uploads += 1;
    return uploads === 2 ? refusal({ Files: ['The photo is too blurred to read.'] }) : null;
  });
  await expectSubmitted(page, true);
  await expect(status(page, 'Needs attention')).toBeVisible();
  await page.getByRole('button', { name: 'Correct' }).click();
  await expectSection(page, 'Documents');
  const row = page.getByRole('listitem').filter({ hasText: 'back.jpg' }).first();
  await expect(row).toContainText('Refused: The photo is too blurred to read.');
  await expect(row).toBeInViewport();
  await expect(page.getByText('The server refused back.jpg.')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'id-front.jpg' })).toContainText(
    'Saved',
  );

  // Nothing is sent by the press alone; 'Change it' leads back there.
  const from = wire.calls.length;
  await goToSection(page, 'Review');
  await submit(page).click();
  const question = page.getByRole('dialog', {
    name: 'The server refused this photo. Send it again unchanged?',
  });
  await expect(question).toContainText('The photo is too blurred to read.');
  await question.getByRole('button', { name: 'Change it' }).click();
  await expectSection(page, 'Documents');
  expect(wire.namesSince(from)).toEqual([]);

  // Another photo in its place needs no question. Then the signature is refused.
  await page.getByRole('button', { name: 'Remove back.jpg' }).click();
  await expect(page.getByText('The server refused back.jpg.')).toHaveCount(0);
  await addFile(page, 'ID document', 'sharp.jpg', await photo(page, 900, 600, 'SHARP'));
  await goToSection(page, 'Sign');
  await page.getByRole('button', { name: 'Clear signature' }).click();
  await drawSignature(page);
  await drawSignature(page);
  refuseOnce(wire, 'SaveSignature', refusal({ Files: ['Not a signature.'] }));
  await resubmit(page);
  await expect(status(page, 'Needs attention')).toBeVisible();
  await page.getByRole('button', { name: 'Correct' }).click();
  await expectSection(page, 'Sign');
  const words = page.getByText('The server refused this signature: Not a signature.');
  await expect(words).toBeVisible();
  await goToSection(page, 'Review');
  await submit(page).click();
  await page
    .getByRole('dialog', { name: 'The server refused this signature. Send it again unchanged?' })
    .getByRole('button', { name: 'Change it' })
    .click();
  await expectSection(page, 'Sign');
  await page.getByRole('button', { name: 'Clear signature' }).click();
  await expect(words).toHaveCount(0);
  await drawSignature(page);
  await resubmit(page);
  await expect(status(page, 'Sent')).toBeVisible();
  await waitForStored(backend.dataDir, 2);
});

test('what is corrected without a change is sent again, and the rest of the outbox goes on', async ({
  backend,
  device,
  wire,
}) => {
  await device.installApp();
  await device.goOffline();
  const page = await device.open('/register');
  await fillRegistration(page);
  await expectSubmitted(page, false);
  await page.goto('/register');
  await fillRegistration(page, { simCardNumber: '8927100000001234561' });
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
  await expect(page.getByRole('listitem').filter({ hasText: 'Sent' })).toHaveCount(1);
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
