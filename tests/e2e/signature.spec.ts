import { expect, type Page } from '@playwright/test';
import { expectStored, waitForStored } from '../support/backend/stored-registrations.ts';
import { storedFiles } from '../support/disk/stored-files.ts';
import { expectSubmitted, here, registrationIndividual } from '../support/form/form-cases.ts';
import {
  besideField,
  drawSignature,
  fillRegistration,
  fillTexts,
  goToSection,
  pressNext,
} from '../support/form/form-filling.ts';
import { test } from './fixtures/test.ts';

const pad = (page: Page) => page.getByLabel('Signature', { exact: true });

/** Returns the number of dark pixels of the pad, and the width and height of the drawing, in pixels of the canvas. */
const ink = (page: Page) =>
  pad(page).evaluate((element) => {
    const canvas = element as HTMLCanvasElement;
    const context = canvas.getContext('2d');
    if (context === null || canvas.width === 0) return { count: 0, width: 0, height: 0 };
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    let [count, left, right, top, bottom] = [0, canvas.width, 0, canvas.height, 0];
    for (let at = 3; at < data.length; at += 4) {
      if ((data[at] ?? 0) < 128) continue;
      const x = ((at - 3) / 4) % canvas.width;
      const y = Math.floor((at - 3) / 4 / canvas.width);
      count += 1;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
    return count === 0
      ? { count, width: 0, height: 0 }
      : { count, width: right - left, height: bottom - top };
  });

/** Like `ink`, after the pad has drawn its stored strokes again. Before that, a new line of the pen looks a little different. */
async function keptInk(page: Page): ReturnType<typeof ink> {
  await page.evaluate(async () => {
    dispatchEvent(new Event('resize'));
    for (let n = 0; n < 2; n += 1) await new Promise(requestAnimationFrame);
  });
  // While the pad draws again, it is empty for a moment.
  await expect.poll(async () => (await ink(page)).count).toBeGreaterThan(0);
  return ink(page);
}

const strokesStored = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('veld');
        opening.onsuccess = () => {
          const counting = opening.result.transaction('strokes').objectStore('strokes').count();
          counting.onsuccess = () => {
            opening.result.close();
            resolve(counting.result);
          };
        };
      }),
  );

test('a signature stays through rotation, resizing, reloading, and the app in the background', {
  tag: '@core',
}, async ({ device }) => {
  const page = await device.openApp('/register');
  await goToSection(page, 'Sign');
  // The location appears above the pad and moves it. That must not happen under the pen.
  await expect(page.getByText('-33.91886')).toBeVisible();
  await drawSignature(page);
  await expect.poll(() => strokesStored(page)).toBe(1);
  const upright = await keptInk(page);
  const shape = upright.width / upright.height;
  expect(upright.count).toBeGreaterThan(300);
  const expectWhole = async () => {
    await expect.poll(async () => (await ink(page)).count).toBeGreaterThan(200);
    // While the pad changes its size, it draws again in steps.
    const distortion = async () => {
      const { width, height } = await ink(page);
      return Math.abs(width / height / shape - 1);
    };
    await expect.poll(distortion).toBeLessThan(0.1);
  };

  await page.setViewportSize({ width: 740, height: 360 });
  await expectWhole();
  // A stroke on the rotated pad is shown where the pen was, together with the first stroke.
  await drawSignature(page);
  await expect.poll(() => strokesStored(page)).toBe(2);
  const both = await keptInk(page);
  await page.setViewportSize({ width: 320, height: 568 });
  await expect.poll(async () => (await ink(page)).count).toBeGreaterThan(200);
  await page.setViewportSize({ width: 740, height: 360 });
  await expect.poll(async () => Math.abs((await ink(page)).width - both.width)).toBeLessThan(4);

  const other = await device.context.newPage();
  await other.goto('about:blank');
  await other.bringToFront();
  await page.bringToFront();
  await other.close();
  await expect.poll(async () => Math.abs((await ink(page)).width - both.width)).toBeLessThan(4);
  await page.reload();
  await expect.poll(async () => Math.abs((await ink(page)).width - both.width)).toBeLessThan(4);
  await goToSection(page, 'Address');
  await goToSection(page, 'Sign');
  await expect.poll(async () => Math.abs((await ink(page)).width - both.width)).toBeLessThan(4);
});

