import { expect, type Locator, type Page } from '@playwright/test';
import {
  drawSignature,
  fileInput,
  goToSection,
  photo,
  removeFiles,
} from '../support/form/form-filling.ts';
import { atRest } from '../support/server/stored-forms.ts';
import { test } from './fixtures/test.ts';

const messages = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const message = (page: Page, text: string) => messages(page).getByText(text);
const shown = (page: Page) => messages(page).locator('p');
const undo = (page: Page) => messages(page).getByRole('button', { name: 'Undo' });

/** Returns the space in px between the message and the bar below it, at the screen's lower edge. */
async function gapAbove(page: Page, bar: string): Promise<number> {
  const [shown, below] = await Promise.all([
    messages(page).boundingBox(),
    page.locator(bar).boundingBox(),
  ]);
  if (shown === null || below === null) throw new Error('not on the screen');
  return below.y - (shown.y + shown.height);
}

const boxOf = async (place: Locator) => {
  const box = await place.boundingBox();
  if (box === null) throw new Error('not on the screen');
  return box;
};

/** True if the message covers a part of the place. */
async function covered(above: Locator, place: Locator): Promise<boolean> {
  const [one, other] = [await boxOf(above), await boxOf(place)];
  return one.y < other.y + other.height && other.y < one.y + one.height;
}

const addPhotos = async (page: Page, names: readonly string[]): Promise<void> => {
  await page.goto('/register');
  await goToSection(page, 'Documents');
  const buffer = await photo(page, 600, 400);
  await fileInput(page, 'ID document').setInputFiles(
    names.map((name) => ({ name, mimeType: 'image/jpeg', buffer })),
  );
  for (const name of names)
    await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible();
};

test('one message at a time is shown 12 px above the bar, with a large button', async ({
  device,
}) => {
  const page = await device.openApp('/settings/phone');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'Protect my forms' }).click();
  await expect(shown(page)).toHaveCount(1);
  await expect.poll(() => gapAbove(page, 'header nav')).toBeCloseTo(12, 0);

  await addPhotos(page, ['front.jpg', 'back.jpg']);
  await removeFiles(page, ['front.jpg', 'back.jpg']);
  await expect(message(page, 'front.jpg')).toBeVisible();
  await expect.poll(() => gapAbove(page, 'main [data-bar]')).toBeCloseTo(12, 0);
  await atRest(page);
  await expect(messages(page).getByRole('button')).toHaveCount(1);
  const { width, height } = await boxOf(undo(page));
  expect(Math.round(Math.min(width, height))).toBeGreaterThanOrEqual(48);
  expect((await boxOf(messages(page))).height).toBeCloseTo(48, 0);
  // The next message comes after the answer to this one. So no message replaces another that offers 'Undo'.
  await undo(page).click();
  await expect(message(page, 'back.jpg')).toBeVisible();
  await expect(shown(page)).toHaveCount(1);
});

test('a message is one line of 48 px without a close button, and leaves after 4 s', async ({
  device,
}) => {
  const page = await device.openApp('/help/guide');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByText('For support', { exact: true }).click();
  await page.clock.install();
  await page.getByRole('button', { name: 'Copy the details' }).click();
  await expect(shown(page)).toHaveCount(1);
  await atRest(page);
  expect((await boxOf(messages(page))).height).toBeCloseTo(48, 0);
  await expect(messages(page).getByRole('button')).toHaveCount(0);
  await page.clock.runFor(3_500);
  await expect(shown(page)).toHaveCount(1);
  await page.clock.runFor(1_000);
  await expect(shown(page)).toHaveCount(0);
});

test('a warning of two lines stays longer than 4 s, and leaves by itself', async ({ device }) => {
  const page = await device.openApp('/settings/phone');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.clock.install();
  await page.getByRole('button', { name: 'Protect my forms' }).click();
  await expect(shown(page)).toHaveCount(1);
  const letters = (await shown(page).innerText()).length;
  await page.clock.runFor(Math.max(4_000, 1_000 + letters * 70) - 500);
  await expect(shown(page)).toHaveCount(1);
  await page.clock.runFor(1_000);
  await expect(shown(page)).toHaveCount(0);
});

test('on a wide screen a message is 12 px above the lower edge', async ({ device }) => {
  const page = await device.openApp('/settings/phone');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Protect my forms' }).click();
  await expect(shown(page)).toHaveCount(1);
  await atRest(page);
  const { y, height } = await boxOf(messages(page));
  expect(800 - y - height).toBeCloseTo(12, 0);
});

test('a message leaves with its screen', async ({ device }) => {
  const page = await device.openApp('/settings/phone');
  await page.getByRole('button', { name: 'Protect my forms' }).click();
  await expect(shown(page)).toHaveCount(1);
  await page.clock.install();
  await page.getByRole('link', { name: 'Home' }).first().click();
  await page.clock.runFor(1_000);
  await expect(shown(page)).toHaveCount(0);
});

