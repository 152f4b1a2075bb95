import { expect, type Page } from '@playwright/test';
import { expectStored, waitForStored } from '../support/backend/stored-registrations.ts';
import type { Device } from '../support/browser/device.ts';
import { tabTo } from '../support/browser/screen-check.ts';
import { pdf, registrationIndividual } from '../support/form/form-cases.ts';
import {
  customer,
  expectSection,
  fileInput,
  goToSection,
  showField,
} from '../support/form/form-filling.ts';
import { test } from './fixtures/test.ts';

async function type(page: Page, label: string, text: string) {
  await tabTo(page, 'textbox', label);
  await page.keyboard.type(text);
}

/** Opens a page and waits for the app's code. A key press before that acts only on the page's HTML. */
async function openWithCode(device: Device, path: string): Promise<Page> {
  const page = await device.openApp(path);
  await expect(page.getByText('In Development')).toBeVisible();
  return page;
}

const openForm = (device: Device): Promise<Page> => openWithCode(device, '/register');

async function next(page: Page, title: string) {
  await tabTo(page, 'button', 'Next');
  await page.keyboard.press('Enter');
  await expectSection(page, title);
  await expect(page.getByRole('heading', { level: 2, name: title })).toBeFocused();
}

test('a customer is registered by keyboard alone, from Home to Captured, without a location', async ({
  backend,
  device,
}) => {
  const page = await openWithCode(device, '/');
  const browser = await device.context.newCDPSession(page);
  await browser.send('Browser.setPermission', {
    permission: { name: 'geolocation' },
    setting: 'denied',
  });
  // From here on, Playwright catches file choosers. A listener that is added with the key press can be too late.
  page.on('filechooser', () => undefined);
  const focused = page.locator(':focus');
  await page.keyboard.press('Tab');
  await expect(focused).toHaveText('Skip to content');
  await page.keyboard.press('Enter');
  await tabTo(page, 'link', 'Register a SIM');
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle('Register a SIM - Veld');
  await expectSection(page, 'Customer');
  await tabTo(page, 'radio', 'Individual');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Business' })).toBeChecked();
  await page.keyboard.press('ArrowUp');
  await tabTo(page, 'combobox', 'Title');
  // Uses the arrow key, not letters. On a busy machine, the list may take the second letter as the first letter of another word.
  const title = page.getByLabel('Title', { exact: true });
  for (let presses = 0; presses < 10 && (await title.inputValue()) !== 'Ms'; presses += 1)
    await page.keyboard.press('ArrowDown');
  await expect(title).toHaveValue('Ms');
  await type(page, 'First name', customer.firstName);
  // Enter moves the focus to the next empty field, without a check.
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Surname')).toBeFocused();
  await page.keyboard.type(customer.surname);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('ID number')).toBeFocused();
  await page.keyboard.type(customer.idNumber);
  await expect(page.getByText('needs attention')).toHaveCount(0);
  await type(page, 'Cellphone', customer.cellphone);
  await tabTo(page, 'button', 'Add a telephone or email');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Telephone')).toBeFocused();
  await type(page, 'Email address', customer.email);
  // Enter in the last field is 'Next'.
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: 'SIM card' })).toBeFocused();
  await type(page, 'SIM card number', '12');
  await page.keyboard.press('Enter');
  const sim = page.getByLabel('SIM card number');
  await expect(sim).toHaveAttribute('aria-invalid', 'true');
  await expect(sim).toBeFocused();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(customer.simCardNumber);
  await next(page, 'Address');
  await tabTo(page, 'button', 'Back');
  const outline = await focused.evaluate((element) => getComputedStyle(element).outlineWidth);
  expect(Number.parseFloat(outline)).toBeGreaterThanOrEqual(2);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: 'SIM card' })).toBeFocused();
  await next(page, 'Address');
  await type(page, 'Street or place', customer.street);
  await type(page, 'Suburb or village', customer.suburb);
  await type(page, 'City or town', customer.city);
  await tabTo(page, 'checkbox', 'Add a work address');
  await page.keyboard.press('Space');
  await expect(page.getByLabel('Work unit number')).toBeVisible();
  await page.keyboard.press('Space');
  await next(page, 'Documents');
  const papers = pdf();
  const input = fileInput(page, 'ID document');
  for (let presses = 0; presses < 20; presses += 1) {
    if (await input.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.keyboard.press('Enter'),
  ]);
  await chooser.setFiles({ name: 'id.pdf', mimeType: 'application/pdf', buffer: papers });
  await expect(page.getByRole('button', { name: 'Remove id.pdf' })).toBeVisible();
  await next(page, 'Sign');
  // The location is blocked.
  await tabTo(page, 'button', 'Get location');
  await page.keyboard.press('Enter');
  await tabTo(page, 'checkbox', 'Continue without a location');
  await page.keyboard.press('Space');
  await tabTo(page, 'checkbox', 'The customer agrees to the terms and conditions');
  await page.keyboard.press('Space');
  // Without a pen and a pointer, a witness signs with their name.
  await tabTo(page, 'button', 'The customer cannot sign');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Full name of the witness')).toBeFocused();
  await page.keyboard.type('Nomsa Dlamini');
  await tabTo(page, 'radio', 'The witness signs here');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('The name of the witness is the signature.')).toBeVisible();
  await next(page, 'Review');
  await expect(page.getByRole('main')).toContainText('Signed by witness Nomsa Dlamini');
  await tabTo(page, 'button', 'Submit');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/captured\/.+/);
  await expect(page.getByRole('heading', { level: 1, name: 'Captured' })).toBeFocused();
  const [stored] = await waitForStored(backend.dataDir, 1);
  expectStored(backend.dataDir, stored, {
    formData: registrationIndividual,
    latitude: null,
    longitude: null,
    isBusiness: false,
    documents: [{ kind: 'idDocument', bytes: papers }],
  });
});

