import { expect } from '@playwright/test';
import {
  copyNames,
  copySealed,
  copyTexts,
  removeCopy,
  tableRows,
} from '../support/disk/app-database.ts';
import { flipBytes, removeBlobFiles, tearLog } from '../support/disk/damaged-profile.ts';
import { seedDrafts, submitAll, submitDraft } from '../support/form/complete-draft.ts';
import { addFile, customer, fillTexts, goToSection, photo } from '../support/form/form-filling.ts';
import { storedTraces } from '../support/server/stored-traces.ts';
import {
  expectDelivered,
  expectSent,
  expectStatus,
  openOutbox,
  openSubmission,
  rowOf,
  test,
} from './fixtures/outbox-test.ts';

test.use({ capabilities: { honoursKeys: false, lists: 'all' } });

test('a draft that is saved after a power loss survives the next start', async ({
  backend,
  device,
}) => {
  await openOutbox(device);
  await device.switchOff();
  tearLog(device.profile, backend.port);
  await device.switchOn();
  const page = await device.open('/register');
  await fillTexts(page, { 'First name': 'Thandi' });
  await page.waitForURL(/\/register\/.+/);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const draft = page.url();
  // The draft has no second copy yet: the app makes it at the first change of section.
  await device.kill();
  await device.switchOn();
  const again = await device.open(draft);
  await expect(again.getByLabel('First name', { exact: true })).toHaveValue('Thandi');
});

test('a lost database is restored from the second copies, and each form is sent once', {
  tag: '@core',
}, async ({ backend, device }) => {
  const page = await openOutbox(device);
  const [draft] = await seedDrafts(page, [{ name: 'Naledi' }]);
  if (draft === undefined) throw new Error('no draft');
  await page.goto(`/register/${draft}`);
  await expect(page.getByRole('heading', { level: 2, name: 'Review' })).toBeVisible();
  await expect.poll(async () => (await copyNames(page))[draft]).toContain('submission.json');
  // The server already has Amahle's form and her photo, but the phone got no answer that says so.
  backend.rule({
    customer: 'Amahle',
    call: 'SaveIdDocument',
    fate: { isDone: true, reply: { status: 503, headers: { 'Retry-After': '900' } } },
  });
  await submitAll(page, [{ name: 'Amahle' }]);
  await expect(page.getByText('The server is busy')).toBeVisible();
  await submitAll(page, [
    {
      name: 'Bheki',
      kind: 'replacement',
      documents: ['idDocument', 'policeDocument'],
      photoSize: 1_500_000,
    },
  ]);
  const identifier = backend.seen[0]?.headers['x-device-identifier'];
  backend.seen.length = 0;
  await device.switchOff();
  flipBytes(device.profile, backend.port);

  // The network fails from the first moment on, because a worker may drain before any page is open.
  backend.rule({ times: 1000, fate: { reply: 'reset' } });
  await device.switchOn();
  await device.goOffline();
  const again = await device.open('/outbox');
  await expect(again.getByText('Storage repaired')).toBeVisible();
  await expect(again.getByText('Veld brought back 3 forms. Nothing is sent twice.')).toBeVisible();
  await expect(rowOf(again, 'Naledi')).toContainText('Draft');
  for (const name of ['Amahle', 'Bheki']) await expectStatus(again, name, 'Waiting to send');
  backend.behave();
  await device.goOnline();
  await expectSent(again, 2);
  expect(backend.forms.size).toBe(2);
  expect(backend.documentNames('Amahle')).toHaveLength(1);
  expect(new Set(backend.documentNames('Bheki')).size).toBe(2);
  expect(backend.documentNames('Bheki')).toHaveLength(2);
  expect(new Set(backend.seen.map(({ headers }) => headers['x-device-identifier'])).size).toBe(1);
  expect(backend.seen[0]?.headers['x-device-identifier']).toBe(identifier);
  await openSubmission(rowOf(again, 'Sent').first());
  await expect(again.getByText('Brought back from the second copy')).toBeVisible();
  // The draft's copy is still there. The delivered forms have no copy.
  await expect
    .poll(async () => Object.keys(await copyNames(again)).filter((name) => name !== 'mark'))
    .toEqual([draft]);
  await again.getByRole('link', { name: 'Outbox', exact: true }).click();
  await submitDraft(again, draft);
  await expectDelivered(again);
});

