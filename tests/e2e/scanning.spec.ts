import { expect } from '@playwright/test';
import { checkScreen } from '../support/browser/screen-check.ts';
import { openReview } from '../support/form/complete-draft.ts';
import { expectSection, goToSection } from '../support/form/form-filling.ts';
import { type FilmName, onFilm } from './fixtures/scan-films.ts';
import {
  beginAtSim,
  button,
  dialog,
  openScanner,
  refuseCamera,
  scanCard,
  test,
  title,
  tracks,
} from './fixtures/scan-test.ts';

test('the camera fills the form from a card, a book and a pack, and overwrites nothing', async ({
  phone: page,
  camera,
}) => {
  const field = (label: string) => page.getByLabel(label, { exact: true });
  await test.step('a smart ID card', async () => {
    await page.goto('/register');
    await expectSection(page, 'Customer');
    camera.show('card');
    await openScanner(page, scanCard);
    await expect(title(page, 'Is this right?')).toBeFocused();
    await expect(dialog(page)).toContainText('8001 0150 0908 7');
    await expect(dialog(page)).toContainText('Thandiwe Nomvula van der Merwe');
    await expect(button(page, 'Take this')).toHaveAccessibleDescription('8001 0150 0908 7');
    await button(page, 'Take this').click();
    await expect(button(page, scanCard)).toBeFocused();
    await expect(field('First name')).toHaveValue('Thandiwe Nomvula');
    await expect(field('Surname')).toHaveValue('van der Merwe');
    await expect(field('ID number')).toHaveValue(onFilm.idNumber);
    await expect(page.getByText('Scanned', { exact: true })).toHaveCount(3);
    expect(await tracks(page)).toEqual(['ended']);
  });

  await test.step('a card that differs from what is typed', async () => {
    await field('First name').fill('Thandi');
    await expect(page.getByText('Scanned', { exact: true })).toHaveCount(2);
    await field('Surname').fill('Nkosi');
    await openScanner(page, scanCard);
    await button(page, 'Take this').click();
    await expect(page.getByText('Typed Nkosi · Scanned van der Merwe')).toBeVisible();
    await expect(page.getByText('Matches the scan')).toHaveCount(1);
    await expect(field('First name')).toHaveValue('Thandi');
    await checkScreen(page, 'Customer, after a scan that differs');
    await page.setViewportSize({ width: 360, height: 740 });
    await button(page, 'Use the scanned one').first().click();
    await expect(field('First name')).toHaveValue('Thandiwe Nomvula');
    await expect(field('First name')).toBeFocused();
    await button(page, 'Keep what I typed').click();
    await expect(field('Surname')).toHaveValue('Nkosi');
    await expect(button(page, 'Use the scanned one')).toHaveCount(0);
  });

  await test.step('a driving licence is refused, and the ID book is not', async () => {
    camera.show('licence');
    await openScanner(page, scanCard);
    await expect(title(page, 'Not this one')).toBeVisible();
    await expect(dialog(page)).toContainText('RICA does not accept it.');
    camera.show('book');
    await button(page, 'Scan again').click();
    await expect(title(page, 'Is this right?')).toBeVisible();
    await expect(dialog(page)).not.toContainText('Merwe');
    await checkScreen(page, 'Scanner, found');
    await page.setViewportSize({ width: 360, height: 740 });
    await button(page, 'Take this').click();
    await expect(page.getByText('Matches the scan')).toHaveCount(1);
  });

  await test.step('an eSIM voucher is no SIM card number, and of two numbers one is chosen', async () => {
    await goToSection(page, 'SIM card');
    await expect(button(page, 'Scan')).toHaveAccessibleDescription('SIM card number');
    camera.show('activation');
    await openScanner(page, 'Scan');
    await expect(dialog(page)).toContainText('This code activates an eSIM.');
    camera.show('twoSims');
    await button(page, 'Scan again').click();
    await expect(title(page, 'Which one?')).toBeVisible();
    await button(page, 'Take this').nth(1).click();
    // The scan completes the section, so the form goes on by itself.
    await expect(title(page, 'Address')).toBeFocused();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await page.reload();
    await expectSection(page, 'Address');
    await page.goBack();
    await expectSection(page, 'SIM card');
    await expect(page.getByText('Scanned', { exact: true })).toBeVisible();
    const numbers = [onFilm.sim, onFilm.secondSim];
    expect(numbers).toContain((await field('SIM card number').inputValue()).replaceAll(' ', ''));
  });

  await test.step('another form learns at once that the number is known', async () => {
    await page.goto('/replace');
    await expectSection(page, 'Customer');
    await goToSection(page, 'SIM card');
    await expect(button(page, 'Scan').first()).toHaveAccessibleDescription('New SIM card number');
    await expect(button(page, 'Scan').nth(1)).toHaveAccessibleDescription('Device IMEI');
    await openScanner(page, 'Scan');
    await expect(title(page, 'Which one?')).toBeVisible();
    await expect(page.getByText(/Another form on this phone has this number/)).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    camera.show('imei');
    await button(page, 'Scan').nth(1).click();
    await button(page, 'Take this').click();
    await expect(field('Device IMEI')).toHaveValue(onFilm.imei);
    expect(await tracks(page)).toEqual(['ended']);
    // The section's first number is still missing, so the form stays in this section.
    await expectSection(page, 'SIM card');
  });

  await test.step('a card that completes the section goes on, and the pack is next', async () => {
    await page.goto('/register');
    await button(page, 'Ms').click();
    camera.show('card');
    await openScanner(page, scanCard);
    // The card must be read before the film changes.
    await button(page, 'Take this').waitFor();
    camera.show('thirdSim');
    await button(page, 'Take this').click();
    await expect(dialog(page)).toContainText('8927 0100 0000 1234 586');
    await button(page, 'Scan again').click();
    await expect(dialog(page)).toContainText('8927 0100 0000 1234 586');
    await page.keyboard.press('Escape');
    await expect(title(page, 'SIM card')).toBeFocused();
    await expect(field('SIM card number')).toHaveValue('');
    await openScanner(page, 'Scan');
    await button(page, 'Take this').click();
    await expect(title(page, 'Address')).toBeFocused();
    // The phone's Back button opens each passed section again.
    await page.goBack();
    await expectSection(page, 'SIM card');
    await expect(field('SIM card number')).toHaveValue('8927 0100 0000 1234 586');
    await page.goBack();
    await expectSection(page, 'Customer');
    await expect(field('ID number')).toHaveValue(onFilm.idNumber);
    expect(await tracks(page)).toEqual(['ended']);
  });
});

