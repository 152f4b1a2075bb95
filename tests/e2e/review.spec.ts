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

test('the review shows all answers and pictures on two screens, and no empty fields', async ({
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
  for (const empty of ['Unit number', 'Telephone', 'Add a work address'])
    await expect(page.getByText(empty)).toHaveCount(0);
  const edits = page.getByRole('link', { name: /^Edit / });
  await expect(edits).toHaveText(
    ['Customer', 'SIM card', 'Address', 'Documents', 'Sign'].map((title) => `Edit ${title}`),
  );
  // Two screens, less the bars at their edges and the form's own header.
  const [top, bottom] = await Promise.all([
    edits.first().evaluate((link) => link.getBoundingClientRect().top),
    signature.evaluate((image) => image.getBoundingClientRect().bottom),
  ]);
  expect(bottom - top).toBeLessThan(2 * 740 - 345);
});

test('the review lists missing answers at the top, with links to their fields and back', async ({
  device,
}) => {
  const page = await device.openApp('/register');
  await fillCustomer(page);
  await goToSection(page, 'Review');
  await expect(page.getByText('8 answers to go')).toBeVisible();
  await page.getByRole('link', { name: /^City or town is missing/ }).click();
  await expectSection(page, 'Address');
  await expect(page.getByLabel('City or town', { exact: true })).toBeFocused();
  await fillTexts(page, {
    'Street or place': 'Behind the Mzamo school',
    'Suburb or village': 'KwaNdengezi',
    'City or town': 'Pinetown',
  });
  await pressNext(page);
  await expectSection(page, 'Review');
  await expect(page.getByText('5 answers to go')).toBeVisible();
  await page.getByRole('link', { name: /^ID document is missing/ }).click();
  await expectSection(page, 'Documents');
  await page.goBack();
  await expectSection(page, 'Review');
});
