import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { storedRegistrations } from '../support/backend/stored-registrations.ts';
import { openReview } from '../support/form/complete-draft.ts';
import { customer, openDetails } from '../support/form/form-filling.ts';
import { test } from './fixtures/test.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('a screen says that its code cannot be loaded, and appears when it can', async ({
  device,
}) => {
  const openHome = async () => {
    await page.goto('/');
    await expect(page.getByText('In Development')).toBeVisible();
  };
  // The screen can appear just before the page is loaded again.
  const tryAgain = () =>
    Promise.all([
      page.waitForEvent('load'),
      page.getByRole('button', { name: 'Try again' }).click(),
    ]);
  await device.switchOn();
  await device.context.route('**/ngsw-worker.js', (route) => route.abort());
  const page = await device.open('/');
  await expect(page.getByText('In Development')).toBeVisible();
  await device.goOffline();
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(heading(page, 'This screen is not on your phone yet')).toBeVisible();
  await expect(page.getByText('Your work is safe on this phone.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to the outbox' })).toBeVisible();
  await device.goOnline();
  await tryAgain();
  await expect(heading(page, 'Settings')).toBeVisible();

  // There is signal, but the file is gone, because a new version was deployed.
  await device.context.route(/assets\/outbox-route-/, (route) => route.fulfill({ status: 404 }));
  await openHome();
  await page.getByRole('link', { name: 'Outbox', exact: true }).click();
  await expect(heading(page, 'This screen could not be loaded')).toBeVisible();

  // The same for a file that is a classic script.
  await device.context.unroute(/assets\/outbox-route-/);
  await device.context.route(/assets\/lists-/, (route) => route.fulfill({ status: 404 }));
  await openHome();
  await page.getByRole('link', { name: 'Outbox', exact: true }).click();
  await expect(heading(page, 'This screen could not be loaded')).toBeVisible();
  await device.context.unroute(/assets\/lists-/);
  await tryAgain();
  await expect(heading(page, 'Outbox')).toBeVisible();
});

/** Exports the unsent forms from the error screen. Returns the size of the file in bytes. */
async function exportedBytes(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Export unsent' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export unsent' });
  await dialog.getByLabel('Password for the file', { exact: true }).fill('four words and more');
  await dialog.getByLabel('Password again').fill('four words and more');
  const coming = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save the file' }).click();
  return (await readFile(await (await coming).path())).length;
}

test('no draft is lost when a screen fails', async ({ device }) => {
  const page = await device.openApp('/register');
  await page.getByLabel('First name', { exact: true }).fill(customer.firstName);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const draft = page.url();
  // From here on, the outbox's counters cannot be read.
  await page.addInitScript(() => {
    const { getAll } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.getAll = function (this: IDBObjectStore, ...query) {
      if (this.name === 'counters' && location.pathname === '/outbox') {
        Object.assign(window, { faults: (Reflect.get(window, 'faults') ?? 0) + 1 });
        throw new RangeError('a made-up fault');
      }
      return getAll.apply(this, query);
    };
  });
  await page.goto('/outbox');
  await expect(heading(page, 'Something went wrong on this screen')).toBeVisible();
  await expect(page.getByText('a made-up fault')).toHaveCount(0);
  // The shell reads the counters too, but stays. Only the screen is replaced.
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'faults'))).toBeGreaterThan(1);
  // The export works, because it does not need the counters.
  expect(await exportedBytes(page)).toBeGreaterThan(1_000);
  // The warning stays until the agent closes it, also on the error screen.
  const warning = page.getByRole('dialog');
  await expect(warning).toContainText('Send these from one phone only');
  await warning.getByRole('button', { name: 'Close' }).click();
  await expect(warning).toBeHidden();
  await expect(heading(page, 'Something went wrong on this screen')).toBeVisible();
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  // Home reads the counters too, and can read them again.
  await expect(heading(page, 'Today')).toBeVisible();
  await page.goto(draft);
  await expect(page.getByLabel('First name', { exact: true })).toHaveValue(customer.firstName);
});

