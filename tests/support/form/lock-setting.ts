import { expect, type Page } from '@playwright/test';

export const PIN = '482913';

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Sets a lock in the settings, as a person does, and resolves with the recovery code that was shown. */
export async function setLock(page: Page, pin = PIN): Promise<string> {
  await page.goto('/settings');
  await button(page, 'Set a PIN').click();
  await page.getByLabel('New PIN or password').fill(pin);
  await page.getByLabel('Type it again').fill(pin);
  await button(page, 'Next').click();
  return typeCode(page, 'Turn the lock on');
}

/**
 * Reads the recovery code that is shown, and types its end; resolves with it once what it is for is done.
 * @param dialogAfter whether another dialog comes in its place
 */
export async function typeCode(
  page: Page,
  endLabel: string,
  dialogAfter: 'goes' | 'stays' = 'goes',
): Promise<string> {
  const dialog = page.getByRole('dialog');
  const groups = dialog.locator('p > span');
  await expect(groups).toHaveCount(5, { timeout: 30_000 });
  const code = await groups.allTextContents();
  await button(page, 'I have written it down').click();
  await page.getByLabel('The last 5 characters on your paper').fill(code.at(-1) ?? '');
  await dialog.getByRole('button', { name: endLabel, exact: true }).click();
  await expect(groups).toHaveCount(0);
  await expect(page.getByLabel('The last 5 characters on your paper')).toHaveCount(0);
  if (dialogAfter === 'goes') await expect(button(page, 'New recovery code')).toBeVisible();
  return code.join('-');
}

export const lockedHeading = (page: Page) =>
  page.getByRole('heading', { level: 1, name: 'Veld is locked' });

export async function expectLocked(page: Page): Promise<void> {
  await expect(lockedHeading(page)).toBeVisible();
}

/** Types a PIN at the lock and presses Enter. */
export async function unlockWithPin(page: Page, pin = PIN): Promise<void> {
  await page.getByLabel('PIN or password').fill(pin);
  await page.keyboard.press('Enter');
}

export async function unlock(page: Page, pin = PIN): Promise<void> {
  await unlockWithPin(page, pin);
  await expect(lockedHeading(page)).toHaveCount(0, { timeout: 30_000 });
}
