import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, type Locator, type Page } from '@playwright/test';
import type { BackendProcess } from '../support/backend/backend-process.ts';
import { axeViolations, checkScreen } from '../support/browser/screen-check.ts';
import { WorkerControl } from '../support/browser/worker-control.ts';
import { databaseMade, putRow, tableRows } from '../support/disk/app-database.ts';
import { openReview } from '../support/form/complete-draft.ts';
import { fillRegistration, goToSection, openDetails } from '../support/form/form-filling.ts';
import type { AnsweringProxy } from '../support/network/answering-proxy.ts';
import { test } from './fixtures/proxied-test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The calls that ask for the operator's verdicts. */
const readings = (wire: AnsweringProxy): readonly string[] =>
  wire.calls.filter(({ name, query }) => name === 'GetInfo' && query !== '').map((c) => c.query);

/** Answers GetInfo as a backend that announces verdicts. */
function say(wire: AnsweringProxy, item: Readonly<Record<string, unknown>>): void {
  wire.answer(({ name, query }) => {
    if (name !== 'GetInfo' || query === '') return null;
    const status = { now: Date.now(), items: [item], next: 'epoch.1', more: false };
    const lists = { titleOptions: [], typeOfBusinessOptions: [] };
    const generic = { wasSuccessful: true, heading: '', description: '', modelState: {} };
    const body = {
      ...generic,
      ...lists,
      formGuid: '',
      accepts: ['statusAfter', 'corrects'],
      status,
    };
    return { status: 200, body };
  });
}

/** Opens a page as if the last reading of verdicts was long ago. */
async function openLater(page: Page, path: string): Promise<void> {
  await databaseMade(page);
  await putRow(page, 'device', { key: 'verdictsReadAt', value: 0 });
  await page.goto(path);
}

test('the operator’s answer is on the row, on the pages of the form, and on Home', async ({
  device,
  wire,
}) => {
  const page = await device.installApp();
  await openReview(page);
  await button(page, 'Submit').click();
  await expect(page.getByText('Sent', { exact: true })).toBeVisible({ timeout: 60_000 });
  const main = page.getByRole('main');
  await expect(main).toContainText(
    'The operator has it. The SIM works once the operator activates it.',
  );
  const captured = new URL(page.url()).pathname;
  const [row] = await tableRows(page, 'submissions');
  const { formId, id } = row ?? {};

  // This backend announces nothing, so the phone does not ask for verdicts.
  await page.goto('/outbox');
  await expect(main.getByRole('listitem').filter({ hasText: 'T. N.' })).toBeVisible();
  expect(readings(wire)).toEqual([]);
  expect(new Set(wire.calls.map(({ state }) => state))).toEqual(new Set(['']));

  // Each answer of this backend overwrites the announcement. The phone asks six times: once for the form, and five times for its pool.
  await expect.poll(() => wire.calls.filter(({ name }) => name === 'GetInfo').length).toBe(6);
  await putRow(page, 'device', {
    key: 'announced',
    value: { base: '/api', accepts: ['statusAfter', 'clientState'] },
  });
  const at = Date.now();
  say(wire, { formId, state: 'received', at });
  await openLater(page, captured);
  await expect(main).toContainText('You will see here when the SIM is active.');
  await expect.poll(() => readings(wire)).toEqual(['?after=&numbers=0']);
  expect(wire.calls.at(-1)?.state).toMatch(/^v=\d+\.\d+\.\d+;w=0;o=0;a=0$/);
  await page.goto('/outbox');
  const entry = main.getByRole('listitem').filter({ hasText: 'T. N.' });
  await expect(entry).toContainText('With the operator');
  await expect(entry).toContainText('Sent');
  await expect(entry).toContainText('…4560');

  say(wire, { formId, state: 'active', at: at + 1 });
  await openLater(page, '/outbox');
  await expect(entry).toContainText('Active');
  expect(readings(wire).at(-1)).toBe('?after=epoch.1&numbers=0');
  expect(await axeViolations(page)).toEqual([]);

  await page.goto(`/outbox/${id}`);
  const region = page.getByRole('region', { name: 'What became of it' });
  const list = region.getByRole('list', { name: 'What became of it' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(list.getByRole('listitem').first()).toContainText('Sent');
  await expect(list.getByRole('listitem').last()).toContainText('Active');
  await expect(main).toContainText('The SIM is active since');
  expect(await axeViolations(page)).toEqual([]);

  await page.goto('/');
  await expect(main).toContainText('1 active today');

  say(wire, { formId, state: 'refused', at: at + 2, code: 'photoUnreadable' });
  await openLater(page, captured);
  await expect(page.getByRole('heading', { level: 1, name: 'Returned' })).toBeVisible();
  await expect(main).toContainText('The operator returned it: A photo cannot be read.');
  expect(await axeViolations(page)).toEqual([]);
  await button(page, 'Correct').click();
  await expect(page.getByRole('dialog', { name: /^Correct / })).toBeVisible();
  await button(page, 'Not now').click();
  await button(page, 'Give a receipt').click();
  await expect(page.getByRole('dialog')).toContainText('Come back to your agent.');
  await page.goto('/outbox');
  await expect(entry).toContainText('Returned: a photo cannot be read');
  await expect(entry).toContainText('Sent');
  expect(await axeViolations(page)).toEqual([]);

  await page.goto(`/outbox/${id}`);
  await expect(list.getByRole('listitem').last()).toContainText('Returned');
  await expect(region).toContainText('A photo cannot be read.');
  expect(await axeViolations(page)).toEqual([]);
  await button(page, 'OK, I know').click();
  await expect(button(page, 'OK, I know')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'What became of it' })).toBeFocused();
  await page.reload();
  await expect(list.getByRole('listitem').last()).toContainText('Returned');
  await expect(button(page, 'OK, I know')).toHaveCount(0);
});

