import { expect, type Page } from '@playwright/test';
import type { PlainBackend } from '../support/backend/plain-backend.ts';
import { storedValue } from '../support/browser/page-watch.ts';
import { openSettings } from '../support/browser/settings-page.ts';
import { drainEnds, WorkerControl } from '../support/browser/worker-control.ts';
import { databaseClosed, tableRows } from '../support/disk/app-database.ts';
import { seedDrafts } from '../support/form/complete-draft.ts';
import { fileInput, goToSection, photo } from '../support/form/form-filling.ts';
import { setLock, unlock } from '../support/form/lock-setting.ts';
import { openedDrafts } from '../support/world/stored-form.ts';
import { expectDelivered, openOutbox, test } from './fixtures/outbox-test.ts';

/**
 * Makes the browser grant the app `more` bytes beyond its usage. Undefined: the browser's own limit. An open database keeps its earlier
 * grant for half a minute.
 */
type Grant = (more?: number) => Promise<void>;

async function granting(page: Page, backend: PlainBackend): Promise<Grant> {
  // The session must stay open, because its override ends with it.
  const session = await page.context().newCDPSession(page);
  const origin = backend.address;
  return async (more) => {
    const { usage } = await session.send('Storage.getUsageAndQuota', { origin });
    const quota = more === undefined ? {} : { quotaSize: Math.max(1, usage + more) };
    await session.send('Storage.overrideQuotaForOrigin', { origin, ...quota });
  };
}

const nothing = -1e12;

test('the app warns before the phone is full, and keeps typed text until it can be saved', async ({
  backend,
  device,
}) => {
  const page = await openOutbox(device);
  const grant = await granting(page, backend);
  const [id] = await seedDrafts(page, [{ name: 'Amahle' }]);
  await page.goto(`/register/${id}`);
  await page.getByRole('link', { name: 'Edit Documents' }).click();
  await expect(page.getByRole('button', { name: 'Remove photo-1.jpg' })).toBeVisible();

  // There is room for typed text, but not for photos. So the app refuses the photo, and the stored data is safe.
  await grant(20_000_000);
  await fileInput(page, 'ID document').setInputFiles({
    name: 'back.jpg',
    mimeType: 'image/jpeg',
    buffer: await photo(page, 600, 400, 'BACK'),
  });
  await expect(
    page.getByText('back.jpg was not saved: this phone is almost full. Free 50 MB and try again.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove photo-1.jpg' })).toBeVisible();
  expect(await tableRows(page, 'attachments')).toHaveLength(1);
  await grant();
  await page.getByRole('button', { name: 'Try again to add back.jpg' }).click();
  await expect(page.getByRole('button', { name: 'Remove back.jpg' })).toBeVisible();

  // From the form's opening on, there is no room at all.
  await goToSection(page, 'Address');
  await expect.poll(async () => (await openedDrafts(page))[0]?.['section']).toBe('address');
  const control = await WorkerControl.of(page);
  await page.goto('about:blank');
  await control.stopAll();
  await grant(nothing);
  await databaseClosed(device.profile);
  await page.goto(`/register/${id}`);
  const city = page.getByLabel('City or town', { exact: true });
  await city.fill('Umzinto');
  await expect(page.getByText('Not saved: this phone is full')).toBeVisible();
  await expect(city).toHaveValue('Umzinto');
  expect((await openedDrafts(page))[0]).toMatchObject({ values: { city: 'Pinetown' } });
  await grant();
  await expect(page.getByText('Not saved: this phone is full')).toBeHidden();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  expect((await openedDrafts(page))[0]).toMatchObject({ values: { city: 'Umzinto' } });

  // Submit is refused, the form stays a draft, and nothing is sent. Once there is room, Submit is accepted.
  for (const title of ['Documents', 'Sign', 'Review']) {
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible();
  }
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await grant(nothing);
  const submit = page.getByRole('button', { name: 'Submit', exact: true });
  await submit.click();
  await expect(page.getByText('Not submitted: this phone is full')).toBeInViewport();
  await expect(page).toHaveURL(`/register/${id}`);
  expect((await tableRows(page, 'submissions'))[0]).toMatchObject({ status: 'draft' });
  await drainEnds(page);
  expect(backend.requests()).toEqual([]);
  await grant();
  await submit.click();
  await expect(page).toHaveURL(`/captured/${id}`);
  await expectDelivered(page);
  expect(backend.documentNames('Amahle')).toHaveLength(2);
  expect(backend.requests('Amahle')[0]?.json).toMatchObject({ formData: { city: 'Umzinto' } });
});

/** Makes transactions of this mode fail as on a full phone, once the page has set `full` to the mode. */
const mayBeFull = (page: Page) =>
  page.addInitScript(() => {
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = function (stores, mode = 'readonly', options) {
      if (Reflect.get(window, 'full') === mode) throw new DOMException('', 'QuotaExceededError');
      return transaction.call(this, stores, mode, options);
    };
  });
