import { expect, type Page } from '@playwright/test';
import { test } from './fixtures/test.ts';

/** The page as its HTML shows it; its code comes when `release` is called. */
async function openWithoutCode(page: Page, path: string): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  // Not its 'load' event: that waits for the code.
  await page.goto(path, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() =>
    Object.assign(window, { first: document.getElementById('root')?.firstElementChild }),
  );
  return release;
}

/** The app's own markup has taken the place of the HTML's. */
const expectOwnMarkup = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(
        () =>
          document.getElementById('root')?.firstElementChild !==
          (window as unknown as { first: Element }).first,
      ),
    )
    .toBe(true);

test('whoever presses Tab before the app’s code is here stays where they are when it comes', async ({
  device,
}) => {
  const page = await device.open('about:blank');
  const focused = page.locator(':focus');
  const release = await openWithoutCode(page, '/');
  await page.keyboard.press('Tab');
  await expect(focused).toHaveText('Skip to content');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  const { href, name } = await focused.evaluate((element) => ({
    href: element.getAttribute('href'),
    name: element.textContent,
  }));
  expect(href).not.toBeNull();
  release();
  await expectOwnMarkup(page);
  await expect(focused).toHaveText(name ?? '');
  await expect(focused).toHaveAttribute('href', href ?? '');
});

test('whoever pressed nothing has the focus nowhere when the app’s code comes', async ({
  device,
}) => {
  const page = await device.open('about:blank');
  const release = await openWithoutCode(page, '/');
  release();
  await expectOwnMarkup(page);
  await expect(page.locator(':focus')).toHaveCount(0);
});