/** Decides on a form as the operator does, with the server stopped. */
async function decide(backend: BackendProcess, ...said: readonly string[]): Promise<void> {
  await backend.stop();
  execFileSync(process.execPath, ['server/main.ts', 'decide', '--form', ...said], {
    env: { ...process.env, VELD_DATA_DIR: backend.dataDir },
  });
  await backend.resume();
}

/** The returned form that each form corrects, as the server stored it. */
function correctsIn({ dataDir }: BackendProcess): readonly unknown[] {
  const database = new DatabaseSync(join(dataDir, 'veld.sqlite'), { readOnly: true });
  const rows = database.prepare('SELECT corrects FROM registrations ORDER BY state_at').all();
  database.close();
  return rows.map(({ corrects }) => corrects);
}

test('a returned form is corrected by one new form, which names it to the server', async ({
  backend,
  device,
  wire,
}) => {
  await backend.update({ VELD_ANNOUNCE: 'yes' });
  const page = await device.installApp();
  await openReview(page);
  await button(page, 'Submit').click();
  await expect(page.getByText('Sent', { exact: true })).toBeVisible({ timeout: 60_000 });
  const [row] = await tableRows(page, 'submissions');
  const { formId, id } = row ?? {};
  await decide(backend, String(formId), 'refused', '--code', 'photoUnreadable');
  await openLater(page, '/');
  const main = page.getByRole('main');
  await expect(main).toContainText('1 was returned by the operator');
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('1 returned');
  await page.goto('/outbox');
  const returned = main.getByRole('list', { name: 'Returned by the operator' });
  await expect(returned.getByRole('listitem')).toHaveCount(1);
  expect(await axeViolations(page)).toEqual([]);
  await returned.getByRole('button', { name: 'Correct' }).click();
  await expect(page.getByRole('dialog', { name: /^Correct / })).toBeVisible();
  await button(page, 'Not now').click();
  await main.getByRole('button', { name: /^Returned/ }).click();
  await expect(returned.getByRole('listitem')).toHaveCount(1);
  await page.goto(`/outbox/${id}`);
  await expect(main).toContainText('The customer must be with you again');

  await button(page, 'Start the correction').click();
  const dialog = page.getByRole('dialog', { name: /^Correct [A-Z0-9]{4}-[A-Z0-9]{4}$/ });
  await expect(dialog).toContainText('You fill in the whole form again with the customer');
  await expect(dialog).toContainText('the SIM that ends in 4560');
  expect(await axeViolations(page)).toEqual([]);
  await button(page, 'Not now').click();
  await expect(dialog).toHaveCount(0);
  expect(await tableRows(page, 'drafts')).toEqual([]);

  // Two tabs press 'Start' at once.
  const other = await page.context().newPage();
  await other.goto(`/outbox/${id}`);
  for (const tab of [page, other]) await button(tab, 'Start the correction').click();
  await Promise.all([page, other].map((tab) => button(tab, 'Start').click()));
  for (const tab of [page, other]) await expect(tab).toHaveURL(/\/register\/.+/);
  expect(new URL(other.url()).pathname).toBe(new URL(page.url()).pathname);
  await other.close();
  const draft = (await tableRows(page, 'submissions')).find(({ status }) => status === 'draft');
  expect(draft).toMatchObject({ corrects: formId, kind: 'registration', isBusiness: false });
  await expect(page.getByLabel('Surname')).toHaveValue('');
  await expect(main).toContainText(
    /Correction of [A-Z0-9]{4}-[A-Z0-9]{4}: a photo cannot be read\./,
  );
  await goToSection(page, 'Documents');
  await expect(page.getByRole('note')).toContainText('Take each photo again');
  expect(await axeViolations(page)).toEqual([]);
  await goToSection(page, 'SIM card');
  await expect(main).toContainText('The returned one ended in 4560.');
  await page.setViewportSize({ width: 320, height: 568 });
  await page.getByLabel('SIM card number').fill('8927000000000001239');
  await expect(main).toContainText('This is not the SIM that was returned (…4560).');
  // The warning moves the field. The bar must not cover the field.
  const edges = (locator: Locator) =>
    locator.evaluate((element) => element.getBoundingClientRect().toJSON());
  await expect
    .poll(async () => {
      const field = await edges(page.getByLabel('SIM card number'));
      return field.bottom <= (await edges(button(page, 'Next'))).top;
    })
    .toBe(true);
  expect(await axeViolations(page)).toEqual([]);
  await page.getByLabel('SIM card number').fill('');
  await page.setViewportSize({ width: 360, height: 740 });
  await goToSection(page, 'Customer');

  await page.goto(`/outbox/${id}`);
  await expect(main).toContainText('You began a correction.');
  await page.getByRole('link', { name: 'Go on with the correction' }).click();
  await expect(page).toHaveURL(/\/register\/.+/);
  // A page that closes at once may not have stored its last section.
  await goToSection(page, 'Customer');
  await fillRegistration(page);
  await button(page, 'Submit').click();
  await expect(page.getByText('Sent', { exact: true })).toBeVisible({ timeout: 60_000 });
  const sent = wire.calls.filter(({ name }) => name === 'RegisterSim');
  expect(sent.map(({ body }) => JSON.parse(body).corrects)).toEqual([undefined, formId]);
  expect(correctsIn(backend)).toEqual([null, formId]);

  await openDetails(page);
  await page.getByRole('link', { name: /^It corrects: / }).click();
  await expect(page).toHaveURL(`/outbox/${id}`);
  const list = page.getByRole('list', { name: 'What became of it' });
  await expect(list.getByRole('listitem').last()).toContainText('Corrected');
  await page.getByRole('link', { name: /^The correction: / }).click();
  await expect(page).toHaveURL(`/outbox/${draft?.['id']}`);

  const correction = (await tableRows(page, 'submissions')).find((each) => each['id'] !== id);
  await decide(backend, String(correction?.['formId']), 'active');
  await openLater(page, '/outbox');
  const rows = main.getByRole('listitem').filter({ hasText: 'T. N.' });
  await expect(rows.first()).toContainText('Active');
  await expect(rows.last()).toContainText('Returned, corrected');
});

