import { expect } from '@playwright/test';
import { pageLives } from '../support/browser/device.ts';
import { test } from './fixtures/test.ts';

test('the terms are readable before any script has run, and each section has its own address', async ({
  browser,
  backend: { address },
}) => {
  const context = await browser.newContext({ baseURL: address, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/help/termsconditions');
  await expect(page).toHaveTitle('Terms and Conditions - Veld');
  await expect(page.getByText('A lawyer must complete and approve this text')).toBeVisible();
  const links = page.getByRole('navigation', { name: 'Contents' }).getByRole('link');
  const wanted = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(wanted.length).toBeGreaterThan(9);
  for (const href of wanted) {
    const section = page.locator(`section${href}`);
    await expect(section.getByRole('heading', { level: 2 })).toBeVisible();
    expect((await section.innerText()).length, href ?? '').toBeGreaterThan(80);
  }
  for (const topic of [/RICA/, /POPIA/, /false information/i])
    await expect(page.getByText(topic).first()).toBeVisible();
  await context.close();
});

test('a link in the contents does not scroll if its section is visible', async ({ device }) => {
  const page = await device.installApp();
  await page.setViewportSize({ width: 900, height: 4_000 });
  await page.goto('/help/termsconditions');
  const link = (name: string) =>
    page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name });
  const heading = (name: RegExp) => page.getByRole('heading', { level: 2, name });
  await expect(page.getByRole('button', { name: 'Close' })).toHaveCount(0);

  // The heading is fully in view, so the page does not move. The heading gets the focus.
  await link('Who we are').click();
  await expect(heading(/Who we are/)).toBeFocused();
  await expect(page).toHaveURL(/#who-we-are$/);
  // Waits longer than the 100 ms after which the page would move.
  await pageLives(page, 300);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);

  // The section is out of view, so the page scrolls to it. A second press scrolls again, although the address stays the same.
  await page.setViewportSize({ width: 360, height: 740 });
  await link('How to reach us').click();
  const section = page.locator('#contact');
  await expect(section).toBeInViewport({ ratio: 0.9 });
  await page.evaluate(() => window.scrollTo(0, 0));
  await link('How to reach us').click();
  await expect(section).toBeInViewport({ ratio: 0.9 });
  await page.goBack();
  await expect(page).toHaveURL(/#who-we-are$/);
});
