import { expect, type Page } from '@playwright/test';
import { storedRegistrations, waitForStored } from '../support/backend/stored-registrations.ts';
import { putRow, tableRows } from '../support/disk/app-database.ts';
import { guardingSecrets, storagesOnDisk } from '../support/disk/attacker.ts';
import { openReview } from '../support/form/complete-draft.ts';
import {
  addFile,
  besideField,
  drawSignature,
  expectSection,
  fillCustomer,
  fillTexts,
  goToSection,
  openDraftPage,
  photo,
} from '../support/form/form-filling.ts';
import { openedDrafts } from '../support/world/stored-form.ts';
import { test } from './fixtures/test.ts';

const saved = (page: Page) =>
  expect(page.getByText('Saved', { exact: true }).first()).toBeVisible();
const drafts = (page: Page) => page.getByRole('list', { name: 'Continue' }).getByRole('listitem');

/** Makes a draft with this first name. Returns the path of the draft. */
async function begin(page: Page, route: string, firstName: string): Promise<string> {
  await page.goto(route);
  await fillTexts(page, { 'First name': firstName });
  await page.waitForURL(/\/(register|replace)\/.+/);
  await saved(page);
  return new URL(page.url()).pathname;
}

test('Home and the outbox list drafts, newest first, with their missing answers', async ({
  device,
}) => {
  const page = await device.openApp('/');
  await expect(page.getByRole('heading', { name: 'Continue' })).toHaveCount(0);
  await page.goto('/register');
  await expectSection(page, 'Customer');
  await goToSection(page, 'Address');
  expect(new URL(page.url()).pathname).toBe('/register');
  await begin(page, '/register', 'Anele');
  await begin(page, '/replace', 'Bongani');
  await begin(page, '/register', 'Chipo');
  await goToSection(page, 'Address');
  await saved(page);
  await page.goto('/');
  await expect(drafts(page)).toHaveText([
    /^Chipo.*At Address, \d+ answers to go$/,
    /^All drafts \(3\)$/,
  ]);
  await page.goto('/outbox');
  const rows = page.getByRole('region', { name: 'Submissions' }).getByRole('listitem');
  await expect(rows).toHaveCount(3);
  for (const [index, name] of ['Chipo', 'Bongani', 'Anele'].entries()) {
    await expect(rows.nth(index)).toContainText(name);
    await expect(rows.nth(index)).toContainText('Draft');
    await expect(rows.nth(index)).toContainText(/\d+ to go/);
  }
  await rows.nth(0).getByRole('link').first().click();
  await expectSection(page, 'Address');
});

test('after a kill, a form opens at the same field with all its content', {
  tag: '@core',
}, async ({ device }) => {
  await device.installApp();
  await device.goOffline();
  const page = await device.open('/register');
  await fillTexts(page, { 'First name': 'Thandi', Surname: 'Nkosi' });
  await goToSection(page, 'Documents');
  await addFile(page, 'ID document', 'id.jpg', await photo(page, 900, 600));
  await goToSection(page, 'Sign');
  await page.getByLabel('The customer agrees to the terms and conditions').check();
  await drawSignature(page);
  await expect.poll(async () => (await tableRows(page, 'strokes')).length).toBe(1);
  await goToSection(page, 'Address');
  await fillTexts(page, { 'Street or place': 'Behind the school', 'Suburb or village': 'Mzamo' });
  await page.getByLabel('City or town').pressSequentially('Pineto');
  await saved(page);
  const address = new URL(page.url()).pathname;
  await device.kill();

  await device.switchOn();
  await device.goOffline();
  const home = await device.open('/');
  await drafts(home).getByRole('link', { name: 'Thandi Nkosi' }).click();
  await expect(home).toHaveURL(address);
  await expectSection(home, 'Address');
  await expect(home.getByLabel('City or town')).toBeFocused();
  await expect(home.getByLabel('City or town')).toHaveValue('Pineto');
  await expect(home.getByLabel('Suburb or village')).toHaveValue('Mzamo');
  await goToSection(home, 'Customer');
  await expect(home.getByLabel('Surname')).toHaveValue('Nkosi');
  await goToSection(home, 'Documents');
  await expect(home.getByRole('button', { name: 'Remove id.jpg' })).toBeVisible();
  await goToSection(home, 'Sign');
  await expect(home.getByLabel('The customer agrees to the terms')).toBeChecked();
  await goToSection(home, 'Review');
  await expect(home.getByText('Signed', { exact: true })).toBeVisible();
});