test('a blank pad and a single dot are refused; a cleared signature can be restored', async ({
  device,
}) => {
  const page = await device.openApp('/register');
  await goToSection(page, 'Sign');
  await page.getByRole('button', { name: 'Get location' }).click();
  await expect(page.getByText('-33.91886')).toBeVisible();
  await page.getByLabel('The customer agrees to the terms and conditions').check();
  const missing = 'Ask the customer to sign';
  await pressNext(page);
  await expect(page.getByText(missing)).toBeVisible();
  await expect(pad(page)).toBeFocused();
  await expect(pad(page)).toHaveAccessibleDescription(new RegExp(missing));

  await pad(page).click({ position: { x: 80, y: 60 } });
  await expect.poll(() => strokesStored(page)).toBe(1);
  const dot = page.getByText('A dot is not a signature.');
  await expect(dot).toHaveCount(1);
  // The field has already shown that the signature is missing. So this message takes the same place.
  await expect(pad(page)).toHaveAccessibleDescription(/A dot is not a signature/);
  await expect(page.getByText(missing)).toHaveCount(0);
  await expect(page.getByText('Signed by')).toHaveCount(0);
  // The pad shows the dot.
  await expect.poll(async () => (await ink(page)).count).toBeGreaterThan(10);
  await pressNext(page);
  await expect(dot).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 2, name: 'Sign' })).toBeVisible();

  await drawSignature(page);
  await expect.poll(() => strokesStored(page)).toBe(2);
  await expect(page.getByText(missing)).toHaveCount(0);
  await expect(dot).toHaveCount(0);
  const signed = await keptInk(page);
  await page.getByRole('button', { name: 'Clear signature' }).click();
  await expect.poll(async () => (await ink(page)).count).toBe(0);
  await expect.poll(() => strokesStored(page)).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await ink(page)).count).toBe(signed.count);
  await page.reload();
  await expect.poll(async () => (await ink(page)).count).toBe(signed.count);
  await pressNext(page);
  await expect(page.getByRole('heading', { level: 2, name: 'Review' })).toBeVisible();
});

test('a witness signs for a customer who cannot, and the sent picture contains the witness’s name', async ({
  backend,
  device,
}) => {
  const page = await device.openApp('/register');
  await goToSection(page, 'Sign');
  await expect(page.getByText('-33.91886')).toBeVisible();
  await page.getByLabel('The customer agrees to the terms and conditions').check();
  await drawSignature(page);
  await expect.poll(() => strokesStored(page)).toBe(1);

  const row = page.getByRole('button', { name: 'The customer cannot sign' });
  await row.click();
  const cannotSign = page.getByRole('heading', { name: 'The customer cannot sign', exact: true });
  await expect(cannotSign).toBeVisible();
  // To open this page is no answer: Back leaves the customer's signature unchanged.
  await expect
    .poll(() => page.evaluate(() => history.state?.layers?.length ?? 0))
    .toBeGreaterThan(0);
  await page.goBack();
  await expect(cannotSign).toHaveCount(0);
  await expect(row).toBeFocused();
  await expect(page.getByText('Signed by the customer')).toBeVisible();
  expect(await strokesStored(page)).toBe(1);

  await row.click();
  await expect(cannotSign).toBeVisible();
  await pressNext(page);
  // The customer's strokes do not count as the mark of a witness, so the app deletes them.
  await expect.poll(() => strokesStored(page)).toBe(0);
  await expect(besideField(page, 'Ask the witness to sign')).toBeVisible();
  await expect(besideField(page, 'Enter the full name of the witness')).toBeVisible();
  const name = page.getByLabel('Full name of the witness', { exact: true });
  await expect(name).toBeFocused();
  await page.getByLabel('The witness signs here', { exact: true }).check();
  await drawSignature(page);
  await name.fill('Nomsa Dlamini');
  await expect(page.getByText('Signed by the witness', { exact: true })).toBeVisible();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await expect(cannotSign).toBeVisible();
  await expect(name).toHaveValue('Nomsa Dlamini');
  await goToSection(page, 'Customer');
  await fillRegistration(page, { isSigned: true });
  await expect(page.getByText('Signed by witness Nomsa Dlamini')).toBeVisible();
  await expectSubmitted(page, true);
  const [stored] = await waitForStored(backend.dataDir, 1);
  expectStored(backend.dataDir, stored, {
    formData: registrationIndividual,
    ...here,
    isBusiness: false,
    documents: [{ kind: 'idDocument' }],
  });
  const [signature] = storedFiles(backend.dataDir, stored?.formId ?? '');
  // The picture has a line of text below the mark.
  const darkPixels = await page.evaluate(
    async (bytes) => {
      const image = await createImageBitmap(new Blob([Uint8Array.from(bytes)]));
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
      if (context === null) throw new Error('no canvas');
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, image.height - 56, image.width, 56);
      return data.filter((value, at) => at % 4 === 0 && value < 100).length;
    },
    [...(signature?.bytes ?? [])],
  );
  expect(darkPixels).toBeGreaterThan(200);
});