test('a return without a receipt can be corrected or dismissed, and ‘Undo’ makes no second correction', async ({
  backend,
  device,
  wire,
}) => {
  await backend.update({ VELD_ANNOUNCE: 'yes' });
  const page = await device.installApp();
  // After a wipe, or after 'Delete receipts', the phone knows only the form's number.
  const formId = '0b9f6b0e-90b5-4a2c-8f6d-0f3f3c1d2e4f';
  say(wire, { formId, state: 'refused', code: 'photoUnreadable', at: Date.now() });
  await openLater(page, '/');
  const main = page.getByRole('main');
  await expect(main).toContainText('1 was returned by the operator');
  await page.goto('/outbox');
  const region = page.getByRole('region', { name: 'Returned, without a receipt here' });
  await expect(region).toContainText(/Reference [A-Z0-9]{4}-[A-Z0-9]{4}/);
  await expect(region).toContainText('A photo cannot be read. Returned ');
  await checkScreen(page, 'Outbox with a return without a receipt');
  await main.getByRole('button', { name: /^Returned/ }).click();
  await expect(region).toBeVisible();

  // The search finds the form by its reference, and by nothing else.
  const reference = (await region.innerText()).match(/[A-Z0-9]{4}-[A-Z0-9]{4}/)?.[0] ?? '';
  const search = page.getByLabel('Search by name or number');
  await search.fill('Nkosi');
  await expect(main).toContainText('Nothing found');
  await expect(region).toHaveCount(0);
  await search.fill(reference.toLowerCase().replace('-', ' '));
  await expect(region).toContainText(reference);
  await search.fill('');

  await page.goto(`/outbox/${formId.toUpperCase()}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Reference ${reference}`);
  await expect(main).toContainText('This phone has no receipt of it.');
  await checkScreen(page, 'The page of a return without a receipt');
  await region.getByRole('button', { name: 'Correct' }).click();
  const dialog = page.getByRole('dialog', { name: /^Correct [A-Z0-9]{4}-[A-Z0-9]{4}$/ });
  await checkScreen(page, 'The kind of the returned form');
  await dialog.getByRole('button', { name: 'SIM replacement' }).click();
  await expect(page).toHaveURL(/\/replace\/.+/);
  await expect(main).toContainText(/Correction of [A-Z0-9]{4}-[A-Z0-9]{4}/);
  const [draft] = await tableRows(page, 'submissions');
  expect(draft).toMatchObject({ kind: 'replacement', status: 'draft', corrects: formId });

  await page.goto('/outbox');
  await expect(main.getByRole('listitem')).toHaveCount(1);
  await expect(region).toHaveCount(0);
  await main.getByRole('link', { name: /^Details of/ }).click();
  await button(page, 'Delete').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(region).toBeVisible();

  // 'Undo' restores the deleted correction, unless the agent has begun a newer one.
  await region.getByRole('button', { name: 'Correct' }).click();
  await dialog.getByRole('button', { name: 'SIM registration' }).click();
  await expect(page).toHaveURL(/\/register\/.+/);
  await button(page, 'Undo').click();
  await expect(page.getByText('You have begun another correction.')).toBeVisible();
  expect(await tableRows(page, 'submissions')).toHaveLength(1);
  await page.goto('/outbox');
  await main.getByRole('link', { name: /^Details of/ }).click();
  await button(page, 'Delete').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await button(page, 'Undo').click();
  await expect(region).toHaveCount(0);
  await main.getByRole('link', { name: /^Details of/ }).click();
  await button(page, 'Delete').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await region.getByRole('button', { name: 'OK, I know' }).click();
  await expect(region).toHaveCount(0);
  await expect(main).toContainText('Nothing here yet');
});

