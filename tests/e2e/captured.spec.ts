import { expect, type Page } from '@playwright/test';
import { formId } from '../../src/domain/ids.ts';
import { referenceOf } from '../../src/domain/reference.ts';
import { tableRows } from '../support/disk/app-database.ts';
import { openReview, seedDrafts, submitDraft } from '../support/form/complete-draft.ts';
import {
  customer,
  expectSection,
  fillRegistration,
  goToSection,
  openDetails,
} from '../support/form/form-filling.ts';
import { refusal } from './fixtures/corrections.ts';
import { test } from './fixtures/proxied-test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The reference of the only submission. */
async function reference(page: Page): Promise<string> {
  const [row] = await tableRows(page, 'submissions');
  return referenceOf(formId(String(row?.['formId']))) ?? '';
}

test('after Submit the page says that the form is safe, and leads to the next customer', async ({
  device,
}) => {
  const page = await device.installApp();
  await page.goto('/outbox');
  // The phone's pool is full, so it has form numbers for forms without signal.
  await expect.poll(async () => (await tableRows(page, 'formGuids')).length).toBe(5);
  await page.goto('/register');
  await device.goOffline();
  await fillRegistration(page);
  await button(page, 'Submit').click();
  await expect(page).toHaveURL(/\/captured\/.+/);
  await expect(page).toHaveTitle('Captured - Veld');
  await expect(page.getByRole('heading', { level: 1, name: 'Captured' })).toBeFocused();
  const main = page.getByRole('main');
  await expect(main).toContainText(`${customer.firstName} ${customer.surname}`);
  await expect(main).toContainText('…4560');
  await expect(main).toContainText('Waiting to send');
  await expect(main).toContainText('Saved. It will be sent when you are online.');
  // The page shows one message at a time. So no toast about sending appears, only the toast with the browser's answer about storage.
  await expect(page.getByRole('region', { name: 'Notifications' })).not.toContainText('Sending');

  await button(page, 'Next customer').click();
  await expectSection(page, 'Customer');
  await expect(page.getByLabel('First name', { exact: true })).toHaveValue('');
  // The next SIM card is probably from the same box, or from the same company.
  await goToSection(page, 'SIM card');
  await expect(button(page, '8927 01…')).toBeVisible();
  await page.goBack();
  await expectSection(page, 'Customer');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Captured' })).toBeVisible();

  await device.goOnline();
  await expect(page.getByText('Sent', { exact: true })).toBeVisible({ timeout: 60_000 });
  // The page still shows the customer, although the phone has deleted the name.
  await expect(main).toContainText(`${customer.firstName} ${customer.surname}`);
  await expect(main).toContainText(await reference(page));
  await openDetails(page);
  await expect(page.getByText('History')).toBeVisible();
  await expect(main).toContainText(await reference(page));
  await page.goto('/outbox');
  await page.getByLabel('Search by name or number').fill((await reference(page)).toLowerCase());
  await expect(page.getByRole('listitem').filter({ hasText: 'T. N.' })).toHaveCount(1);
});

test('the second tap of a double tap on Submit presses nothing on the page Captured', async ({
  device,
}) => {
  const page = await device.installApp();
  await openReview(page);
  const box = await button(page, 'Submit').boundingBox();
  const place = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 20] as const;
  // The test looks from within the page, because a slow machine may need longer for a second tap than Veld ignores taps.
  const atFirst = page.evaluate(
    ([x, y]) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (document.body.style.pointerEvents !== 'none') requestAnimationFrame(look);
          else resolve(document.elementFromPoint(x, y)?.closest('a')?.textContent ?? null);
        };
        look();
      }),
    place,
  );
  await page.touchscreen.tap(...place);
  await expect(page.getByRole('heading', { level: 1, name: 'Captured' })).toBeVisible();
  expect(await atFirst).toBeNull();
  // Later the outbox's tab is there.
  await expect
    .poll(() =>
      page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.closest('a')?.textContent, place),
    )
    .toContain('Outbox');
  await page.getByRole('link', { name: 'Outbox', exact: true }).press('Enter');
  await expect(page).toHaveURL(/\/outbox$/);
});

test('the customer gets a receipt without a name: by SMS, shared, printed, or read from the screen', async ({
  device,
}) => {
  const page = await device.installApp();
  await page.addInitScript(() => {
    Object.assign(navigator, { share: async (data: unknown) => Object.assign(window, { data }) });
    window.print = () => Object.assign(window, { printed: true });
  });
  await openReview(page);
  await button(page, 'Submit').click();
  await expect(page.getByText('Sent', { exact: true })).toBeVisible({ timeout: 60_000 });
  await button(page, 'Give a receipt').click();
  const receipt = page.getByRole('dialog', { name: 'Receipt for the customer' });
  const code = await reference(page);
  const text = new RegExp(
    `^Your form for SIM …4560 was filled in on .*\\d\\d:\\d\\d\\. Reference ${code}\\. The SIM works once the operator activates it\\.$`,
  );
  await expect(receipt.getByText(/^Your form for SIM …4560/)).toHaveText(text);
  for (const secret of [customer.firstName, customer.surname, customer.idNumber])
    await expect(receipt).not.toContainText(secret);
  await expect(receipt.getByRole('img')).toBeVisible();
  const address = await receipt.getByRole('link', { name: 'Send by SMS' }).getAttribute('href');
  expect(address).toMatch(/^sms:\+27821234567\?body=Your%20form/);
  expect(decodeURIComponent(address?.split('body=')[1] ?? '')).toMatch(text);
  await receipt.getByRole('button', { name: 'Share' }).click();
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(Reflect.get(window, 'data'))))
    .toContain(code);
  await receipt.getByRole('button', { name: 'Print' }).click();
  expect(await page.evaluate(() => Reflect.get(window, 'printed'))).toBe(true);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: 'Captured' })).toBeHidden();
  await expect(receipt.getByText(/^Your form for SIM …4560/)).toBeVisible();
});