/** Without a mode, the phone has room again. */
const fill = (page: Page, full?: IDBTransactionMode) =>
  page.evaluate((mode) => void Object.assign(window, { full: mode }), full);

test('a button of a form that can change nothing on a full phone says so', async ({ device }) => {
  const page = await openOutbox(device);
  const [id] = await seedDrafts(page, [{ name: 'Amahle' }]);
  await mayBeFull(page);
  await page.goto(`/register/${id}`);
  await goToSection(page, 'Documents');
  const bin = page.getByRole('button', { name: 'Remove photo-1.jpg' });
  await expect(bin).toBeVisible();
  await goToSection(page, 'Sign');
  await expect(page.getByText('Signed by Amahle')).toBeVisible();
  await fill(page, 'readwrite');
  await expect(async () => {
    // The location that was just found is refused too. The notice about it can move the button during the press.
    await page.getByRole('button', { name: 'Clear signature' }).click();
    await expect(page.getByText('Not cleared: the phone is full.')).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await goToSection(page, 'Documents');
  await bin.click();
  await expect(page.getByText('Nothing changed: this phone is full.')).toBeVisible();
  await goToSection(page, 'Review');
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByText('Not submitted: this phone is full')).toBeInViewport();
  await expect(page.getByText('Your last change is not saved.')).toBeVisible();
  await expect(page.getByText('Your draft is safe')).toHaveCount(0);
  await goToSection(page, 'Documents');
  await fill(page, 'readonly');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(
    page.getByText('Veld could not check this section: this phone is full.'),
  ).toBeVisible();
});

test('a setting that the full phone does not save is shown as it was', async ({ device }) => {
  const page = await device.installApp();
  await mayBeFull(page);
  await setLock(page);
  await openSettings(page, 'photos');
  await unlock(page);
  const toast = page.getByText('That setting could not be saved. Try again.');
  const next = async (name: string): Promise<void> => {
    await expect(toast).toHaveCount(0);
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await page.getByRole('link', { name: new RegExp(`^${name}`) }).click();
  };
  const wifi = page.getByLabel(/^On Wi-Fi only/);
  await expect(wifi).not.toBeChecked();
  await fill(page, 'readwrite');
  await wifi.click();
  await expect(toast).toBeVisible();
  await expect(wifi).not.toBeChecked();
  await fill(page);
  await wifi.click();
  await expect.poll(() => storedValue(page, 'photoSending')).toBe('unmetered');
  await expect(wifi).toBeChecked();

  await next('Data price');
  const vat = page.getByLabel('Add 15 % VAT');
  await fill(page, 'readwrite');
  await vat.click();
  await expect(toast).toBeVisible();
  await expect(vat).not.toBeChecked();
  await expect(toast).toHaveCount(0);
  // A price that is not saved says so, also after the toast has gone.
  const price = page.getByLabel('Price per MB');
  await price.fill('1');
  await expect(price).toHaveAccessibleDescription(/could not be saved/);
  await fill(page);
  await price.fill('1,5');
  await expect(price).not.toHaveAccessibleDescription(/could not be saved/);

  await next('Lock');
  await page.getByText('Lock after').first().click();
  await fill(page, 'readwrite');
  await page.getByLabel('1 minute').click();
  await expect(page.getByText('Not saved. Try again.')).toBeVisible();
  await expect(page.getByLabel('1 minute')).not.toBeChecked();
  await expect(page.getByLabel('5 minutes', { exact: true })).toBeChecked();
});

test('the first Submit requests persistent storage, and the page of this phone shows the answer', async ({
  device,
}) => {
  const page = await openOutbox(device);
  expect(await page.evaluate(() => navigator.storage.persisted())).toBe(false);
  await page.addInitScript(() => {
    const persist = StorageManager.prototype.persist;
    StorageManager.prototype.persist = function asked() {
      Object.assign(window, { hasAsked: true });
      return persist.call(this);
    };
  });
  await openSettings(page, 'phone');
  await expect(page.getByText('Not protected')).toBeVisible();
  const [id] = await seedDrafts(page, [{ name: 'Amahle' }]);
  await page.goto(`/register/${id}`);
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page).toHaveURL(`/captured/${id}`);
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'hasAsked'))).toBe(true);
  const refused = 'If the phone gets full, your forms may be lost. Install Veld to protect them.';
  const granted = 'This phone now keeps Veld’s records until you delete them.';
  const isKept = await page.evaluate(() => navigator.storage.persisted());
  await openSettings(page, 'phone');
  await page.getByRole('button', { name: 'Protect my forms' }).click();
  await expect(page.getByText(isKept ? granted : refused)).toBeVisible();
});
