import { type Locator, type Page, expect as playwrightExpect } from '@playwright/test';

/** The timeout of playwright.config.ts. Programs without Playwright's test runner do not read that file. */
const expect = playwrightExpect.configure({ timeout: 60_000 });

/** A made-up customer, with correct check digits. */
export const customer = {
  title: 'Ms',
  firstName: 'Thandi',
  surname: 'Nkosi',
  idNumber: '8001015009087',
  cellphone: '082 123 4567',
  email: 'thandi@example.co.za',
  simCardNumber: '8927 0100 0000 1234 560',
  street: 'Behind the Mzamo school',
  suburb: 'KwaNdengezi',
  city: 'Pinetown',
} as const;

const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true });

export async function pressNext(page: Page): Promise<void> {
  await next(page).click();
}

/** Goes to a section through the list of sections. */
export async function goToSection(page: Page, title: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('button')
    .filter({ hasText: title })
    .click();
  await expectSection(page, title);
}

/** A message at a field. A notice above the fields may have the same words. */
export const besideField = (page: Page, text: string) =>
  page.locator('form fieldset').getByText(text);

/** The buttons that show optional fields. */
const adding: Readonly<Record<string, string>> = {
  Telephone: 'Add a telephone or email',
  'Email address': 'Add a telephone or email',
  'Unit number': 'Add a unit or complex',
  'Complex name': 'Add a unit or complex',
};

/** Presses the button that shows an optional field, if there is one. Earlier versions always show the field. */
export async function showField(page: Page, label: string): Promise<void> {
  const button = page.getByRole('button', { name: adding[label] ?? label, exact: true });
  await button
    .or(page.getByLabel(label, { exact: true }))
    .first()
    .waitFor();
  if (await button.isVisible()) await button.click();
}

/** Types into fields by their labels. */
export async function fillTexts(
  page: Page,
  texts: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [label, text] of Object.entries(texts)) {
    if (label in adding) await showField(page, label);
    await page.getByLabel(label, { exact: true }).fill(text);
  }
}

export async function expectSection(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 2, name: title, exact: true })).toBeVisible();
}

/** Opens an empty registration from any screen with tabs, without loading a page. */
export async function openRegister(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page.getByRole('link', { name: 'Register a SIM', exact: true }).click();
}

/** Opens the page of a draft that Home lists, without loading it. There it can be deleted. */
export async function openDraftPage(page: Page, name = ''): Promise<void> {
  const row = page.getByRole('list', { name: 'Continue' }).getByRole('link', { name });
  const href = (await row.first().getAttribute('href')) ?? '';
  await page.evaluate((id) => history.pushState(null, '', `/outbox/${id}`), href.split('/').at(-1));
}

export async function fillCustomer(page: Page): Promise<void> {
  await expectSection(page, 'Customer');
  await page.getByLabel('Title', { exact: true }).selectOption({ label: customer.title });
  await page.getByLabel('First name', { exact: true }).fill(customer.firstName);
  await page.getByLabel('Surname', { exact: true }).fill(customer.surname);
  await page.getByLabel('ID number', { exact: true }).fill(customer.idNumber);
}

export async function fillAddress(page: Page): Promise<void> {
  await expectSection(page, 'Address');
  await page.getByLabel('Street or place', { exact: true }).fill(customer.street);
  await page.getByLabel('Suburb or village', { exact: true }).fill(customer.suburb);
  await page.getByLabel('City or town', { exact: true }).fill(customer.city);
}

/** Runs in a page. Returns a real JPEG with some text, drawn on a canvas, in base64. */
export async function drawPhoto([width, height, text]: readonly [
  width: number,
  height: number,
  text: string,
]): Promise<string> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  const gradient = context.createLinearGradient(0, 0, width, height);
  gradient.addColorStop(0, '#e8dcc0');
  gradient.addColorStop(1, '#7c9a72');
  context.fillStyle = gradient;
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#222';
  context.font = `${Math.round(height / 14)}px sans-serif`;
  for (let line = 0; line < 8; line += 1)
    context.fillText(`${text} ${line}`, width / 20, (height / 10) * (line + 1.5));
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** A JPEG of `width` × `height` pixels. */
export const photo = async (
  page: Page,
  width = 1200,
  height = 800,
  text = 'ID DOCUMENT',
): Promise<Buffer> =>
  Buffer.from(await page.evaluate(drawPhoto, [width, height, text] as const), 'base64');