test('Back to another form’s page shows the name of that form’s customer', async ({ device }) => {
  const page = await device.installApp();
  await page.goto('/outbox');
  const [sent, waiting] = await seedDrafts(page, [{ name: 'Anele' }, { name: 'Sipho' }]);
  if (sent === undefined || waiting === undefined) throw new Error('There are no drafts.');
  await submitDraft(page, sent);
  await expect(page.getByText('Sent', { exact: true }).first()).toBeVisible({ timeout: 60_000 });
  await device.goOffline();
  await submitDraft(page, waiting);
  for (const path of ['/captured', '/outbox']) {
    await page.goto(`${path}/${sent}`);
    const main = page.getByRole('main');
    await expect(main).toContainText('A. N.');
    // Without a reload, as a person's Back does it.
    await page.evaluate((to) => history.pushState(null, '', to), `${path}/${waiting}`);
    await expect(main).toContainText('Sipho Nkosi');
    await page.goBack();
    await expect(main).toContainText('A. N.');
    await expect(main).not.toContainText('Sipho');
  }
});

test('Captured shows a refusal at once, and the agent can correct the form there', async ({
  device,
  wire,
}) => {
  wire.answer(({ name }) =>
    name === 'RegisterSim' ? refusal({ SimCardNumber: ['This SIM is taken.'] }) : null,
  );
  const page = await device.installApp();
  await openReview(page);
  await button(page, 'Submit').click();
  await expect(page.getByRole('status').filter({ hasText: 'Needs attention' })).toContainText(
    'The server says: This SIM is taken.',
  );
  await expect(page.getByRole('heading', { level: 1, name: 'Not accepted' })).toBeVisible();
  await expect(page).toHaveTitle('Not accepted - Veld');
  await expect(button(page, 'Give a receipt')).toHaveCount(0);
  await button(page, 'Tell the customer').click();
  await expect(page.getByText(/is not accepted yet\. Ask your agent what to do\./)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button(page, 'Tell the customer')).toBeFocused();
  await button(page, 'Correct').click();
  await expectSection(page, 'SIM card');
});

test('Submit buzzes once; on a wide screen Captured is 560 px wide', async ({ device }) => {
  const page = await device.installApp();
  await page.setViewportSize({ width: 1280, height: 800 });
  await openReview(page);
  await page.evaluate(() => {
    navigator.vibrate = (pattern) => {
      document.body.dataset['buzz'] = String(pattern);
      return true;
    };
  });
  await button(page, 'Submit').click();
  await expect(page.locator('body')).toHaveAttribute('data-buzz', '15');
  const next = await button(page, 'Next customer').boundingBox();
  expect(next?.width).toBe(560);
});

test('a form without a form number says that it gets its reference when it is sent', async ({
  device,
  wire,
}) => {
  wire.answer(({ name }) => (name === 'GetInfo' ? { status: 503, body: {} } : null));
  const page = await device.installApp();
  await openReview(page);
  await device.goOffline();
  await button(page, 'Submit').click();
  await expect(page.getByText('It comes when this is sent.')).toBeVisible();
  wire.answer(() => null);
  await device.goOnline();
  await expect(page.getByText('Sent', { exact: true })).toBeVisible({ timeout: 90_000 });
  await expect(page.getByRole('main')).toContainText(await reference(page));
});

test('Captured and Home name a pause in the same words as the outbox, with a link to help', async ({
  device,
  wire,
}) => {
  wire.answer(({ name }) => (name === 'RegisterSim' ? { status: 401, body: {} } : null));
  const page = await device.installApp();
  await openReview(page);
  await button(page, 'Submit').click();
  const main = page.getByRole('main');
  await expect(main).toContainText('Paused');
  await expect(main).toContainText('The server does not know this phone, so nothing is sent.');
  await expect(main).not.toContainText('when you are online');
  await expect(page.getByRole('link', { name: 'Get help', exact: true })).toHaveAttribute(
    'href',
    '/help/guide',
  );
  await page.goto('/');
  await expect(main).toContainText('The server does not know this phone. Get help.');
  await expect(main).not.toContainText('need you');
  await main.getByRole('link', { name: 'Sending has stopped' }).click();
  await expect(page).toHaveURL('/outbox#open-hold');
  await expect(button(page, 'Why?')).toHaveAttribute('aria-expanded', 'true');
  await expect(main).toContainText('The server does not know this phone.');
});
