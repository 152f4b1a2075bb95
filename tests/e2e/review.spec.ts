import { expect } from '@playwright/test';
import {
  addFile,
  expectSection,
  fillCustomer,
  fillRegistration,
  fillTexts,
  goToSection,
  photo,
  pressNext,
} from '../support/form/form-filling.ts';
import { test } from './fixtures/test.ts';

test('the review shows all answers and pictures within 1,050 px, and no empty fields', async ({
  device,
}) => {
  const page = await device.openApp('/register');
  await page.setViewportSize({ width: 360, height: 740 });
  await fillRegistration(page);
  await goToSection(page, 'Documents');
  await addFile(page, 'ID document', 'id-back.jpg', await photo(page, 900, 600));
  await goToSection(page, 'Review');
  for (const name of ['id-front.jpg', 'id-back.jpg'])
    await expect(
      page.getByRole('button', { name: `Preview of ${name}` }).getByRole('img'),
    ).not.toHaveJSProperty('naturalWidth', 0);
  const signature = page.getByText('Signed', { exact: true }).locator('xpath=..').locator('img');
  await expect(signature).not.toHaveJSProperty('naturalWidth', 0);
  for (const text of ['Ms Thandi Nkosi, individual', 'KwaNdengezi, Pinetown'])
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  // The review shows no file names, no empty answers, and nothing that another row says.
  for (const empty of ['Unit number', 'Telephone', 'Add a work address', 'Customer type'])
    await expect(page.getByText(empty)).toHaveCount(0);
  const edits = page.getByRole('link', { name: /^Edit / });
  await expect(edits).toHaveCount(5);
  for (const title of ['Customer', 'SIM card', 'Address', 'Documents', 'Sign'])
    await expect(page.getByRole('link', { name: `Edit ${title}`, exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Terms and Conditions' })).toBeVisible();
  // The limit below does not count the banner of the environment, 28 px.
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height - 28).toBeLessThanOrEqual(1050);
});

test('the review counts missing answers at the top, with a link to the first and back', async ({
  device,
}) => {
  const page = await device.openApp('/register');
  await fillCustomer(page);
  await goToSection(page, 'Review');
  await expect(page.getByText('8 answers to go')).toBeVisible();
  await page.getByRole('link', { name: '8 answers to go' }).click();
  await expectSection(page, 'SIM card');
  await expect(page.getByLabel('SIM card number', { exact: true })).toBeFocused();
  await fillTexts(page, { 'SIM card number': '8927010000001234560' });
  await pressNext(page);
  await expectSection(page, 'Review');
  await page.getByRole('link', { name: '7 answers to go' }).click();
  await expectSection(page, 'Address');
  await expect(page.getByLabel('Street or place', { exact: true })).toBeFocused();
  await fillTexts(page, {
    'Street or place': 'Behind the Mzamo school',
    'Suburb or village': 'KwaNdengezi',
    'City or town': 'Pinetown',
  });
  await pressNext(page);
  await expectSection(page, 'Review');
  await page.getByRole('link', { name: '4 answers to go' }).click();
  await expectSection(page, 'Documents');
  await page.goBack();
  await expectSection(page, 'Review');
});
