import { expect } from '@playwright/test';
import { test } from './test.ts';

test('the terms can be read before any script has run, each section at its own address', async ({
  browser,
  backend: { address },
}) => {
  const context = await browser.newContext({ baseURL: address, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/help/termsconditions');
  await expect(page).toHaveTitle('Terms and Conditions - Veld');
  await expect(page.getByText('The operator’s lawyer must complete and approve')).toBeVisible();
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
