import { expect, type Page } from '@playwright/test';
import { waitForStored } from '../support/backend/stored-registrations.ts';
import { holdShrinking } from '../support/browser/held-code.ts';
import { openReview } from '../support/form/complete-draft.ts';
import {
  addFile,
  expectSection,
  fileInput,
  goToSection,
  photo,
  pressNext,
} from '../support/form/form-filling.ts';
import { test } from './fixtures/test.ts';

const input = (page: Page) => fileInput(page, 'ID document');
const added = (page: Page) => page.getByRole('list', { name: 'Added files' }).getByRole('listitem');
const submit = (page: Page) => page.getByRole('button', { name: 'Submit', exact: true });

const pictures = async (page: Page, names: readonly string[]) => {
  const buffer = await photo(page, 900, 600);
  return names.map((name) => ({ name, mimeType: 'image/jpeg', buffer }));
};

test('Submit names the photos that are still being prepared, waits for them, and then submits', async ({
  backend,
  device,
}) => {
  await device.switchOn();
  const page = await device.context.newPage();
  await openReview(page);
  const address = page.url();
  const letGo = await holdShrinking(page);
  await page.goto(address);
  await goToSection(page, 'Documents');
  const names = ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'];
  await input(page).setInputFiles(await pictures(page, names));
  // The bar does not say 'Saved' in another section either.
  await goToSection(page, 'Sign');
  await expect(page.getByText('Saving 4 files…')).toHaveCount(1);
  await expect(page.getByText('Saved', { exact: true })).toHaveCount(0);
  await goToSection(page, 'Review');
  await submit(page).click();
  // The text is in the notice, and in the place of 'Saved'.
  await expect(page.getByText('Saving 4 files…')).toHaveCount(2);
  for (const name of names)
    await expect(page.getByRole('button', { name: `Go on without ${name}` })).toBeVisible();
  await expect(page).toHaveURL(address);

  // If the agent opens a section again, the app cancels the waiting Submit.
  await page.getByRole('link', { name: 'Edit Customer' }).click();
  await letGo();
  await goToSection(page, 'Documents');
  await expect(added(page)).toHaveCount(5);
  await expect(page).toHaveURL(address);
  await goToSection(page, 'Review');
  await submit(page).click();
  await expect(page).toHaveURL(/\/captured\/.+/);
  await waitForStored(backend.dataDir, 5);
});

test('Submit directly after choosing four photos: all of them arrive', async ({
  backend,
  device,
}) => {
  await device.switchOn();
  const page = await device.context.newPage();
  await openReview(page);
  await goToSection(page, 'Documents');
  const chosen = await pictures(page, ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg']);
  await input(page).setInputFiles(chosen);
  await page.evaluate(() => {
    const button = (words: string) =>
      [...document.querySelectorAll('button')].find(({ textContent }) =>
        textContent?.includes(words),
      );
    button('Review')?.click();
    // Presses 'Submit' as soon as it is there. On a busy machine that takes some more frames.
    const submit = () => {
      const there = button('Submit');
      if (there === undefined) requestAnimationFrame(submit);
      else there.click();
    };
    requestAnimationFrame(submit);
  });
  await expect(page).toHaveURL(/\/captured\/.+/);
  await waitForStored(backend.dataDir, 5);
});

test('Next directly after choosing names the file that it waits for, and then continues', async ({
  device,
}) => {
  await device.switchOn();
  const page = await device.context.newPage();
  const letGo = await holdShrinking(page);
  await page.goto('/register');
  await goToSection(page, 'Documents');
  await pressNext(page);
  await expect(page.getByText('Take a photo of the ID document')).toBeVisible();
  await input(page).setInputFiles(await pictures(page, ['front.jpg', 'back.jpg']));
  await expect(page.getByText('Take a photo of the ID document')).toHaveCount(0);
  await pressNext(page);
  await expect(page.getByText('Saving 2 files…')).toHaveCount(2);
  await expect(page.getByText('Take a photo of the ID document')).toHaveCount(0);
  await page.getByRole('button', { name: 'Go on without back.jpg' }).click();
  await expect(page.getByText('Saving 1 file…')).toHaveCount(2);
  await expectSection(page, 'Documents');
  await letGo();
  // The form has only the front, so Next asks for the back.
  await page.getByRole('button', { name: 'Go on without it', exact: true }).click();
  await expectSection(page, 'Sign');
  await goToSection(page, 'Documents');
  await expect(added(page)).toHaveCount(1);
  await expect(added(page)).toContainText('front.jpg');
});

test('every section names a failed file, and Submit asks what to do with it', async ({
  backend,
  device,
}) => {
  await device.switchOn();
  const page = await device.context.newPage();
  await openReview(page);
  await goToSection(page, 'Documents');
  await addFile(page, 'ID document', 'back.jpg', await photo(page, 900, 600));
  await input(page).setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('no picture at all'),
  });
  const words = page.getByText('Veld cannot send notes.txt.');
  await expect(words).toBeVisible();
  await input(page).setInputFiles({
    name: 'empty.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.alloc(0),
  });
  await goToSection(page, 'Sign');
  await expect(words).toBeVisible();
  await page.getByRole('button', { name: 'Go on without empty.jpg' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Sign' })).toBeFocused();
  await goToSection(page, 'Review');
  await expect(words).toBeVisible();
  await submit(page).click();
  await expect(page.getByText('Not submitted yet.')).toBeVisible();
  await expect(page).toHaveURL(/\/register\/.+/);
  await page.getByRole('button', { name: 'Go on without notes.txt' }).click();
  await expect(page).toHaveURL(/\/captured\/.+/);
  await waitForStored(backend.dataDir, 2);
});

test('on a small screen, the message about each failed file comes into view', async ({
  device,
}) => {
  const page = await device.openApp('/register');
  await page.setViewportSize({ width: 360, height: 640 });
  await goToSection(page, 'Documents');
  for (const name of ['one.jpg', 'two.jpg', 'three.jpg']) {
    await input(page).setInputFiles({ name, mimeType: 'image/jpeg', buffer: Buffer.from('none') });
    // The list above the form names the file too.
    const words = page.getByText(`${name} is damaged or is no photo.`).last();
    await expect(words).toBeVisible();
    const isSeen = () =>
      words.evaluate((element) => {
        const { left, bottom } = element.getBoundingClientRect();
        return document.elementFromPoint(left + 2, bottom - 2) === element;
      });
    await expect.poll(isSeen).toBe(true);
  }
});
