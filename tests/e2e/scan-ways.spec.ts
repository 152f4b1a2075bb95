import { expect, type Page } from '@playwright/test';
import { luhn } from '../../src/domain/forms/rules.ts';
import { Device } from '../support/browser/device.ts';
import { randomCanary, randomDigits, scanProfile } from '../support/disk/profile-scan.ts';
import { expectSection } from '../support/form/form-filling.ts';
import { expectLocked, setLock, unlock } from '../support/form/lock-setting.ts';
import { code128, drawFilmsOf, onFilm, qrCode, smartCard } from './fixtures/scan-films.ts';
import {
  beginAtSim,
  button,
  dialog,
  openScanner,
  scanCard,
  test,
  title,
  tracks,
} from './fixtures/scan-test.ts';

test('the question about the scanner’s size names its price; a photo of the barcode comes first on iOS', async ({
  films,
  phone: page,
}) => {
  await page.goto('/settings/price');
  const price = page.getByLabel('Price per MB');
  await price.fill('0,5');
  await price.blur();
  // Only browsers on iOS have this property.
  await page.addInitScript(() => Object.assign(navigator, { standalone: true }));
  await beginAtSim(page);
  await button(page, 'Scan').click();
  await expect(dialog(page)).toContainText(/The scanner is 321.kB, about R.0,16\. Veld fetches it/);
  await button(page, 'Get the scanner').click();
  await expect(dialog(page)).toContainText('Veld looks for a barcode. No picture is kept.');
  await expect(dialog(page).getByRole('button')).toHaveText([
    'Take a photo instead',
    'Use the camera',
    'Type it instead',
  ]);
  // The app has opened no camera.
  expect(await tracks(page)).toEqual([]);
  const choosing = page.waitForEvent('filechooser');
  await button(page, 'Take a photo instead').click();
  await (await choosing).setFiles({
    name: 'photo.jpg',
    mimeType: 'image/jpeg',
    buffer: films.sim.subarray(0, films.sim.length / 4),
  });
  await button(page, 'Take this').click();
  await expectSection(page, 'Address');
  expect(await tracks(page)).toEqual([]);
});

/** Runs in the page. The browser's question about the camera stays open until the test calls `answer`. */
function askForEver(): void {
  const { getUserMedia } = MediaDevices.prototype;
  MediaDevices.prototype.getUserMedia = async function (wish) {
    await new Promise((resolve) => Object.assign(window, { answer: resolve }));
    return getUserMedia.call(this, wish);
  };
}

test('a question that nobody answers ends after 20 s, and a late answer leaves no camera on', async ({
  phone: page,
}) => {
  await page.addInitScript(askForEver);
  await page.clock.install();
  await beginAtSim(page);
  await button(page, 'Scan').click();
  await button(page, 'Get the scanner').click();
  await expect.poll(() => page.evaluate('typeof answer')).toBe('function');
  await page.clock.fastForward(20_000);
  await expect(dialog(page)).toContainText('Without the camera you can take a photo or type.');
  await expect(button(page, 'Take a photo instead')).toBeVisible();
  await page.evaluate('answer()');
  await expect.poll(() => tracks(page)).toEqual(['ended']);
  await button(page, 'Try again').click();
  await expect.poll(() => page.evaluate('typeof answer')).toBe('function');
  await page.evaluate('answer()');
  await expect(dialog(page)).toContainText('Point at the barcode');
});

test('the camera stops when another page is opened, and when Veld locks', async ({
  phone: page,
}) => {
  await beginAtSim(page);
  await openScanner(page, 'Scan');
  await expect.poll(() => tracks(page)).toEqual(['live']);
  await page.evaluate(() => history.pushState(null, '', '/outbox'));
  await expect(page.getByRole('heading', { level: 1, name: 'Outbox' })).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  expect(await tracks(page)).toEqual(['ended']);

  await setLock(page);
  await page.goto('/register');
  await unlock(page);
  await expectSection(page, 'Customer');
  await openScanner(page, scanCard);
  await expect.poll(() => tracks(page)).toEqual(['live']);
  const other = await page.context().newPage();
  await other.goto('/');
  await button(other, 'Lock now').click();
  await expectLocked(page);
  await expect.poll(() => tracks(page)).toEqual(['ended']);
});

