import { expect, type Page } from '@playwright/test';
import { openWithoutCode } from '../support/browser/held-code.ts';
import { everythingIn } from '../support/browser/page-watch.ts';
import { checkScreen, tabTo } from '../support/browser/screen-check.ts';
import { randomCanary } from '../support/disk/profile-scan.ts';
import { seedDrafts } from '../support/form/complete-draft.ts';
import {
  expectSection,
  fillTexts,
  goToSection,
  openRegister,
} from '../support/form/form-filling.ts';
import {
  button,
  codeGroups,
  expectLocked,
  lockedHeading,
  PIN,
  setLock,
  unlock,
  unlockWithPin,
} from '../support/form/lock-setting.ts';
import { test } from './fixtures/outbox-test.ts';

const NEW_PIN = '739164';
const LAST_PIN = 'boterham met kaas';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, 'button', name);
  await page.keyboard.press('Enter');
}

/** Types into a field of a dialog or a screen that has put the focus into its first field. */
async function typeInto(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  for (let presses = 0; presses < 10; presses += 1) {
    if (await field.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(field).toBeFocused();
  await page.keyboard.type(text);
}

/** Reads the recovery code and types its last group. Returns the code. */
async function writeDown(page: Page): Promise<string> {
  const groups = codeGroups(page);
  await expect(groups).toHaveCount(5);
  const code = await groups.allTextContents();
  await expect(button(page, 'I have written it down')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type(code.at(-1) ?? '');
  await page.keyboard.press('Enter');
  await expect(groups).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  return code.join('-');
}

async function lockNow(page: Page): Promise<void> {
  await press(page, 'Lock now');
  await expectLocked(page);
  await expect(page.getByLabel('PIN or password')).toBeFocused();
}

async function typePin(page: Page, pin: string): Promise<void> {
  await page.keyboard.type(pin);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Veld is locked')).toHaveCount(0);
}

test('a lock can be set, unlocked, changed and reset by keyboard alone; neither Back nor rotation unlocks', async ({
  device,
}) => {
  const page = await device.installApp();
  await page.goto('/');
  await page.getByRole('link', { name: 'Settings', exact: true }).press('Enter');
  await tabTo(page, 'link', 'Lock Off');
  await page.keyboard.press('Enter');
  await press(page, 'Set a PIN');
  await typeInto(page, 'New PIN or password', PIN);
  await typeInto(page, 'Type it again', PIN);
  await page.keyboard.press('Enter');
  const code = await writeDown(page);

  await test.step('opened', async () => {
    await lockNow(page);
    await page.keyboard.type(PIN.slice(0, 3));
    await page.setViewportSize({ width: 640, height: 360 });
    await expect(page.getByLabel('PIN or password')).toHaveValue(PIN.slice(0, 3));
    await page.setViewportSize({ width: 360, height: 740 });
    await typePin(page, PIN.slice(3));
    await expect(heading(page, 'Lock')).toBeVisible();
  });

  await test.step('changed', async () => {
    await press(page, 'Change PIN');
    await typeInto(page, 'Your PIN or password now', PIN);
    await typeInto(page, 'New PIN or password', NEW_PIN);
    await typeInto(page, 'Type it again', NEW_PIN);
    await checkScreen(page, 'Change PIN');
    await page.keyboard.press('Enter');
    await expect(page.getByText('PIN changed.')).toBeVisible();
    await lockNow(page);
    await page.keyboard.type(PIN);
    await page.keyboard.press('Enter');
    await expect(page.getByText('That PIN is not right.')).toBeVisible();
    await expect(page.getByLabel('PIN or password')).toBeFocused();
    await typePin(page, NEW_PIN);
  });

  const newCode = await test.step('a new code', async () => {
    await press(page, 'New recovery code');
    await typeInto(page, 'Your PIN or password now', NEW_PIN);
    await page.keyboard.press('Enter');
    return writeDown(page);
  });

  await test.step('forgotten', async () => {
    await lockNow(page);
    // Goes back to Home, which is public.
    let steps = 0;
    for (; new URL(page.url()).pathname !== '/'; steps += 1) await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'Veld is locked' })).toBeVisible();
    for (; steps > 0; steps -= 1) await page.goForward();
    await expectLocked(page);
    await press(page, 'Forgot PIN?');
    await typeInto(page, 'Recovery code', code);
    await page.keyboard.press('Enter');
    await expect(page.getByText('That is not the code.')).toBeVisible();
    await page.getByLabel('Recovery code').press('Control+A');
    await page.keyboard.type(newCode);
    await page.keyboard.press('Enter');
    await typeInto(page, 'New PIN or password', LAST_PIN);
    await typeInto(page, 'Type it again', LAST_PIN);
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Lock')).toBeVisible();
    await lockNow(page);
    await typePin(page, LAST_PIN);
    await press(page, 'Turn lock off');
    await typeInto(page, 'Your PIN or password now', LAST_PIN);
    await page.keyboard.press('Enter');
    await expect(button(page, 'Set a PIN')).toBeVisible();
  });
});