test('deleting a draft asks first and can be undone; after a kill the draft is complete or gone', async ({
  device,
}) => {
  await device.installApp();
  const page = await device.open('/');
  await begin(page, '/register', 'Anele');
  await goToSection(page, 'Documents');
  await addFile(page, 'ID document', 'id.jpg', await photo(page, 900, 600));
  const secrets = await guardingSecrets(page);
  const storages = () => storagesOnDisk(device.profile, secrets);
  await begin(page, '/register', 'Bongani');
  await page.goto('/');
  await expect(drafts(page)).toHaveCount(2);
  await openDraftPage(page, 'Anele');
  const remove = page.getByRole('button', { name: 'Delete', exact: true });
  await remove.click();
  const question = page.getByRole('dialog', { name: 'Delete this draft?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(remove).toBeFocused();
  await remove.click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL('/outbox');
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(drafts(page)).toHaveCount(1);
  // The draft's secrets are no longer on the disk. Only 'Undo' in this page can decrypt its remains.
  await expect.poll(storages).toEqual([[]]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Draft restored.')).toBeVisible();
  await expect.poll(storages).toEqual([['File System', 'Service Worker', 'WebStorage']]);
  await expect(drafts(page)).toHaveCount(2);
  await drafts(page).getByRole('link', { name: 'Anele' }).click();
  await goToSection(page, 'Documents');
  await expect(page.getByRole('img', { name: 'Preview of id.jpg' })).toHaveJSProperty(
    'naturalWidth',
    900,
  );

  await page.goto('/');
  await page.goto('/');
  await openDraftPage(page, 'Anele');
  await remove.click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL('/outbox');
  await device.kill();
  await device.switchOn();
  const again = await device.open('/');
  await expect(drafts(again)).toHaveCount(1);
  await expect(drafts(again)).toContainText('Bongani');
  for (const table of ['drafts', 'submissions'])
    expect(await tableRows(again, table), table).toHaveLength(1);
  for (const table of ['attachments', 'blobs', 'strokes'])
    expect(await tableRows(again, table), table).toHaveLength(0);
});

test('a draft of an older version opens with its content', async ({ device }) => {
  const page = await device.openApp('/register');
  const path = await begin(page, '/register', 'Gogo');
  await page.goto('/outbox');
  const [row] = await openedDrafts(page);
  const { passedWarnings: _, withoutLocation: __, consent: ___, ...older } = row ?? {};
  await putRow(page, 'drafts', {
    ...older,
    formVersion: 0,
    section: 'business-details',
    values: {
      firstName: 'Gogo',
      surname: 'Mthembu',
      isBusinessCustomer: 'true',
      businessType: 8,
      faxNumber: '0111234567',
    },
  });
  await page.goto(path);
  await expectSection(page, 'Customer');
  await expect(page.getByLabel('Surname')).toHaveValue('Mthembu');
  await expect(page.getByLabel('Business', { exact: true })).toBeChecked();
  await goToSection(page, 'Business');
  await expect(page.getByLabel('Type of business')).toHaveValue('8');
  await fillTexts(page, { 'Business name': 'Spaza' });
  await expect
    .poll(async () => (await openedDrafts(page))[0])
    .toMatchObject({ formVersion: 1, values: { surname: 'Mthembu', businessName: 'Spaza' } });
});

test("'two tabs on one draft: the older one learns of the newer one at once', and can only be read until it takes over", async ({
  device,
}) => {
  const one = await device.openApp('/register');
  const path = await begin(one, '/register', 'Anele');
  const two = await device.context.newPage();
  await two.goto(path);
  await expect(two.getByLabel('First name')).toHaveValue('Anele');
  await one.getByLabel('Cellphone').scrollIntoViewIfNeeded();
  await fillTexts(two, { Surname: 'Zulu' });
  await saved(two);
  // The older tab learns of it although nobody touches it.
  await expect(one.getByText('Open in another tab')).toBeVisible();
  await expect(one.getByRole('button', { name: 'Edit it here' })).toBeInViewport();
  await expect(one.getByLabel('Surname')).toBeDisabled();
  await expect(one.getByRole('button', { name: 'Next' })).toBeDisabled();
  expect((await openedDrafts(two))[0]).toMatchObject({ values: { surname: 'Zulu' } });
  await one.getByRole('button', { name: 'Edit it here' }).click();
  await expect(one.getByLabel('Surname')).toHaveValue('Zulu');
  await fillTexts(one, { Surname: 'Dube' });
  await saved(one);
  await expect(two.getByText('Open in another tab')).toBeVisible();
  expect((await openedDrafts(one))[0]).toMatchObject({ values: { surname: 'Dube' } });
});

/** Stops the timers that a page sets from now on. The returned function starts them again. Playwright's clock would stop all tabs. */
async function stopTimers(page: Page): Promise<() => Promise<void>> {
  const resume = await page.evaluateHandle(() => {
    const { setTimeout: set, clearTimeout: clear } = window;
    const stopped = new Map<unknown, () => void>();
    window.setTimeout = ((...args: Parameters<typeof set>) => {
      const id = -1 - stopped.size;
      stopped.set(id, () => set(...args));
      return id;
    }) as typeof set;
    window.clearTimeout = (id) => (stopped.has(id) ? stopped.set(id, () => {}) : clear(id));
    return () => {
      window.setTimeout = set;
      for (const start of stopped.values()) start();
    };
  });
  return () => resume.evaluate((run) => run());
}

test("'two tabs on one draft: … what was typed there is offered, not dropped'", async ({
  device,
}) => {
  const one = await device.openApp('/register');
  const path = await begin(one, '/register', 'Anele');
  // The focused field is saved now, so the next change in this tab is a letter.
  await one.getByLabel('Surname').focus();
  await saved(one);
  const two = await device.context.newPage();
  // A tab that the browser slows down learns of the other tab late.
  const resumeTimers = await stopTimers(one);
  await two.goto(path);
  await expect(two.getByLabel('First name')).toHaveValue('Anele');
  await fillTexts(two, { 'First name': 'Thandi', Surname: 'Zulu' });
  await saved(two);
  await one.keyboard.insertText('Dube');
  await expect(one.getByText('Typed here and not saved: Surname.')).toBeVisible();
  expect((await openedDrafts(two))[0]).toMatchObject({ values: { surname: 'Zulu' } });
  await resumeTimers();
  await one.getByRole('button', { name: 'Take over with what I typed' }).click();
  await expect(one.getByLabel('Surname')).toHaveValue('Dube');
  await expect(one.getByLabel('First name')).toHaveValue('Thandi');
  await saved(one);
  expect((await openedDrafts(one))[0]).toMatchObject({
    values: { firstName: 'Thandi', surname: 'Dube' },
  });
});

test('pressing Submit twice, and in two tabs, makes one submission', async ({
  backend,
  device,
}) => {
  await device.installApp();
  await device.goOffline();
  const one = await device.open('/');
  await openReview(one);
  const two = await device.context.newPage();
  await two.goto(new URL(one.url()).pathname);
  await expectSection(two, 'Review');
  const submit = (page: Page) => page.getByRole('button', { name: 'Submit', exact: true });
  await expect(submit(two)).toBeEnabled();
  await submit(one).scrollIntoViewIfNeeded();
  const box = await submit(one).boundingBox();
  if (box === null) throw new Error('Submit is not on the screen.');
  await Promise.all([
    // Presses at the button's position without a wait, because the other tab's Submit removes the button.
    one.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2),
    submit(two).evaluate((button) => {
      (button as HTMLButtonElement).click();
      (button as HTMLButtonElement).click();
    }),
  ]);
  for (const page of [one, two]) {
    await expect(
      page.getByText('Waiting to send').or(page.getByText('You have submitted this form')).first(),
    ).toBeVisible();
  }
  const rows = await tableRows(one, 'submissions');
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ status: 'queued' });
  const { history } = rows[0] as { history: { what: string }[] };
  expect(history.filter(({ what }) => what === 'submitted')).toHaveLength(1);
  await device.goOnline();
  await waitForStored(backend.dataDir, 1);
  await expect(
    one.getByText('Sent', { exact: true }).or(one.getByText('Open it')).first(),
  ).toBeVisible();
  expect(storedRegistrations(backend.dataDir)).toHaveLength(1);
  // The address of a sent form does not open it again.
  await two.goto(`/register/${String(rows[0]?.['id'])}`);
  await expect(two.getByText('This form is not here')).toBeVisible();
  await expect(two.getByText('or this phone lost it when its power went off.')).toBeVisible();
});

test('the second press of a double press on Next shows no errors of the next section, and passes no warning', async ({
  device,
}) => {
  const page = await device.openApp('/register');
  const next = page.getByRole('button', { name: 'Next', exact: true });
  await fillCustomer(page);
  // The second press comes after the form has shown the result of the first.
  await next.dblclick({ delay: 200 });
  await expectSection(page, 'SIM card');
  await page.getByLabel('SIM card number', { exact: true }).fill('8927010000001234561');
  await next.dblclick({ delay: 200 });
  const warning = besideField(page, 'Check the number on the card.');
  await expect(warning).toBeVisible();
  await expectSection(page, 'SIM card');
  await next.click();
  await expectSection(page, 'Address');
  await expect(page.getByText('answers are missing')).toHaveCount(0);
});
