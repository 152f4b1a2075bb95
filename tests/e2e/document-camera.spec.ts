import { expect, type Page } from '@playwright/test';
import { checkScreen } from '../support/browser/screen-check.ts';
import { goToSection, photo } from '../support/form/form-filling.ts';
import {
  button,
  type Camera,
  dialog,
  refuseCamera,
  test,
  title,
  tracks,
} from './fixtures/scan-test.ts';

/** Returns a film that shows one picture. */
const filmOf = (picture: Buffer): Buffer => Buffer.concat(Array.from({ length: 4 }, () => picture));

const place = (page: Page, name: string) =>
  page.locator('label').filter({ hasText: new RegExp(`^${name}$`) });

async function beginAtDocuments(page: Page): Promise<void> {
  await page.goto('/register');
  await page.getByLabel('First name').fill('Thandi');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await goToSection(page, 'Documents');
}

/** Opens the camera inside Veld for 'Front', with a sharp and bright picture. */
async function openSharpCamera(page: Page, camera: Camera): Promise<void> {
  await beginAtDocuments(page);
  camera.show(filmOf(await photo(page, 1920, 1080)));
  await place(page, 'Front').click();
}

test('where the person has allowed the camera, Veld takes front and back itself', async ({
  phone: page,
  camera,
}) => {
  await beginAtDocuments(page);
  const sharp = await photo(page, 1920, 1080);
  await test.step('a dark picture is advised against, and can be taken again', async () => {
    camera.show(filmOf(await darkPhoto(page)));
    await place(page, 'Front').click();
    await expect(title(page, 'Front')).toBeFocused();
    await expect(dialog(page)).toContainText('More light helps');
    await checkScreen(page, 'Camera, dark');
    await page.setViewportSize({ width: 360, height: 740 });
    await button(page, 'Take').click();
    await expect(dialog(page)).toContainText('Front: too dark to read');
    const inDialog = (name: string) => dialog(page).getByRole('button', { name, exact: true });
    await inDialog('Take it again').click();
    await button(page, 'Take').click();
    await inDialog('Use it anyway').click();
    await expect(title(page, 'Back')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    expect(await tracks(page)).toEqual(['ended']);
    // The second photo has replaced the first one.
    await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(1);
    await expect(page.getByText('Front: kept as it is')).toBeVisible();
    await expect(button(page, 'Remove Front.jpg')).toBeVisible();
    await button(page, 'Remove Front.jpg').click();
  });

  await test.step('good ones go on by themselves from the pressed page, and the form, too', async () => {
    camera.show(filmOf(sharp));
    await place(page, 'Back').click();
    await expect(title(page, 'Back')).toBeFocused();
    await expect(dialog(page)).toContainText('Fill the frame');
    await button(page, 'Take').click();
    await expect(dialog(page)).toContainText(
      'Back: sharp and bright. All four corners in the picture?',
    );
    await expect(title(page, 'Front')).toBeFocused();
    await button(page, 'Take').click();
    await expect(dialog(page)).toBeHidden();
    expect(await tracks(page)).toEqual(['ended']);
    for (const name of ['Front', 'Back'])
      await expect(button(page, `Remove ${name}.jpg`)).toBeVisible();
    await expect(page.getByText('Front: sharp and bright')).toBeVisible();
  });
});

test('a camera with too few pixels, or none, leads to the phone’s camera', async ({
  phone: page,
  camera,
}) => {
  await beginAtDocuments(page);
  await test.step('busy', async () => {
    await page.evaluate(refuseCamera, ['NotReadableError', 'granted'] as const);
    await place(page, 'Front').click();
    await expect(dialog(page)).toContainText('Another app uses the camera.');
    await expect(button(page, 'Try again')).toBeVisible();
    await checkScreen(page, 'Camera, busy');
    await page.goBack();
    await expect(dialog(page)).toBeHidden();
    await page.reload();
  });
  await test.step('1280 pixels', async () => {
    camera.show('table');
    await place(page, 'Front').click();
    await expect(dialog(page)).toContainText('The pictures here are too small to read.');
    expect(await tracks(page)).toEqual(['ended']);
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      button(page, 'Use the phone’s camera').click(),
    ]);
    await expect(dialog(page)).toBeHidden();
    await chooser.setFiles({
      name: 'one.jpg',
      mimeType: 'image/jpeg',
      buffer: await photo(page),
    });
    await expect(button(page, 'Remove one.jpg')).toBeVisible();
  });
  await test.step('the next place opens the phone’s camera at once', async () => {
    await page.reload();
    await goToSection(page, 'Documents');
    // After a reload, the app has forgotten that the pictures are too small. So it says it once more.
    await place(page, 'Back').click();
    await expect(dialog(page)).toContainText('too small');
    await page.keyboard.press('Escape');
    await goToSection(page, 'Address');
    await goToSection(page, 'Documents');
    await Promise.all([page.waitForEvent('filechooser'), place(page, 'Back').click()]);
  });
});