test('a locked page keeps early typed text in memory only, and saves unfinished text before it locks', async ({
  device,
}) => {
  const page = await device.installApp();
  const [early, half] = [randomCanary(), randomCanary()];
  await page.clock.install();
  await setLock(page);
  await page.goto('about:blank');

  const release = await openWithoutCode(page, '/register');
  await page.getByLabel('First name').fill(early);
  release();
  await expectLocked(page);
  expect(await everythingIn(page)).not.toContain(early);
  // The agent opens another screen in between, and comes back.
  await page.evaluate(() => history.pushState(null, '', '/'));
  await expect(page.getByText('Unlock to see your day')).toBeVisible();
  await page.getByRole('link', { name: 'Register a SIM', exact: true }).click();
  await unlock(page);
  await expect(page.getByLabel('First name')).toHaveValue(early);
  await page.waitForURL(/\/register\/.+/);
  const form = new URL(page.url()).pathname;

  await page.goto(form);
  await unlock(page);
  await expect(page.getByLabel('First name')).toHaveValue(early);
  await goToSection(page, 'Address');
  await page.getByLabel('Street or place').pressSequentially(half);
  await page.clock.fastForward(5 * 60_000 + 10_000);
  await expectLocked(page);
  expect(await everythingIn(page)).not.toContain(half);
  // Behind the lock screen, the app still stores the last letters. After the unlock, the agent finds them.
  await unlock(page);
  await expectSection(page, 'Address');
  await expect(page.getByLabel('Street or place')).toHaveValue(half);
  await page.reload();
  await expectLocked(page);
  await unlock(page);
  await expectSection(page, 'Address');
  await expect(page.getByLabel('Street or place')).toHaveValue(half);

  // The text is in one form, and in no other form.
  await openRegister(page);
  await expect(page.getByLabel('First name')).toHaveValue('');
  await fillTexts(page, { 'First name': 'Sipho' });
  await page.waitForURL(/\/register\/.+/);
});

test('‘Unlock’ on Home asks on Home, and Home stays open', async ({ device }) => {
  const page = await device.installApp();
  await seedDrafts(page, [{ name: 'Amahle' }]);
  await setLock(page);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Veld is locked' })).toBeVisible();
  await button(page, 'Unlock').click();
  await expect(page.getByLabel('PIN or password')).toBeFocused();
  await unlockWithPin(page);
  await expect(page.getByRole('link', { name: 'Amahle Nkosi' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/');
});

test('a second tab opens without the PIN, though the unlocked tab is busy', async ({ device }) => {
  const page = await device.installApp();
  await setLock(page);
  // The page runs one task of 600 ms after another, so it reads another tab's question late.
  await page.evaluate(() => {
    setInterval(() => {
      const end = performance.now() + 600;
      while (performance.now() < end);
    }, 0);
  });
  const second = await device.context.newPage();
  await second.goto('/');
  await expect(button(second, 'Lock now').or(lockedHeading(second))).toBeVisible();
  await expect(button(second, 'Lock now')).toBeVisible();
});
