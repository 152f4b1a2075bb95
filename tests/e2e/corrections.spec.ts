import { expect, type Page } from '@playwright/test';
import { expectStored, waitForStored } from '../support/backend/stored-registrations.ts';
import { backendIsKnown, tableRows } from '../support/disk/app-database.ts';
import { storedFiles } from '../support/disk/stored-files.ts';
import { openReview, seedDrafts, submitDraft } from '../support/form/complete-draft.ts';
import { expectSubmitted, here, registrationIndividual } from '../support/form/form-cases.ts';
import {
  addFile,
  drawSignature,
  expectSection,
  fileInput,
  fillRegistration,
  fillTexts,
  goToSection,
  photo,
  removeFiles,
} from '../support/form/form-filling.ts';
import { refusal, refuseOnce, resubmit, status, submit } from './fixtures/corrections.ts';
import { test as atBackend, expectDelivered, openOutbox } from './fixtures/outbox-test.ts';
import { test } from './fixtures/proxied-test.ts';

const description = 'Please make sure you have entered all the information correctly.';

test('each spelling of the server’s keys leads to its field; other messages are shown at the top', async ({
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
  // The message stays until the agent changes the field, also after a reload.
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

atBackend(
  'a correction keeps the form number, uses a new key for a repeated step, and repeats no other step',
  {
    tag: '@core',
  },
  async ({ backend, device }) => {
    const page = await openOutbox(device);
    const [bheki, faith] = await seedDrafts(page, [
      { name: 'Bheki' },
      { name: 'Faith', documents: ['idDocument', 'idDocument'] },
    ]);
    if (bheki === undefined || faith === undefined) throw new Error('no drafts');
    const errors = { 'FormData.SimCardNumber': 'This SIM is in use.' };
    backend.rule(
      { customer: 'Bheki', fate: { reply: { status: 400, body: { errors } } } },
      // The server accepts the first of Faith's photos, and refuses the second.
      { customer: 'Faith', call: 'SaveIdDocument', until: Promise.resolve() },
      { customer: 'Faith', call: 'SaveIdDocument', fate: { reply: { status: 413 } } },
    );
    const bar = page.getByRole('region', { name: 'Status' });
    await expect(bar).not.toContainText('refused');
    await submitDraft(page, bheki);
    await expect(page.getByText('Needs attention')).toBeVisible();

    // Every screen shows the refusal, and Home has a link to the outbox.
    for (const path of ['/settings', '/help/termsconditions', '/register', '/']) {
      await page.goto(path);
      await expect(bar).toContainText('1 refused');
      await expect(bar).not.toContainText('waiting');
    }
    // The number on the tab is only visual. The tab's accessible name stays the same.
    const tab = page.getByRole('navigation').getByRole('link', { name: 'Outbox', exact: true });
    await expect(tab).toHaveText(/1\s*Outbox/);
    await page.getByRole('link', { name: '1 form needs your attention' }).click();
    await expect(page).toHaveURL('/outbox');
    await expect(page.getByText('Needs attention').first()).toBeVisible();

    await page.getByRole('button', { name: 'Correct' }).click();
    const field = page.getByLabel('SIM card number', { exact: true });
    await expect(field).toBeFocused();
    await expect(page.getByText('This SIM is in use.')).toBeVisible();
    await field.fill('8927 0100 0000 1234 560');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await submitDraft(page, bheki);
    await expectDelivered(page);
    const [refused, again, ...rest] = backend.requests('Bheki');
    expect(rest.map(({ call }) => call)).toEqual(['SaveSignature', 'SaveIdDocument']);
    expect(again?.formId).toBe(refused?.formId);
    expect(again?.headers['idempotency-key']).not.toBe(refused?.headers['idempotency-key']);
    expect(again?.json).toMatchObject({ formData: { simCardNumber: '8927010000001234560' } });

    await submitDraft(page, faith);
    await expect(page.getByText('Needs attention')).toBeVisible();
    await page.getByRole('button', { name: 'Correct' }).click();
    const edit = page.getByRole('link', { name: 'Edit Documents' });
    const files = fileInput(page, 'ID document');
    await edit.or(files).first().waitFor();
    if (await edit.isVisible()) await edit.click();
    // The server already has the first photo, so it must be removed there too.
    await removeFiles(page, ['photo-1.jpg', 'photo-2.jpg']);
    await addFile(page, 'ID document', 'smaller.jpg', await photo(page, 800, 600, 'SMALLER'));
    await submitDraft(page, faith);
    await expectDelivered(page);
    expect(backend.calls('Faith')).toEqual([
      'RegisterSim',
      'SaveSignature',
      'SaveIdDocument',
      'SaveIdDocument',
      'RemoveDocument',
      'SaveIdDocument',
    ]);
    const uploads = backend.requests('Faith').filter(({ call }) => call === 'SaveIdDocument');
    expect(new Set(uploads.map(({ headers }) => headers['idempotency-key'])).size).toBe(3);
    expect(backend.documentNames('Faith')).toEqual([uploads[2]?.parts[1]?.fileName]);
    expect(backend.formOf('Faith')?.calls).toBe(1);
  },
);

test('after a correction the app sends only changed or unconfirmed steps', async ({
  backend,
  device,
  wire,
}) => {
  await device.installApp();
  const page = await device.open('/outbox');
  await backendIsKnown(page);
  await device.goOffline();
  await page.goto('/register');
  await fillRegistration(page);
  await goToSection(page, 'Documents');
  await addFile(page, 'ID document', 'back.jpg', await photo(page, 900, 600, 'BACK'));
  await goToSection(page, 'Review');
  await expectSubmitted(page, false);
  // Nothing of the form was sent. So the agent can make it a draft again, and submit it again.
  await page.getByRole('button', { name: 'Back to draft' }).click();
  await expect(page).toHaveURL(/\/register\/.+/);
  await expectSection(page, 'Review');
  await goToSection(page, 'Customer');
  await fillTexts(page, { 'First name': 'Zanele' });
  await resubmit(page);
  await expect(status(page, 'Waiting to send')).toBeVisible();

  // If the server names no field, the agent stays in the section, and the server's words are shown on top.
  wire.answer(({ name }) =>
    name === 'RegisterSim'
      ? { status: 200, body: { wasSuccessful: false, heading: 'Closed', description: 'Later.' } }
      : null,
  );
  await device.goOnline();
  await expect(status(page, 'Needs attention')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Back to draft' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Correct' }).click();
  await expectSection(page, 'Review');
  await expect(page.getByText('Closed')).toBeVisible();

  // The form is sent again without a change. Now the server refuses the second photo.
  let from = wire.calls.length;
  let uploads = 0;
  wire.answer(({ name }) => {
    if (name !== 'SaveIdDocument') return null;
    uploads += 1;
    // The second photo, as WebP and then as JPEG.
    return uploads === 2 || uploads === 3
      ? {
          status: 200,
          body: { wasSuccessful: false, heading: 'Not clear', description: 'Take it again.' },
        }
      : null;
  });
  await resubmit(page);
  await expect(status(page, 'Needs attention')).toBeVisible();
  await expect(page.getByText('Not clear')).toBeVisible();
  await expect(page.getByText('Take it again.')).toBeVisible();
  expect(wire.namesSince(from)).toEqual([
    'RegisterSim',
    'SaveSignature',
    'SaveIdDocument',
    'SaveIdDocument',
    'SaveIdDocument',
  ]);
  await expect(page.getByRole('button', { name: 'Back to draft' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Correct' }).click();
  await expect(page.getByText('Take it again.')).toBeVisible();
  const [front, , back] = wire.calls.filter(({ name }) => name === 'SaveIdDocument');

  // The same form is sent again. The form's call, the signature and the first photo are not repeated.
  from = wire.calls.length;
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

  // The agent removes one photo, adds another, changes the surname, and makes a new signature.
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
  // Two strokes instead of one, so that the signature differs: the same strokes would be the same signature.
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
    formData: { ...registrationIndividual, firstName: 'Zanele', surname: 'Nkosi-Zulu' },
    ...here,
    isBusiness: false,
    documents: [{ kind: 'idDocument' }, { kind: 'idDocument' }],
  });
  expect(stored?.documents.map(({ name }) => name)).not.toContain(front?.files[0]);
});

test('Correct leads to the refused file, and Submit asks before it sends the file unchanged', async ({
  backend,
  device,
  wire,
}) => {
  const page = await device.openApp('/outbox');
  await backendIsKnown(page);
  await page.goto('/register');
  await fillRegistration(page);
  await goToSection(page, 'Documents');
  await addFile(page, 'ID document', 'back.jpg', await photo(page, 900, 600, 'BACK'));
  await goToSection(page, 'Review');
  let uploads = 0;
  wire.answer(({ name }) => {
    if (name !== 'SaveIdDocument') return null;
    uploads += 1;
    // The second photo, as WebP and then as JPEG.
    const isRefused = uploads === 2 || uploads === 3;
    return isRefused ? refusal({ Files: ['The photo is too blurred to read.'] }) : null;
  });
  await expectSubmitted(page, true);
  await expect(status(page, 'Needs attention')).toBeVisible();
  await page.getByRole('button', { name: 'Correct' }).click();
  await expectSection(page, 'Documents');
  const row = page.getByRole('listitem').filter({ hasText: 'back.jpg' }).first();
  await expect(row).toContainText(
    'the server did not accept it: The photo is too blurred to read.',
  );
  await expect(row).toBeInViewport();
  await expect(page.getByText('The server did not accept back.jpg.')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'id-front.jpg' })).toContainText(
    'Saved',
  );

  // The press alone sends nothing. 'Change it' opens the section 'Documents' again.
  const from = wire.calls.length;
  await goToSection(page, 'Review');
  await submit(page).click();
  const question = page.getByRole('dialog', {
    name: 'The server did not accept this photo. Send the same one again?',
  });
  await expect(question).toContainText('The photo is too blurred to read.');
  await question.getByRole('button', { name: 'Change it' }).click();
  await expectSection(page, 'Documents');
  expect(wire.namesSince(from)).toEqual([]);

  // If the agent replaces the photo, the app asks no question. Then the server refuses the signature.
  await page.getByRole('button', { name: 'Remove back.jpg' }).click();
  await expect(page.getByText('The server did not accept back.jpg.')).toHaveCount(0);
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
  const words = page.getByText('The server did not accept the signature: Not a signature.');
  await expect(words).toBeVisible();
  await goToSection(page, 'Review');
  await submit(page).click();
  await page
    .getByRole('dialog', {
      name: 'The server did not accept this signature. Send the same one again?',
    })
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

test('a server that refuses a WebP gets the photo as JPEG, and only JPEGs from then on', async ({
  backend,
  device,
  wire,
}) => {
  const page = await device.openApp('/outbox');
  await backendIsKnown(page);
  await page.goto('/register');
  wire.answer(({ files, name }) =>
    name === 'SaveIdDocument' && files.some((file) => file.endsWith('.webp'))
      ? { status: 415, body: {} }
      : null,
  );
  await fillRegistration(page);
  await expectSubmitted(page, true);
  await expect(status(page, 'Sent')).toBeVisible();
  const endings = () =>
    wire.calls
      .filter(({ name }) => name === 'SaveIdDocument')
      .map(({ files }) => files[0]?.replace(/^.*\./, ''));
  expect(endings()).toEqual(['webp', 'jpg']);
  const [registration] = await waitForStored(backend.dataDir, 1);
  const stored = storedFiles(backend.dataDir, registration?.formId ?? '');
  const photos = stored.filter(({ contentType }) => contentType !== 'image/png');
  expect(photos.map(({ contentType }) => contentType)).toEqual(['image/jpeg']);
  expect(await isPicture(page, photos[0]?.bytes ?? Buffer.alloc(0))).toBe(true);

  // The next photo is taken as JPEG.
  await page.goto('/replace');
  await goToSection(page, 'Documents');
  await addFile(page, 'ID document', 'next.jpg', await photo(page, 900, 600, 'NEXT'));
  const kept = await tableRows(page, 'attachments');
  expect(kept.map(({ type }) => type)).toEqual(['image/jpeg']);
});

/** True if the browser can decode the bytes as a picture. */
const isPicture = (page: Page, bytes: Buffer): Promise<boolean> =>
  page.evaluate(async (base64) => {
    const picture = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([picture])).catch(() => null);
    return image !== null && image.width > 100;
  }, bytes.toString('base64'));

test('a correction needs three presses, apart from typing the answer', async ({ device, wire }) => {
  refuseOnce(wire, 'RegisterSim', refusal({ idNumber: ['This ID number is not known.'] }));
  const page = await device.openApp('/register');
  await openReview(page);
  await submit(page).click();
  await expect(status(page, 'Needs attention')).toBeVisible();
  // Counts every press of the agent in the page.
  await page.exposeFunction('pressed', () => {
    presses += 1;
  });
  let presses = 0;
  await page.evaluate(() =>
    addEventListener('click', ({ isTrusted }) => {
      if (isTrusted) (window as unknown as { pressed: () => void }).pressed();
    }),
  );
  await page.getByRole('button', { name: 'Correct' }).click();
  const idNumber = page.getByLabel('ID number', { exact: true });
  await expect(idNumber).toBeFocused();
  // The form shows one line on top, and the server's words at the field.
  await expect(
    page.getByRole('link', { name: 'Change this answer, then press Next' }),
  ).toBeVisible();
  await expect(idNumber).toHaveAccessibleDescription(/This ID number is not known/);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('8801235111088');
  await expect(page.getByText('Changed', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expectSection(page, 'Review');
  await expect(page.getByText('Corrected: ID number', { exact: true })).toBeVisible();
  await submit(page).click();
  await expect(page).toHaveURL(/\/captured\/.+/);
  await expect(status(page, 'Sent')).toBeVisible();
  expect(presses).toBe(3);
});
