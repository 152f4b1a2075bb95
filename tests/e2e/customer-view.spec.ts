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
const press = (page: Page, name: string) =>
  view(page).getByRole('button', { name, exact: true }).click();
const heading = (page: Page) => view(page).getByRole('heading');

async function openView(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  await fillCustomer(page);
  await goToSection(page, 'SIM card');
  await fillTexts(page, { 'SIM card number': '8927010000001234560' });
  await goToSection(page, 'Sign');
  await turn(page).click();
  await expect(view(page)).toBeVisible();
}

/** Draws a line across most of the pad. The pad covers most of the screen. */
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
  await expect(view(page).getByText('Signed by Thandi Nkosi')).toBeVisible();
}

test('the customer agrees and signs on full screens, and gives the phone back at the review', async ({
  device,
}) => {
  const page = await device.openApp('/register');
  await openView(page);
  await expect(heading(page)).toHaveText('You are registering this SIM card');
  for (const text of ['1 of 2', 'Thandi Nkosi', '8927 0100 0000 1234 560'])
    await expect(view(page).getByText(text, { exact: true })).toBeVisible();
  await press(page, 'Read the terms and conditions');
  await expect(heading(page).first()).toHaveText('Terms and Conditions');
  await press(page, 'Back');
  // The second press of a double press on the button before is no answer of the customer.
  await view(page)
    .getByRole('button', { name: 'I agree', exact: true })
    .dispatchEvent('click', { detail: 2 });
  await expect(heading(page)).toHaveText('You are registering this SIM card');
  await press(page, 'I agree');
  await expect(heading(page)).toHaveText('Sign here, Thandi Nkosi');
  await expect(view(page).getByRole('button', { name: 'Done' })).toBeDisabled();
  await sign(page);
  // A cleared signature can be restored here, because messages are behind this view.
  await press(page, 'Clear signature');
  await expect(view(page).getByText('Signature cleared.')).toBeVisible();
  await press(page, 'Undo');
  await expect(view(page).getByText('Signed by Thandi Nkosi')).toBeVisible();

  // The signature is on the disk before the phone is given back.
  const address = page.url();
  await device.kill();
  await device.switchOn();
  const again = await device.open(address);
  await expectSection(again, 'Sign');
  await expect(again.getByText('Signed by Thandi Nkosi')).toBeVisible();
  await expect(again.getByLabel('The customer agrees to the terms and conditions')).toBeChecked();
  await expect(again.getByText('Location found')).toBeVisible();
  await turn(again).click();
  await press(again, 'I agree');
  await press(again, 'Done');
  await expect(heading(again)).toHaveText('Thank you, Thandi');
  await press(again, 'Give the phone back');
  await expect(view(again)).toHaveCount(0);
  await expectSection(again, 'Review');
});

test('a customer who does not agree gives the phone back, and nothing is submitted', async ({
  device,
}) => {
  const page = await device.openApp('/register');
  await openView(page);
  await press(page, 'I do not agree');
  await expect(view(page)).toHaveCount(0);
  await expect(
    page.getByText('The customer did not agree. Nothing is submitted.').first(),
  ).toBeVisible();
  await expectSection(page, 'Sign');
  await expect(
    page.getByLabel('The customer agrees to the terms and conditions'),
  ).not.toBeChecked();
});

test('the customer’s view works from the keyboard; Back goes one screen back, and Escape too', async ({
  device,
}) => {
  const page = await device.openApp('/register');
  await openView(page);
  await expect(heading(page)).toBeFocused();
  // In this view, Enter presses the view's buttons, and not 'Next' of the form behind it.
  await view(page).getByRole('button', { name: 'I agree', exact: true }).press('Enter');
  await expect(heading(page)).toHaveText('Sign here, Thandi Nkosi');
  await expect(heading(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(heading(page)).toHaveText('You are registering this SIM card');
  await page.keyboard.press('Escape');
  await expect(view(page)).toHaveCount(0);
  await expectSection(page, 'Sign');
  await turn(page).press('Enter');
  await press(page, 'I agree');
  await expect(heading(page)).toHaveText('Sign here, Thandi Nkosi');
  const expectLayer = () =>
    expect.poll(() => page.evaluate(() => history.state?.layers?.length ?? 0)).toBeGreaterThan(0);
  await expectLayer();
  await page.goBack();
  await expect(heading(page)).toHaveText('You are registering this SIM card');
  await expectLayer();
  await page.goBack();
  await expect(view(page)).toHaveCount(0);
  await expectSection(page, 'Sign');
});

test('the section Sign ends before the fold', async ({ device }) => {
  const page = await device.openApp('/register');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectSection(page, 'Customer');
  await goToSection(page, 'Sign');
  await expect(page.getByText('Location found')).toBeVisible();
  await expect(page.getByRole('button', { name: 'The customer cannot sign' })).toBeVisible();
  // The limit below does not count the banner of the environment, 28 px.
  const bottom = await page.evaluate(() => {
    const form = document.querySelector('form')?.getBoundingClientRect().bottom ?? 0;
    return form + scrollY + (document.querySelector('main [data-bar]')?.clientHeight ?? 0);
  });
  expect(bottom - 28).toBeLessThanOrEqual(740);
});