test('lost files are restored from their copies; a form with a file lost twice names it and is not sent', async ({
  backend,
  device,
}) => {
  const page = await openOutbox(device);
  await device.goOffline();
  const [amahle, bheki] = await submitAll(page, [
    { name: 'Amahle', documents: ['idDocument', 'idDocument'] },
    { name: 'Bheki', photoSize: 1_500_000 },
  ]);
  if (amahle === undefined || bheki === undefined) throw new Error('nothing was submitted');
  for (const id of [amahle, bheki]) await copySealed(page, id);
  // If only the copy is lost, the app makes it again.
  const whole = (await copyNames(page))[bheki] ?? [];
  expect(whole).toHaveLength(3);
  for (const name of whole) await removeCopy(page, bheki, name);
  await page.goto('/outbox');
  await expect.poll(async () => (await copyNames(page))[bheki]).toHaveLength(3);
  const lost = (await tableRows(page, 'attachments')).find(
    (row) => row['submissionId'] === amahle && row['sequence'] === 2,
  );
  await removeCopy(page, amahle, `${String(lost?.['id'])}.sealed`);
  await device.switchOff();
  expect(removeBlobFiles(device.profile, backend.port)).toBeGreaterThan(0);

  backend.rule({ times: 1000, fate: { reply: 'reset' } });
  await device.switchOn();
  await device.goOffline();
  const again = await device.open('/outbox');
  await expect(again.getByText('Some things are lost')).toBeVisible();
  await expect(
    again.getByText('Amahle Nkosi: photo-2.jpg. Take it again before sending.'),
  ).toBeVisible();
  await again.getByRole('button', { name: 'OK' }).click();
  backend.behave();
  backend.seen.length = 0;
  await device.goOnline();
  await expectSent(again, 1);
  const photos = backend.requests('Bheki').filter(({ call }) => call === 'SaveIdDocument');
  expect(photos.map(({ parts }) => parts[1]?.size)).toEqual([1_500_000]);
  await expectStatus(again, 'Amahle', 'Needs attention');
  await expect(rowOf(again, 'Amahle')).toContainText(
    'This phone cannot read the ID document (photo-2.jpg) any more.',
  );
  expect(backend.calls('Amahle')).toEqual(['RegisterSim', 'SaveSignature', 'SaveIdDocument']);

  await rowOf(again, 'Amahle').getByRole('button', { name: 'Correct' }).click();
  const remove = again.getByRole('button', { name: 'Remove photo-2.jpg' });
  const edit = again.getByRole('link', { name: 'Edit Documents' });
  await remove.or(edit).first().waitFor();
  if (await edit.isVisible()) await edit.click();
  await remove.click();
  await addFile(again, 'ID document', 'again.jpg', await photo(again, 900, 600, 'AGAIN'));
  await submitDraft(again, amahle);
  await expectDelivered(again);
  expect(backend.documentNames('Amahle')).toHaveLength(2);
  expect(backend.formOf('Amahle')?.calls).toBe(1);
  expect(
    (await storedTraces(again)).filter(({ content }) => content.includes('8001015009087')),
  ).toEqual([]);
});

test('a lost open form is restored too, with each photo and the text typed before a pause', async ({
  backend,
  device,
}) => {
  const page = await device.installApp();
  await page.goto('/register');
  await fillTexts(page, { 'First name': customer.firstName });
  await goToSection(page, 'Documents');
  await addFile(page, 'ID document', 'id-front.jpg', await photo(page));
  await goToSection(page, 'Customer');
  await fillTexts(page, { Surname: 'Latecomer' });
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible();
  const { pathname } = new URL(page.url());
  // Other data that is saved meanwhile, such as the location, goes into the next copy.
  const isCopied = async (): Promise<boolean> => {
    const [draft] = await tableRows(page, 'drafts');
    const copy = (await copyTexts(page, pathname.split('/').at(-1) ?? '')).join();
    return copy.includes(`"revision":${draft?.['revision']}`);
  };
  await expect.poll(isCopied).toBe(true);
  await device.kill();
  flipBytes(device.profile, backend.port);

  await device.switchOn();
  const again = await device.open(pathname);
  await expect(again.getByLabel('First name', { exact: true })).toHaveValue(customer.firstName);
  await expect(again.getByLabel('Surname', { exact: true })).toHaveValue('Latecomer');
  await goToSection(again, 'Documents');
  await expect(again.getByRole('button', { name: 'Remove id-front.jpg' })).toBeVisible();
});
