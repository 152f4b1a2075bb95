import { expect, type Page } from '@playwright/test';
import {
  expectSection,
  fillCustomer,
  fillTexts,
  goToSection,
} from '../support/form/form-filling.ts';
import { test } from './fixtures/test.ts';

const turn = (page: Page) => page.getByRole('button', { name: 'Turn the phone to the customer' });
const view = (page: Page) => page.getByRole('dialog');
const agree = (page: Page) => view(page).getByLabel('I agree');

async function openView(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  await fillCustomer(page);
  await goToSection(page, 'SIM card');
  await fillTexts(page, { 'SIM card number': '8927010000001234560' });
  await goToSection(page, 'Sign');
  await turn(page).click();
  await expect(view(page)).toBeVisible();
}

/** Across most of the pad, which covers most of the screen. */
async function sign(page: Page): Promise<void> {
  const pad = view(page).getByLabel('Signature', { exact: true });
  await pad.hover();
  const box = await pad.boundingBox();
  if (box === null) throw new Error('no pad');
  expect(box.height).toBeGreaterThan(740 / 2);
  await page.mouse.move(box.x + 40, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 40, box.y + box.height / 3, { steps: 12 });
  await page.mouse.up();
  await expect(view(page).getByText('Signature saved')).toBeVisible();
}

test('the customer reads the summary, agrees and signs on the whole screen, then returns the phone', async ({
  device,
}) => {
  const page = await device.openApp('/register');
  await openView(page);
  await expect(view(page).getByRole('heading')).toHaveText('You are registering this SIM card');
  for (const text of ['Thandi Nkosi', '8927 0100 0000 1234 560', 'Not filled in'])
    await expect(view(page).getByText(text)).toBeVisible();
  const goOn = view(page).getByRole('button', { name: 'Go on to sign' });
  await goOn.click();
  await expect(view(page).getByText('Tick the box if you agree.')).toBeVisible();
  await agree(page).check();
  await goOn.click();
  await expect(view(page).getByRole('heading')).toHaveText('Sign here, Thandi Nkosi');
  await sign(page);
  // A cleared signature can be restored here, because messages are behind this view.
  await view(page).getByRole('button', { name: 'Clear signature' }).click();
  await expect(view(page).getByText('Signature cleared.')).toBeVisible();
  await view(page).getByRole('button', { name: 'Undo' }).click();
  await expect(view(page).getByText('Signature saved')).toBeVisible();

  // The signature is on the disk before the phone is given back.
  const address = page.url();
  await device.kill();
  await device.switchOn();
  const again = await device.open(address);
  await expectSection(again, 'Sign');
  await expect(again.getByText('Signature saved')).toBeVisible();
  await expect(again.getByLabel('The customer agrees to the terms and conditions')).toBeChecked();
  await turn(again).click();
  await view(again).getByRole('button', { name: 'Done' }).click();
  await expect(view(again)).toHaveCount(0);
  await expect(turn(again)).toBeFocused();
});

test('the customer’s view works from the keyboard, and Back and Escape close it', async ({
  device,
}) => {
  const page = await device.openApp('/register');
  await openView(page);
  await expect(view(page).getByRole('heading')).toBeFocused();
  await agree(page).focus();
  await page.keyboard.press('Space');
  await expect(agree(page)).toBeChecked();
  // Enter is for the buttons here, and no 'Next' of the form behind.
  await page.keyboard.press('Enter');
  await expect(view(page).getByRole('heading')).toHaveText('You are registering this SIM card');
  await view(page).getByRole('button', { name: 'Go on to sign' }).press('Enter');
  await expect(view(page).getByRole('heading')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(view(page)).toHaveCount(0);
  await expectSection(page, 'Sign');
  await turn(page).press('Enter');
  await expect(view(page)).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => history.state?.layers?.length ?? 0))
    .toBeGreaterThan(0);
  await page.goBack();
  await expect(view(page)).toHaveCount(0);
  await expectSection(page, 'Sign');
});