test('if the database does not open, a screen soon says so, and unsent forms can be exported', async ({
  device,
}) => {
  const page = await device.installApp();
  await openReview(page, { photoSize: 20_000 });
  await device.context.route(/RegisterSim$/, (route) => route.abort());
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByText('Waiting to send').first()).toBeVisible();
  await page.addInitScript(() => {
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (this: IDBFactory, name, version) {
      const request = open.call(this, name, version);
      // The app's request never gets its events.
      if (name === 'veld') {
        request.addEventListener('success', (event) => event.stopImmediatePropagation());
        request.addEventListener('upgradeneeded', (event) => event.stopImmediatePropagation());
      }
      return request;
    };
  });
  await page.clock.install();
  await page.goto('/outbox');
  await expect(async () => {
    await page.clock.fastForward(20_000);
    await expect(heading(page, 'This phone’s storage is not answering')).toBeVisible({
      timeout: 1_000,
    });
  }).toPass();
  await expect(
    page.getByText('Nothing was deleted. Another Veld window may be in the way'),
  ).toBeVisible();
  // The export reads the second copies.
  expect(await exportedBytes(page)).toBeGreaterThan(10_000);
});

test('a window that refuses second copies works, and explains the risk', async ({ device }) => {
  await device.switchOn();
  await device.context.addInitScript(() => {
    StorageManager.prototype.getDirectory = () =>
      Promise.reject(new DOMException('', 'SecurityError'));
  });
  const page = await device.open('/register');
  await page.getByLabel('First name', { exact: true }).fill(customer.firstName);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(page.getByText('Only one copy is kept')).toBeVisible();
  await expect(page.getByText('If this is a private window, it forgets everything')).toBeVisible();
  for (const [path, title] of [
    ['/outbox', 'Outbox'],
    ['/settings', 'Settings'],
  ] as const) {
    await page.goto(path);
    await expect(heading(page, title)).toBeVisible();
    await expect(page.getByText('Only one copy is kept')).toBeVisible();
  }
});

test('each answer of the server is shown in words that a person can act on', async ({
  backend,
  device,
}) => {
  const page = await device.installApp();
  await openReview(page);
  let answer: { status: number; json?: unknown } = { status: 401 };
  await device.context.route(/RegisterSim$/, (route) => route.fulfill(answer));
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await openDetails(page);
  const status = page.getByRole('main').getByRole('status').first();
  const main = page.getByRole('main');

  // The whole outbox waits. The page says why, that nothing is lost, and who must act.
  await expect(main).toContainText('The server does not know this phone, so nothing is sent.');
  await expect(main).toContainText('Nothing is lost. Tell your operator.');

  // A 400 with errors: the agent must correct the form. The server's words are shown at the field.
  answer = { status: 400, json: { errors: { IdNumber: ['This ID number is not known.'] } } };
  await expect(async () => {
    // A drain that began by itself can get this answer first. Then there is no button.
    const sendNow = page.getByRole('button', { name: 'Send now' });
    if (await sendNow.isVisible()) await sendNow.click({ timeout: 1_000 });
    await expect(status).toContainText('Needs attention', { timeout: 5_000 });
  }).toPass();
  await expect(main).toContainText(
    'Please make sure you have entered all the information correctly.',
  );
  await expect(main).toContainText('This ID number is not known.');
  await page.getByRole('button', { name: 'Correct' }).click();
  const idNumber = page.getByLabel('ID number', { exact: true });
  await expect(idNumber).toBeFocused();
  await expect(idNumber).toHaveAttribute('aria-invalid', 'true');
  await expect(idNumber).toHaveValue(customer.idNumber);
  await expect(idNumber).toHaveAccessibleDescription(/This ID number is not known\./);
  await idNumber.fill('8801235111088');
  await device.context.unroute(/RegisterSim$/);
  await page.getByRole('button', { name: /Review/ }).click();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(status).toContainText('Sent');
  expect(storedRegistrations(backend.dataDir).map(({ formData }) => formData['idNumber'])).toEqual([
    '8801235111088',
  ]);
});
