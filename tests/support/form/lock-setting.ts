import { expect, type Page } from '@playwright/test';
import { openSettings } from '../browser/settings-page.ts';

export const PIN = '482913';

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Sets a lock in the settings, as a person does. Returns the recovery code. */
export async function setLock(page: Page, pin = PIN): Promise<string> {
  await openSettings(page, 'lock');
  await button(page, 'Set a PIN').click();
  await page.getByLabel('New PIN or password').fill(pin);
  await page.getByLabel('Type it again').fill(pin);
  await button(page, 'Next').click();
  const code = await typeCode(page, 'Turn the lock on');
  await expect(button(page, 'New recovery code')).toBeVisible();
  return code;
}

/** The groups of the shown recovery code, on a page or in a dialog. */
export const codeGroups = (page: Page) => page.getByRole('main').locator('p > span');

/**
 * Reads the recovery code on the screen, types its last group, and presses the button `endLabel`. Returns the code after that action is
 * done.
 * @param dialogAfter 'stays' if another dialog follows
 */
export async function typeCode(
  page: Page,
  endLabel: string,
  dialogAfter: 'goes' | 'stays' = 'goes',
): Promise<string> {
  const groups = codeGroups(page);
  await expect(groups).toHaveCount(5);
  const code = await groups.allTextContents();
  await button(page, 'I have written it down').click();
  await page.getByLabel('The last 5 characters on your paper').fill(code.at(-1) ?? '');
  await page.locator('form').getByRole('button', { name: endLabel, exact: true }).click();
  await expect(groups).toHaveCount(0);
  await expect(page.getByLabel('The last 5 characters on your paper')).toHaveCount(0);
  if (dialogAfter === 'goes') await expect(page.getByRole('dialog')).toHaveCount(0);
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
  await expect(lockedHeading(page)).toHaveCount(0);
}