test('the next customer’s photos begin with the camera that took the last ones', async ({
  phone: page,
  camera,
}) => {
  await openSharpCamera(page, camera);
  await button(page, 'Take').click();
  await expect(title(page, 'Back')).toBeVisible();
  await button(page, 'Take').click();
  await expect(button(page, 'Remove Back.jpg')).toBeVisible();
  await page.getByRole('link', { name: 'Home' }).first().click();
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Register a SIM/ })
    .click();
  await goToSection(page, 'Documents');
  await expect(title(page, 'Front')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await goToSection(page, 'Address');
  await goToSection(page, 'Documents');
  // The camera opens by itself only once for each form.
  await expect(place(page, 'Front')).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  expect(await tracks(page)).toEqual(['ended']);
});

test('an impatient press takes one photo, and a photo is kept if the person leaves while it is encoded', async ({
  phone: page,
  camera,
}) => {
  await openSharpCamera(page, camera);
  await expect(dialog(page)).toContainText('Fill the frame');
  await button(page, 'Take').dblclick();
  await expect(title(page, 'Back')).toBeFocused();

  const held = await page.evaluateHandle(() => {
    const encode = HTMLCanvasElement.prototype.toBlob;
    const { promise, resolve } = Promise.withResolvers<void>();
    HTMLCanvasElement.prototype.toBlob = function (...given) {
      void promise.then(() => encode.apply(this, given));
    };
    return { release: resolve };
  });
  await button(page, 'Take').click();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await goToSection(page, 'Address');
  expect(await tracks(page)).toEqual(['ended']);
  await held.evaluate(({ release }) => release());
  await goToSection(page, 'Documents');
  for (const name of ['Front', 'Back'])
    await expect(button(page, `Remove ${name}.jpg`)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(2);
});

test('a photo is judged by its own row, also while a chosen file is still made smaller', async ({
  phone: page,
  camera,
}) => {
  await beginAtDocuments(page);
  camera.show(filmOf(await darkPhoto(page)));
  const gallery = await photo(page, 3000, 2000);
  // As on a slow phone, the chosen file is still being made smaller when the agent takes the photo.
  const held = await page.evaluateHandle(() => {
    const post = Worker.prototype.postMessage;
    const { promise, resolve } = Promise.withResolvers<void>();
    Worker.prototype.postMessage = function (...given: unknown[]) {
      void promise.then(() => Reflect.apply(post, this, given));
    };
    return { release: resolve };
  });
  const document = page.getByRole('group', { name: 'ID document', exact: true });
  await document
    .locator('input[multiple]')
    .setInputFiles({ name: 'gallery.jpg', mimeType: 'image/jpeg', buffer: gallery });
  await place(page, 'Back').click();
  await expect(title(page, 'Back')).toBeFocused();
  await button(page, 'Take').click();
  await held.evaluate(({ release }) => release());
  await expect(dialog(page)).toContainText('Back: too dark to read');
  await dialog(page).getByRole('button', { name: 'Take it again', exact: true }).click();
  await button(page, 'Take').click();
  await expect(dialog(page)).toContainText('Back: too dark to read');
  await page.keyboard.press('Escape');
  await expect(button(page, 'Remove gallery.jpg')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(2);
});

/** A dark photo of 1920 × 1080. */
async function darkPhoto(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [1920, 1080];
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('no canvas');
    context.fillStyle = '#201a14';
    context.fillRect(0, 0, canvas.width, canvas.height);
    return canvas.toDataURL('image/jpeg', 0.9).split(',')[1] ?? '';
  });
  return Buffer.from(bytes, 'base64');
}