/** Runs in the page. Gives the camera a light, and records each change of the light. */
function addLight(): void {
  const lights: unknown[] = [];
  Object.assign(window, { lights });
  const track = MediaStreamTrack.prototype;
  track.getCapabilities = () => ({ torch: true }) as MediaTrackCapabilities;
  track.applyConstraints = async (wish) => {
    const [first] = wish?.advanced ?? [];
    lights.push((first as { torch?: boolean }).torch);
  };
}

/** Runs in the page. Hides the page for a moment, as a call or another app does. */
function hidePage(): void {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
  document.dispatchEvent(new Event('visibilitychange'));
  Reflect.deleteProperty(document, 'hidden');
}

test('without a readable barcode, words help in turn; then a photo does, also offline', async ({
  films,
  phone: page,
}) => {
  await page.clock.install();
  await beginAtSim(page);
  const live = dialog(page).getByRole('status');
  await test.step('words in turn, and the camera ends with the scanner', async () => {
    await openScanner(page, 'Scan');
    for (const words of [
      'Point at the barcode',
      'Come closer, fill the frame',
      'More light helps',
    ]) {
      await expect(live).toHaveText(words);
      await page.clock.fastForward(4_000);
    }
    await page.clock.fastForward(4_000);
    await expect(live).toHaveText('You can type it instead');
    await expect(button(page, 'Light')).toHaveCount(0);
    await checkScreen(page, 'Scanner, looking');
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await tracks(page)).toEqual(['live']);
    for (let seconds = 16; seconds < 64; seconds += 4) await page.clock.fastForward(4_000);
    await expect(dialog(page)).toBeHidden();
    expect(await tracks(page)).toEqual(['ended']);
    await page.evaluate(addLight);
    await openScanner(page, 'Scan');
    const light = button(page, 'Light');
    await light.click();
    await expect(light).toHaveAttribute('aria-pressed', 'true');
    await light.click();
    await expect(light).toHaveAttribute('aria-pressed', 'false');
    expect(await page.evaluate('window.lights')).toEqual([true, false]);
    await page.keyboard.press('Escape');
    for (const leave of [
      () => page.evaluate(hidePage),
      () => page.goBack(),
      () => button(page, 'Type it instead').click(),
    ]) {
      await openScanner(page, 'Scan');
      await expect(live).toHaveText('Point at the barcode');
      await leave();
      await expect(dialog(page)).toBeHidden();
      await expect.poll(() => tracks(page)).toEqual(['ended']);
    }
    await expect(page.getByLabel('SIM card number')).toBeFocused();
  });

  await test.step('a photo of the barcode, without signal', async () => {
    await page.context().setOffline(true);
    await openScanner(page, 'Scan');
    const photo = page.getByLabel('Photo of the barcode');
    const photoOf = (name: FilmName) => ({
      name: 'photo.jpg',
      mimeType: 'image/jpeg',
      buffer: films[name].subarray(0, films[name].length / 4),
    });
    await photo.setInputFiles(photoOf('table'));
    await expect(dialog(page)).toContainText('No barcode found in this photo.');
    await photo.setInputFiles(photoOf('sim'));
    await expect(dialog(page)).toContainText('8927 0100 0000 1234 560');
    await button(page, 'Take this').press('Enter');
    await expectSection(page, 'Address');
    await page.goBack();
    await expect(page.getByLabel('SIM card number')).toHaveValue('8927 0100 0000 1234 560');
  });

  await test.step('without signal and without the scanner', async () => {
    const form = page.url();
    await page.goto('/settings/phone');
    await expect(page.getByText('Veld’s own (zxing)')).toBeVisible();
    await page.evaluate(() => caches.delete('veld-late'));
    await page.goto(form);
    // The page may have been left before it stored which section was open.
    await goToSection(page, 'SIM card');
    await button(page, 'Scan').click();
    await expect(dialog(page)).toContainText(
      'The scanner is not on this phone yet. Connect once, or type.',
    );
    await button(page, 'Type it instead').click();
    await expect(page.getByLabel('SIM card number')).toBeFocused();
  });
});