test('a browser that denies each question leaves the photo and the keys', async ({
  backend,
  installed,
}) => {
  const args = ['--use-fake-device-for-media-stream', '--deny-permission-prompts'];
  const device = new Device(backend.address, { args }, installed.profile);
  const page = await device.openApp('about:blank');
  await beginAtSim(page);
  await button(page, 'Scan').click();
  await button(page, 'Get the scanner').click();
  const ask = button(page, 'Use the camera');
  const words = dialog(page).getByText(/The camera is blocked for Veld|Without the camera you can/);
  await expect(ask.or(words)).toBeVisible();
  if (await ask.isVisible()) await ask.click();
  await expect(words).toBeVisible();
  await expect(button(page, 'Take a photo instead')).toBeVisible();
  await button(page, 'Type it instead').click();
  await expect(page.getByLabel('SIM card number')).toBeFocused();
  await device.remove();
});

/** Returns a number that begins with `start`. The other digits are random, and the last one is a valid check digit. */
function checkedNumber(start: string, length: number): string {
  const stem = start + randomDigits(length - start.length - 1);
  for (let digit = 0; digit < 10; digit += 1) if (luhn(`${stem}${digit}`)) return `${stem}${digit}`;
  throw new Error('No check digit fits.');
}

/** Stores a text unencrypted, as a careless app would. The scan must find it. */
const storePlainly = (page: Page, text: string): Promise<void> =>
  page.evaluate(
    (kept) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('side');
        opening.onupgradeneeded = () => opening.result.createObjectStore('rows');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const work = opening.result.transaction('rows', 'readwrite', { durability: 'strict' });
          work.objectStore('rows').put(kept, 1);
          work.oncomplete = () => resolve();
        };
      }),
    text,
  );

test('a scan that was cancelled or refused leaves nothing on the phone', async ({
  browser,
  camera,
  phone: page,
}) => {
  const letters = () => `X${randomCanary().replace(/\d/g, 'q').toLowerCase()}`;
  const surname = letters();
  const firstName = letters();
  const idNumber = checkedNumber(`800101${randomDigits(4)}08`, 13);
  const sim = checkedNumber('8927', 19);
  const activation = randomCanary();
  const canaries = Object.entries({ surname, firstName, idNumber, sim, activation }).map(
    ([name, text]) => ({ name, text }),
  );
  const blank = await browser.newPage();
  const films = await drawFilmsOf(blank, {
    card: [smartCard(surname.toUpperCase(), firstName.toUpperCase(), idNumber)],
    pack: [code128(sim)],
    voucher: [qrCode(`LPA:1$smdp.example.com$${activation}`)],
  });
  await blank.close();

  await page.goto('/register');
  await expectSection(page, 'Customer');
  camera.show(films.card);
  await openScanner(page, scanCard);
  await expect(dialog(page)).toContainText(`${firstName} ${surname}`);
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Surname')).toHaveValue('');
  await beginAtSim(page);
  camera.show(films.voucher);
  await openScanner(page, 'Scan');
  await expect(dialog(page)).toContainText('This code activates an eSIM.');
  camera.show(films.pack);
  await button(page, 'Scan again').click();
  await expect(title(page, 'Is this right?')).toBeVisible();
  await button(page, 'Type it instead').click();
  const photo = { name: 'photo.jpg', mimeType: 'image/jpeg' };
  await button(page, 'Scan').click();
  await page.getByLabel('Photo of the barcode').setInputFiles({
    ...photo,
    buffer: films.pack.subarray(0, films.pack.length / 4),
  });
  await expect(title(page, 'Is this right?')).toBeVisible();
  await page.goBack();
  await page.getByLabel('SIM card number').fill(onFilm.sim);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  // Searches the texts that a page can read: browser storages, history, HTML, and the names of cached files. The rows are encrypted.
  const readable = await page.evaluate(async () => {
    const texts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
    texts.push(JSON.stringify(history.state), document.documentElement.outerHTML);
    for (const name of await caches.keys())
      texts.push(...(await (await caches.open(name)).keys()).map(({ url }) => url));
    return texts.join('\n');
  });
  for (const { name, text } of canaries) expect(readable, name).not.toContain(text);
  await page.reload();
  await expect(page.getByLabel('SIM card number')).toHaveValue('8927 0100 0000 1234 560');
  await expect(page.getByText(/Scanned/)).toHaveCount(0);
  // Searches every file of the browser too: IndexedDB, private files, caches, history.
  expect(scanProfile(page.profile, canaries)).toEqual([]);
  await storePlainly(page, sim);
  expect(scanProfile(page.profile, canaries).map(({ name }) => name)).toContain('sim');
});
