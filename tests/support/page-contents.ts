import type { Page } from '@playwright/test';

/** All that the page shows, holds, or says to a screen reader. */
export async function everythingIn(page: Page): Promise<string> {
  const held = await page.evaluate(() =>
    [...document.querySelectorAll('input')].map(({ value }) => value).join(' '),
  );
  return [
    await page.content(),
    await page.locator('body').ariaSnapshot(),
    await page.title(),
    held,
  ].join('\n');
}
