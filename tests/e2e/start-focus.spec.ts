import { expect } from '@playwright/test';
import { expectOwnMarkup, openWithoutCode } from '../support/browser/held-code.ts';
import { test } from './fixtures/test.ts';

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
