import { expect } from '@playwright/test';
import { checkScreen } from '../support/browser/screen-check.ts';
import { openSettings } from '../support/browser/settings-page.ts';
import { addAuthenticator, cancelNext } from '../support/browser/virtual-authenticator.ts';
import { randomCanary, scanProfile } from '../support/disk/profile-scan.ts';
import { expectSection, fillTexts } from '../support/form/form-filling.ts';
import { button, expectLocked, PIN, typeCode, unlock } from '../support/form/lock-setting.ts';
import { test } from './fixtures/outbox-test.ts';

test('a fingerprint unlocks Veld without a PIN, only for its owner; PIN and code work too', async ({
  device,
}) => {
  const page = await device.installApp();
  const phone = await addAuthenticator(page, { hasPrf: true });
  const canary = randomCanary();
  await page.goto('/register');
  await fillTexts(page, { 'First name': canary });
  await page.waitForURL(/\/register\/.+/);
  const form = new URL(page.url()).pathname;

  await openSettings(page, 'lock');
  await button(page, 'Use fingerprint instead').click();
  await checkScreen(page, 'Use fingerprint instead');
  await cancelNext(page, 'create');
  await button(page, 'Next').click();
  await expect(page.getByText('Nothing was changed.')).toBeVisible();
  await button(page, 'Next').click();
  const code = await typeCode(page, 'Turn the lock on');
  await expect(page.getByText('Lock is on: fingerprint.')).toBeVisible();
  await checkScreen(page, 'Settings, with a fingerprint');

  await page.goto(form);
  await expectLocked(page);
  await expect(button(page, 'Use fingerprint')).toBeFocused();
  await expect(page.getByLabel('PIN or password')).toHaveCount(0);
  expect(await page.content()).not.toContain(canary);
  await checkScreen(page, 'Locked, by fingerprint');
  await cancelNext(page, 'get');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The phone did not recognise you')).toBeVisible();
  await page.keyboard.press('Enter');
  await expectSection(page, 'Customer');
  await expect(page.getByLabel('First name')).toHaveValue(canary);

  await test.step('the agent adds a PIN', async () => {
    await openSettings(page, 'lock');
    await expectLocked(page);
    await button(page, 'Use fingerprint').click();
    await button(page, 'Add a PIN').click();
    await page.getByLabel('New PIN or password').fill(PIN);
    await page.getByLabel('Type it again').fill(PIN);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Lock is on: PIN or password, or your fingerprint.')).toBeVisible({
      timeout: 60_000,
    });
    await button(page, 'Lock now').click();
    await expectLocked(page);
    await checkScreen(page, 'Locked, by PIN or fingerprint');
    await unlock(page);
    await button(page, 'Lock now').click();
    await button(page, 'Use fingerprint').click();
    await expect(button(page, 'Stop using fingerprint')).toBeVisible();
  });

  await test.step('the passkey is gone: the agent unlocks by PIN and removes the passkey', async () => {
    await button(page, 'Lock now').click();
    await phone.forgetAll();
    await button(page, 'Use fingerprint').click();
    await expect(page.getByText('The phone did not recognise you')).toBeVisible();
    await unlock(page);
    await button(page, 'Stop using fingerprint').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop using fingerprint' }).click();
    await expect(button(page, 'Add fingerprint')).toBeVisible();
    await button(page, 'Lock now').click();
    await expectLocked(page);
    await expect(button(page, 'Use fingerprint')).toHaveCount(0);
    await button(page, 'Forgot PIN?').click();
    await page.getByLabel('Recovery code').fill(code);
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('New PIN or password')).toBeVisible();
  });

  await device.switchOff();
  const canaries = [canary, code, code.replaceAll('-', '')].map((text) => ({ name: text, text }));
  expect(scanProfile(device.profile, canaries)).toEqual([]);
});

test('a phone whose passkeys give no key material says so, and the agent sets a PIN', async ({
  device,
}) => {
  const page = await device.installApp();
  await openSettings(page, 'lock');
  await expect(button(page, 'Set a PIN')).toBeVisible();
  // The browser has no authenticator that can recognise the phone's owner.
  await expect(button(page, 'Use fingerprint instead')).toHaveCount(0);
  await addAuthenticator(page, { hasPrf: false });
  await page.reload();
  await button(page, 'Use fingerprint instead').click();
  await button(page, 'Next').click();
  await expect(page.getByText('This phone’s fingerprint can’t open Veld.')).toBeVisible();
  await button(page, 'Cancel').click();
  await button(page, 'Set a PIN').click();
  await expect(page.getByLabel('New PIN or password')).toBeVisible();
});