/** The file input of a document kind: for the camera, or for files on the phone. */
export const fileInput = (
  page: Page,
  kind: string,
  way: 'Take photo' | 'Choose a file' = 'Choose a file',
) => page.getByRole('group', { name: kind, exact: true }).getByLabel(way, { exact: true });

export async function addFile(
  page: Page,
  label: string,
  name: string,
  bytes: Buffer,
  mimeType = 'image/jpeg',
) {
  // Not found by its name, because earlier versions have another name for the input of several files.
  const files = page.getByRole('group', { name: label, exact: true }).locator('input[multiple]');
  await files.setInputFiles({ name, mimeType, buffer: bytes });
  await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible();
}

/** Presses 'Next' in the section 'Documents' while the back of a card is missing, and answers the question for it. */
export async function goOnWithoutBack(page: Page): Promise<void> {
  await next(page).click();
  await page.getByRole('button', { name: 'Go on without it', exact: true }).click();
}

/** Removes one file after another. After each removal the rows below move up, and a press at that moment can miss its button. */
export async function removeFiles(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const remove = page.getByRole('button', { name: `Remove ${name}` });
    await remove.click();
    await expect(remove).toHaveCount(0);
  }
}

export async function drawSignature(page: Page, within: Page | Locator = page): Promise<void> {
  const pad = within.getByLabel('Signature', { exact: true });
  // `hover` waits until the pad does not move. A new section slides in, and a notice that appears above the pad moves it.
  await pad.hover();
  const box = await pad.boundingBox();
  if (box === null) throw new Error('no signature pad');
  await page.mouse.move(box.x + 30, box.y + box.height / 2);
  await page.mouse.down();
  for (let step = 1; step <= 20; step += 1) {
    await page.mouse.move(box.x + 30 + step * 9, box.y + box.height / 2 + Math.sin(step) * 25);
  }
  await page.mouse.up();
}

export async function fillSign(page: Page): Promise<void> {
  await expectSection(page, 'Sign');
  await page.getByRole('button', { name: 'Get location' }).click();
  await expect(page.getByText('-33.91886')).toBeVisible();
  await page.getByLabel('The customer agrees to the terms and conditions').check();
  await drawSignature(page);
}

/**
 * Fills in an individual's registration, from the first section to the review.
 * @param isSigned true if the section 'Sign' is filled in already
 * @param asksForBack false for the earlier version, which does not ask for the back of a card
 */
export async function fillRegistration(
  page: Page,
  {
    simCardNumber = customer.simCardNumber,
    isSigned = false,
    asksForBack = true,
  }: Readonly<{ simCardNumber?: string; isSigned?: boolean; asksForBack?: boolean }> = {},
): Promise<void> {
  await fillCustomer(page);
  await fillTexts(page, { Cellphone: customer.cellphone, 'Email address': customer.email });
  await next(page).click();
  await expectSection(page, 'SIM card');
  await page.getByLabel('SIM card number', { exact: true }).fill(simCardNumber);
  await next(page).click();
  await fillAddress(page);
  await next(page).click();
  await expectSection(page, 'Documents');
  await addFile(page, 'ID document', 'id-front.jpg', await photo(page));
  if (asksForBack) await goOnWithoutBack(page);
  else await next(page).click();
  if (isSigned) await expectSection(page, 'Sign');
  else await fillSign(page);
  await next(page).click();
  await expectSection(page, 'Review');
}

/** Opens the submission's own screen from the screen after Submit. */
export async function openDetails(page: Page): Promise<void> {
  // By keyboard, because the text about the sending is above the link and can move it during a click.
  await page.getByRole('link', { name: 'Details', exact: true }).press('Enter');
  await expect(page).toHaveURL(/\/outbox\/.+/);
}