/** Runs in the page. Fakes the browser's detector. A word in session storage chooses its behaviour. */
function stubDetector(sim: string): void {
  const kind = sessionStorage.getItem('detector');
  class BarcodeDetector {
    static async getSupportedFormats(): Promise<string[]> {
      return ['code_128', 'code_39', 'data_matrix', 'itf', 'pdf417', 'qr_code'];
    }
    async detect(source: unknown) {
      if (kind === 'throws') throw new Error('no service');
      if (kind === 'empty') return [];
      if (kind === 'dies' && !(source instanceof HTMLCanvasElement)) throw new Error('no service');
      if (kind === 'lies') return [{ format: 'code_128', rawValue: '123' }];
      const rawValue = source instanceof HTMLCanvasElement ? 'VELD' : sim;
      return ['code_128', 'pdf417'].map((format) => ({ format, rawValue }));
    }
  }
  if (kind !== null) Object.assign(window, { BarcodeDetector });
}

test('the phone’s own detector reads if it proves itself; a camera that fails says why', async ({
  phone: page,
  camera,
}) => {
  await page.addInitScript(stubDetector, onFilm.sim);
  await beginAtSim(page);
  for (const kind of ['throws', 'empty', 'lies']) {
    await page.evaluate((word) => sessionStorage.setItem('detector', word), kind);
    await page.reload();
    await button(page, 'Scan').click();
    await expect(button(page, 'Get the scanner'), kind).toBeVisible();
  }
  await test.step('a detector that fails in the middle of a scan', async () => {
    await page.evaluate(() => sessionStorage.setItem('detector', 'dies'));
    await page.reload();
    await button(page, 'Scan').click();
    await expect(button(page, 'Get the scanner')).toBeVisible();
    await expect.poll(() => tracks(page)).toEqual(['ended']);
    camera.show('sim');
    await button(page, 'Get the scanner').click();
    await expect(title(page, 'Is this right?')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.evaluate(() => caches.delete('veld-late'));
  });

  await page.evaluate(() => sessionStorage.setItem('detector', 'works'));
  await page.reload();
  await button(page, 'Scan').click();
  const number = dialog(page).getByText('8927 0100 0000 1234 560');
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 640 });
    const { height } = (await number.boundingBox()) ?? { height: 0 };
    expect(height, `a number on one line at ${width} px`).toBeLessThan(50);
  }
  await button(page, 'Take this').click();
  await expectSection(page, 'Address');
  await goToSection(page, 'SIM card');
  await expect(page.getByLabel('SIM card number')).toHaveValue('8927 0100 0000 1234 560');

  await test.step('the next SIM of a customer opens the scanner, if the last number was scanned', async () => {
    await openReview(page, {
      values: { simCardNumber: onFilm.secondSim },
      scanned: { simCardNumber: onFilm.secondSim },
    });
    await button(page, 'Submit').click();
    await button(page, 'Another SIM for this customer').click();
    await expectSection(page, 'SIM card');
    await expect(title(page, 'Is this right?')).toBeVisible();
    await expect(page.getByText(/Another form on this phone has this number/)).toBeVisible();
    await button(page, 'Take this').click();
    await expect(page.getByText('Scanned', { exact: true })).toBeVisible();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  });

  await page.reload();
  for (const [error, state, words] of [
    ['NotAllowedError', 'prompt', 'Without the camera you can take a photo or type.'],
    ['NotReadableError', 'granted', 'Another app uses the camera.'],
    ['NotFoundError', 'granted', 'This device has no camera.'],
  ] as const)
    await test.step(error, async () => {
      await page.evaluate(refuseCamera, [error, state] as const);
      await button(page, 'Scan').click();
      if (state === 'prompt') {
        await expect(dialog(page)).toContainText('Veld looks for a barcode. No picture is kept.');
        await button(page, 'Use the camera').click();
      }
      await expect(dialog(page)).toContainText(words);
      await expect(button(page, 'Take a photo instead')).toBeVisible();
      await expect(button(page, 'Try again')).toHaveCount(error === 'NotFoundError' ? 0 : 1);
      await button(page, 'Type it instead').click();
      await expect(dialog(page)).toBeHidden();
    });
  await expect(button(page, 'Scan')).toBeHidden();
});

test('a blocked camera says so, and leaves the photo and the keys', async ({ device }) => {
  const page = await device.openApp('about:blank');
  await page.addInitScript(() => sessionStorage.setItem('detector', 'works'));
  await page.addInitScript(stubDetector, onFilm.sim);
  await beginAtSim(page);
  await button(page, 'Scan').click();
  await expect(dialog(page)).toContainText('The camera is blocked for Veld.');
  await expect(button(page, 'Take a photo instead')).toBeVisible();
  await checkScreen(page, 'Scanner, blocked');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(button(page, 'Scan')).toBeFocused();
});