test('one line counts the errors and links to the first, and each field has its label and keyboard', async ({
  device,
}) => {
  const page = await openForm(device);
  await expectSection(page, 'Customer');
  await tabTo(page, 'button', 'Next');
  await page.keyboard.press('Enter');
  const title = page.getByLabel('Title', { exact: true });
  await expect(title).toBeFocused();
  await expect(title).toHaveAttribute('aria-invalid', 'true');
  await expect(title).toHaveAccessibleDescription('Choose the title');
  await expect(page).toHaveTitle('Error: Register a SIM - Veld');
  await page.getByLabel('ID number').focus();
  await page.getByRole('link', { name: '4 answers are missing' }).click();
  await expect(title).toBeFocused();
  await page.getByLabel('ID number').focus();
  await page.keyboard.type('8001015009086');
  await page.getByRole('button', { name: 'Next' }).click();
  // The form showed the problems during the typing. After 'Next' the focus moves to the first wrong answer, and the page scrolls there.
  await expect(title).toBeFocused();
  await expect(page.getByLabel('ID number')).toHaveAccessibleDescription(
    'Check the number on the card. A digit is wrong. Not a South African ID? Choose ‘Passport or permit’.',
  );
  await page.getByLabel('Passport or permit', { exact: true }).check();
  await expect(page.getByLabel('Passport or permit number')).toBeVisible();
  await expect(page).toHaveTitle('Error: Register a SIM - Veld');

  const expectKeyboards = async (fields: Readonly<Record<string, string | null>>) => {
    for (const [label, inputMode] of Object.entries(fields))
      expect(await page.getByLabel(label, { exact: true }).getAttribute('inputmode'), label).toBe(
        inputMode,
      );
  };
  await page.getByLabel('Business', { exact: true }).check();
  await expectKeyboards({
    'First name': null,
    'Passport or permit number': 'text',
    Cellphone: 'tel',
  });
  await showField(page, 'Email address');
  await expectKeyboards({ Telephone: 'tel', 'Email address': 'email' });
  await page.getByLabel('South African ID', { exact: true }).check();
  await expectKeyboards({ 'ID number': 'numeric' });
  await goToSection(page, 'SIM card');
  await expectKeyboards({ 'SIM card number': 'numeric' });
  await page.getByLabel('SIM card number').fill('8927010000001234561');
  await page.getByRole('button', { name: 'Next' }).click();
  // The message can be read without scrolling: it is not behind the bar with the buttons.
  const bar = await page.getByRole('button', { name: 'Next' }).boundingBox();
  await expect
    .poll(async () => {
      const message = await page
        .getByText('Check the number on the card. A digit is wrong.')
        .boundingBox();
      return (message?.y ?? 0) + (message?.height ?? 0);
    })
    .toBeLessThan(bar?.y ?? 0);
  await page.goto('/replace');
  await expectSection(page, 'Customer');
  await goToSection(page, 'SIM card');
  await expectKeyboards({
    'Cellphone number to keep': 'tel',
    'New SIM card number': 'numeric',
    IMSI: 'numeric',
    'Device IMEI': 'numeric',
  });
});

test('every section tells the browser not to store typed text', async ({ device }) => {
  const page = await openForm(device);
  const forms = {
    '/register': ['Customer', 'Business', 'SIM card', 'Address', 'Documents', 'Sign'],
    '/replace': ['Customer', 'SIM card', 'Documents', 'Sign'],
  };
  for (const [path, sections] of Object.entries(forms)) {
    await page.goto(path);
    await page.getByLabel('Business', { exact: true }).check();
    for (const section of sections) {
      await goToSection(page, section);
      const work = page.getByLabel('Add a work address');
      if (section === 'Address') await work.check();
      const kept = page.locator(':is(form, input, select, textarea):not([autocomplete="off"])');
      await expect(kept, `${path} ${section}`).toHaveCount(0);
    }
  }
});

test('every section shows all its content at 320 pixels and at twice the text size', async ({
  device,
}) => {
  const page = await openForm(device);
  // Without this setting, a section slides in, and is outside the screen for a moment.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByLabel('Business', { exact: true }).check();
  await page.getByLabel('First name').fill('Wolfeschlegelsteinhausenbergerdorff'.repeat(2));
  const sections = ['Customer', 'Business', 'SIM card', 'Address', 'Documents', 'Sign', 'Review'];
  for (const size of ['100%', '200%']) {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.evaluate((fontSize) => {
      document.documentElement.style.fontSize = fontSize;
    }, size);
    for (const title of sections) {
      await goToSection(page, title);
      if (title !== 'Review') await page.getByRole('button', { name: 'Next' }).click();
      const tooWide = await page.evaluate(() => {
        const strip = document.querySelector('nav[aria-label="Sections"]');
        const isOut = (element: Element) => {
          const { left, right, width } = element.getBoundingClientRect();
          return width > 1 && (right > innerWidth + 1 || left < -1) && !strip?.contains(element);
        };
        return {
          page: document.documentElement.scrollWidth - innerWidth,
          parts: [...document.querySelectorAll('main *, [role="status"] *')]
            .filter(isOut)
            .map((element) => `${element.tagName} ${element.textContent?.slice(0, 40)}`),
        };
      });
      expect(tooWide, `${title} at ${size}`).toEqual({ page: 0, parts: [] });
      if (title !== 'Review') await goToSection(page, title);
    }
  }
});