test('with every page closed, a sync event brings the operator’s answer, in numbers only', async ({
  backend,
  device,
  wire,
}) => {
  await backend.update({ VELD_ANNOUNCE: 'yes' });
  await device.switchOn();
  await device.context.grantPermissions(['notifications', 'geolocation']);
  const page = await device.installApp();
  await openReview(page);
  await button(page, 'Submit').click();
  await expect(page.getByText('Sent', { exact: true })).toBeVisible({ timeout: 60_000 });
  const [row] = await tableRows(page, 'submissions');
  await putRow(page, 'device', { key: 'notifies', value: true });

  const { origin } = new URL(page.url());
  const blank = await device.context.newPage();
  const worker = await WorkerControl.of(blank, origin);
  await page.close();
  // Only now the operator answers. Otherwise the drain of the open page could read the answer, and an open page needs no notification.
  say(wire, { formId: row?.['formId'], state: 'refused', code: 'simWrong', at: Date.now() });
  const picture = await device.context.newPage();
  await picture.goto(`${origin}/icons/icon-192.png`);
  await putRow(picture, 'device', { key: 'verdictsReadAt', value: 0 });
  await picture.close();
  await worker.sync();
  const [running] = device.context.serviceWorkers();
  if (running === undefined) throw new Error('no worker');
  const told = () =>
    running.evaluate(async () => {
      const { registration } = globalThis as unknown as {
        registration: ServiceWorkerRegistration;
      };
      return (await registration.getNotifications()).map(({ body }) => body);
    });
  await expect.poll(told).toEqual(['1 registration was returned.']);
});
