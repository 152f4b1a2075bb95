import { expect } from '@playwright/test';
import { expectStored, waitForStored } from '../support/backend/stored-registrations.ts';
import { expectSubmitted, here, registrationIndividual } from '../support/form/form-cases.ts';
import {
  addFile,
  drawSignature,
  expectSection,
  fillRegistration,
  fillTexts,
  goToSection,
  photo,
} from '../support/form/form-filling.ts';
import { refusal, refuseOnce, resubmit, status, submit } from './fixtures/corrections.ts';
import { test } from './fixtures/proxied-test.ts';

test('after a correction only what changed, or was never confirmed, is sent', async ({
  backend,
  device,
  wire,
}) => {
  const page = await device.openApp('/register');
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
  const page = await device.openApp('/register');
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

test('a server that takes no WebP says so once, and gets JPEGs from then on', async ({
  device,
  wire,
}) => {
  const page = await device.openApp('/register');
  wire.answer(({ files, name }) =>
    name === 'SaveIdDocument' && files.some((file) => file.endsWith('.webp'))
      ? { status: 415, body: {} }
      : null,
  );
  await fillRegistration(page);
  await expectSubmitted(page, true);
  await expect(status(page, 'Needs attention')).toBeVisible();
  await page.getByRole('button', { name: 'Correct' }).click();
  await expectSection(page, 'Documents');
  await page.getByRole('button', { name: 'Remove id-front.jpg' }).click();
  await addFile(page, 'ID document', 'again.jpg', await photo(page, 900, 600, 'AGAIN'));
  await resubmit(page);
  await expect(status(page, 'Sent')).toBeVisible();
  const sent = wire.calls.filter(({ name }) => name === 'SaveIdDocument');
  expect(sent.map(({ files }) => files[0]?.replace(/^.*\./, ''))).toEqual(['webp', 'jpg']);
});