test('the pad shows only ink that it stores, also if the hand touches it', async ({ device }) => {
  const page = await device.openApp('/register');
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  await goToSection(page, 'Sign');
  await pad(page).scrollIntoViewIfNeeded();
  const box = await pad(page).boundingBox();
  if (box === null) throw new Error('The pad has no box.');
  const session = await page.context().newCDPSession(page);
  type Touch = Readonly<{ x: number; y: number; id: number }>;
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: readonly Touch[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: [...touchPoints] });
  const pen = (part: number): Touch => ({
    x: box.x + box.width * part,
    y: box.y + box.height * (0.4 + 0.2 * Math.sin(part * 20)),
    id: 1,
  });
  const hand = { x: box.x + box.width * 0.9, y: box.y + box.height * 0.9, id: 2 };
  await send('touchStart', [pen(0.1)]);
  for (let part = 0.12; part < 0.3; part += 0.02) await send('touchMove', [pen(part)]);
  await send('touchStart', [pen(0.3), hand]);
  await send('touchEnd', [hand]);
  for (let part = 0.32; part < 0.85; part += 0.02) {
    await send('touchMove', [pen(part)]);
    // Time for the live query to show a stroke that was stored too early.
    await page.waitForTimeout(25);
  }
  await send('touchEnd', []);
  await expect(page.getByText('Signed by the customer')).toBeVisible();
  await expect.poll(() => strokesStored(page)).toBe(1);
  expect((await keptInk(page)).width).toBeGreaterThan(box.width * 0.7);
  expect(errors).toEqual([]);
});

test('a stroke that Back interrupts is kept, and the next one too', async ({ device }) => {
  const page = await device.openApp('/register');
  await fillTexts(page, { 'First name': 'Thandi' });
  await goToSection(page, 'Sign');
  await pad(page).hover();
  const box = await pad(page).boundingBox();
  if (box === null) throw new Error('The pad has no box.');
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', part?: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        part === undefined
          ? []
          : [{ x: box.x + box.width * part, y: box.y + box.height * (0.4 + part / 3) }],
    });
  await send('touchStart', 0.1);
  for (let part = 0.12; part < 0.5; part += 0.02) await send('touchMove', part);
  await page.evaluate(() => history.back());
  await expect(pad(page)).toHaveCount(0);
  await send('touchEnd');
  await goToSection(page, 'Sign');
  await expect(page.getByText('Signed by Thandi')).toBeVisible();
  await expect.poll(() => strokesStored(page)).toBe(1);
  const before = await keptInk(page);
  await drawSignature(page);
  await expect.poll(() => strokesStored(page)).toBe(2);
  expect((await keptInk(page)).width).toBeGreaterThan(before.width);
});
