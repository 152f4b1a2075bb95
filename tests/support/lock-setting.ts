import { expect, type Page } from '@playwright/test';

export const PIN = '482913';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Sets a lock in the settings, as a person does, and resolves with the recovery code that was shown. */
export async function setLock(page: Page, pin = PIN): Promise<string> {
  await page.goto('/settings');
  await button(page, 'Set a PIN').click();
  await page.getByLabel('New PIN or password').fill(pin);
  await page.getByLabel('Type it again').fill(pin);
  await button(page, 'Next').click();
  const groups = page.getByRole('dialog').locator('p > span');
  await expect(groups).toHaveCount(5, { timeout: 30_000 });
  const code = await groups.allTextContents();
  await button(page, 'I have written it down').click();
  await page.getByLabel('The last 5 characters on your paper').fill(code.at(-1) ?? '');
  await button(page, 'Turn the lock on').click();
  await expect(button(page, 'Turn lock off')).toBeVisible();
  return code.join('-');
}

const lockedHeading = (page: Page) =>
  page.getByRole('heading', { level: 1, name: 'Veld is locked' });

export async function expectLocked(page: Page): Promise<void> {
  await expect(lockedHeading(page)).toBeVisible();
}

/** Types a PIN at the lock and presses Enter. */
export async function tryPin(page: Page, pin = PIN): Promise<void> {
  await page.getByLabel('PIN or password').fill(pin);
  await page.keyboard.press('Enter');
}

export async function unlock(page: Page, pin = PIN): Promise<void> {
  await tryPin(page, pin);
  await expect(lockedHeading(page)).toHaveCount(0, { timeout: 30_000 });
}