test('a message without a button leaves after three seconds if another one waits', async ({
  device,
}) => {
  const page = await device.openApp('/settings/phone');
  await page.clock.install();
  const protect = page.getByRole('button', { name: 'Protect my forms' });
  await protect.click();
  await expect(shown(page)).toHaveCount(1);
  const first = await shown(page).getAttribute('id');
  await protect.click();
  await page.clock.runFor(2_500);
  await expect(shown(page)).toHaveAttribute('id', first ?? '');
  await page.clock.runFor(1_000);
  await expect(shown(page)).toHaveCount(1);
  await expect(shown(page)).not.toHaveAttribute('id', first ?? '');
});

test('a message that closes under a resting pointer does not delay the next one', async ({
  device,
}) => {
  const page = await device.openApp('/settings/phone');
  await addPhotos(page, ['front.jpg']);
  await removeFiles(page, ['front.jpg']);
  // Does all this in one script: the message fades for a moment, and a pointer must enter it during that moment.
  await undo(page).evaluate((button: HTMLElement) => {
    const move = () =>
      button.parentElement?.dispatchEvent(
        new PointerEvent('pointermove', { bubbles: true, pointerType: 'mouse' }),
      );
    const enter = () =>
      button.parentElement?.dispatchEvent(
        new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }),
      );
    button.click();
    setTimeout(() => {
      enter();
      move();
    });
  });
  await expect(shown(page)).toHaveCount(0);
  await page.goto('/settings/phone');
  await page.getByRole('button', { name: 'Protect my forms' }).click();
  await expect(shown(page)).toHaveCount(1);
  await page.mouse.move(0, 0);
  await expect(shown(page)).toHaveCount(0);
});

test('a message stays while the mouse is on it, and leaves afterwards', async ({ device }) => {
  const page = await device.openApp('/settings/phone');
  await page.clock.install();
  await page.getByRole('button', { name: 'Protect my forms' }).click();
  await shown(page).hover();
  await page.clock.runFor(60_000);
  await expect(shown(page)).toHaveCount(1);
  await page.mouse.move(180, 700);
  await page.clock.runFor(15_000);
  await expect(shown(page)).toHaveCount(0);
});

for (const height of [560, 740])
  test(`a message covers neither the signature pad nor 'Next' at 360 × ${height}`, async ({
    device,
  }) => {
    const page = await device.openApp('/');
    await page.setViewportSize({ width: 360, height });
    await addPhotos(page, ['front.jpg']);
    await removeFiles(page, ['front.jpg']);
    await expect(message(page, 'front.jpg')).toBeVisible();
    await page.clock.install();
    await goToSection(page, 'Sign');
    const pad = page.getByLabel('Signature', { exact: true });
    const next = page.getByRole('button', { name: 'Next', exact: true });
    // Scrolls from the section's top to its end.
    for (let top = 0, isAtEnd = false; !isAtEnd; top += 40) {
      isAtEnd = await page.evaluate((y) => {
        scrollTo({ top: y, behavior: 'instant' });
        return Math.round(scrollY) < y;
      }, top);
      await expect(message(page, 'front.jpg')).toBeVisible();
      for (const place of [pad, next])
        await expect.poll(() => covered(messages(page), place), `${top} px`).toBe(false);
    }
    // The removal can still be undone in this section.
    await drawSignature(page);
    await undo(page).click();
    await goToSection(page, 'Documents');
    await expect(page.getByRole('button', { name: 'Remove front.jpg' })).toBeVisible();
  });

for (const [width, height] of [
  [360, 740],
  [640, 360],
] as const)
  test(`no message covers the focused control at ${width} × ${height}`, async ({ device }) => {
    const page = await device.openApp('/');
    await page.setViewportSize({ width, height });
    await addPhotos(page, ['a.jpg', 'b.jpg', 'c.jpg']);
    await page.getByRole('button', { name: 'Remove c.jpg' }).press('Enter');
    await expect(shown(page)).toHaveCount(1);
    await page.locator('h2').focus();
    // Tabs from the section's heading through the whole section, to the bar.
    for (let presses = 0; presses < 20; presses += 1) {
      await page.keyboard.press('Tab');
      const look = () =>
        page.evaluate(() => {
          const focused = document.activeElement;
          const toasts = document.querySelector('[data-notices]');
          if (focused === null || toasts === null || toasts.contains(focused)) return null;
          const [one, other] = [focused.getBoundingClientRect(), toasts.getBoundingClientRect()];
          return {
            name: focused.getAttribute('aria-label') ?? focused.outerHTML.slice(0, 200),
            // The page scrolls by whole pixels.
            isBehind: one.bottom > other.top + 1 && one.top < other.bottom,
          };
        });
      const found = await look();
      if (found === null) break;
      // The page may need a moment to scroll to the control.
      await expect.poll(async () => (await look())?.isBehind, { message: found.name }).toBe(false);
      if (found.name?.includes('type="submit"')) break;
    }
  });
