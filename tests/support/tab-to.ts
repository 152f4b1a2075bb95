import { expect, type Page } from '@playwright/test';

/** Presses Tab until the control of this role and name has the focus, as one who sees nothing else would. */
export async function tabTo(
  page: Page,
  role: 'textbox' | 'button' | 'combobox' | 'radio' | 'checkbox',
  name: string,
): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: true });
  for (let presses = 0; presses < 40; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(wanted).toBeFocused();
}
