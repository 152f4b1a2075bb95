import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { type Deployment, distFolder } from '../support/app/built-app.ts';
import { earlierApp } from '../support/app/earlier-app.ts';
import { BackendProcess } from '../support/backend/backend-process.ts';
import { expectStored, storedRegistrations } from '../support/backend/stored-registrations.ts';
import { Device } from '../support/browser/device.ts';
import { storedValue } from '../support/browser/page-watch.ts';
import { openSettings } from '../support/browser/settings-page.ts';
import { pressNoticeAway } from '../support/browser/worker-control.ts';
import { copyNames } from '../support/disk/app-database.ts';
import { loseDatabase } from '../support/disk/damaged-profile.ts';
import { scanProfile } from '../support/disk/profile-scan.ts';
import { here, registrationIndividual } from '../support/form/form-cases.ts';
import {
  expectSection,
  fillRegistration,
  fillTexts,
  goToSection,
} from '../support/form/form-filling.ts';
import type { AnsweringProxy } from '../support/network/answering-proxy.ts';
import {
  expectDelivered,
  expectSent,
  expectStatus,
  rowOf,
  unfold,
} from './fixtures/outbox-test.ts';
import {
  customers,
  needEarlierVersion,
  refusalText,
  test,
  textOfPage,
} from './fixtures/upgrade-test.ts';

// The tests run one after the other, because they share the data of the earlier version, which is made once.
test.describe.configure({ mode: 'default' });
test.beforeAll(needEarlierVersion);

const { delivered, draft, queued, refused } = customers;
const correctedSim = '8927100000001234561';

/** Splits the text of a submission's screen into parts. Each version shows the times and numbers in other places, with other labels. */
function partsOf(page: string) {
  const lines = page.split('\n').filter((line) => line !== '' && !/^\d+ of \d+$/.test(line));
  const start = lines.findIndex((line) => line.startsWith('Steps'));
  const middle = lines.indexOf('History');
  const between = lines.slice(start + 1, middle);
  const isTimeLabel = (line?: string) => /^(Started|Captured|Sent at)$/.test(line ?? '');
  const after = lines
    .slice(middle + 1)
    .filter((line, at, all) => !isTimeLabel(line) && !isTimeLabel(all[at - 1]));
  const upTo = (all: readonly string[], ends: RegExp) => {
    const end = all.findIndex((line) => ends.test(line));
    return all.slice(0, end < 0 ? all.length : end);
  };
  return {
    steps: upTo(between, /^(Captured|Started)$/),
    history: upTo(after, /^(For support|Another SIM.*|Back to draft|Delete)$/),
    /** Returns the line below a label. Returns undefined if there is no such label. */
    valueOf: (label: string) => {
      const at = lines.indexOf(label, start);
      return at < 0 ? undefined : lines[at + 1];
    },
  };
}

/** Returns the customers' names and numbers that are unencrypted in the database's files. */
const inClear = (profile: string): readonly string[] => [
  ...new Set(
    scanProfile(
      join(profile, 'Default/IndexedDB'),
      Object.values(customers).flatMap(({ name, simCardNumber }) => [
        { name, text: name },
        { name: simCardNumber, text: simCardNumber },
      ]),
    ).map(({ name }) => name),
  ),
];

/** Makes the app look for a new version, as when it comes to the front. Resolves when the new version waits. */
async function newVersionWaits(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null))
    .toBe(true);
}

/** True if every script of the page is of this build, and no other version waits. */
async function isUpdated(page: Page, { folder }: Deployment): Promise<boolean> {
  const { isLast, scripts } = await page.evaluate(async () => ({
    isLast: (await navigator.serviceWorker.ready).waiting === null,
    scripts: [...document.scripts].flatMap(({ src }) => (src ? [new URL(src).pathname] : [])),
  }));
  return isLast && scripts.length > 0 && scripts.every((path) => existsSync(join(folder, path)));
}

/** Presses the notice of the new version. The page is then of that version. */
async function acceptUpdate(page: Page, deployment: Deployment): Promise<void> {
  await newVersionWaits(page);
  const updated = page.waitForEvent('load');
  await pressNoticeAway(page);
  await updated;
  await expect.poll(() => isUpdated(page, deployment)).toBe(true);
}

async function expectOutbox(page: Page): Promise<void> {
  await page.goto('/outbox');
  await expectStatus(page, queued.name, 'Waiting to send');
  await expectStatus(page, refused.name, 'Needs attention');
  await expectStatus(page, draft.name, 'Draft');
  await expectSent(page, 1);
}

/** Checks that the draft has all its data: answers, photo, location, signature. */
async function expectDraft(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expectSection(page, 'Documents');
  await expect(page.getByRole('button', { name: 'Remove id-front.jpg' })).toBeVisible();
  await expect(page.getByAltText('id-front.jpg')).toBeVisible();
  await goToSection(page, 'Customer');
  await expect(page.getByLabel('First name', { exact: true })).toHaveValue(draft.name);
  await goToSection(page, 'Sign');
  await expect(page.getByText('Signed by')).toBeVisible();
  await expect(page.getByText('-33.91886')).toBeVisible();
}

async function expectSettings(page: Page, deviceIdentifier: unknown): Promise<void> {
  await openSettings(page, 'price');
  await expect(page.getByLabel('Price per MB')).toHaveValue('0,5');
  await expect(page.getByLabel('Add 15 % VAT')).toBeChecked();
  await openSettings(page, 'phone');
  await expect(page.getByText(String(deviceIdentifier))).toBeVisible();
  expect(await storedValue(page, 'DeviceIdentifier')).toBe(deviceIdentifier);
}

const submit = async (page: Page): Promise<void> => {
  await goToSection(page, 'Review');
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expectDelivered(page);
};

/** Makes the backend take calls again, and presses 'Send now', which ends the wait that the backend asked for. */
async function sendNow(page: Page, wire: AnsweringProxy): Promise<void> {
  await page.goto('/outbox');
  await expect(page.getByText('The server is busy')).toBeVisible();
  wire.calls.length = 0;
  wire.answer(() => null);
  await page.getByRole('button', { name: 'Send now' }).click();
}

/** Checks that the backend has each form, once and completely. */
function expectHeldOnce(
  dataDir: string,
  held: readonly Readonly<{ name: string; simCardNumber: string }>[],
): void {
  const stored = storedRegistrations(dataDir);
  expect(stored.map(({ formData }) => formData['firstName']).toSorted()).toEqual(
    held.map(({ name }) => name).toSorted(),
  );
  for (const { name, simCardNumber } of held)
    expectStored(
      dataDir,
      stored.find(({ formData }) => formData['firstName'] === name),
      {
        formData: { ...registrationIndividual, firstName: name, simCardNumber },
        ...here,
        isBusiness: false,
        documents: [{ kind: 'idDocument' }],
      },
    );
}

test('an update keeps all data of the earlier version, and sends it once', {
  tag: '@core',
}, async ({ backend, deployment, device, seen, wire }) => {
  // The disk has plaintext of each customer, also of those whose forms the earlier version had delivered and deleted.
  expect(inClear(device.profile).length).toBeGreaterThanOrEqual(6);
  const old = await device.open('/outbox');
  await expectStatus(old, queued.name, 'Waiting to send');
  await acceptUpdate(old, deployment);

  // If the browser is killed while the app encrypts and copies the data, the app continues at the next start.
  let page = old;
  for (let kills = 0; kills < 3; kills += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1500 * Math.random()));
    await device.kill();
    await device.switchOn();
    page = await device.open('/outbox');
  }
  await expectOutbox(page);
  // The plaintext of rows that are encrypted now, or were deleted before, is also overwritten.
  const patience = { timeout: 90_000 };
  await expect.poll(() => storedValue(page, 'hadClearText'), patience).toBeUndefined();
  await expect.poll(() => inClear(device.profile), patience).toEqual([]);
  for (const [path, text] of Object.entries(seen.pages)) {
    await page.goto(path);
    await expect(page.getByText('History')).toBeVisible();
    await unfold(page);
    // Each version words the status above the steps differently. The history is stored as codes, so it has today's words.
    const today = text.replaceAll('The server refused it', 'The server did not accept it');
    const [before, now] = [partsOf(today), partsOf(await textOfPage(page))];
    expect(now.steps).toEqual(before.steps);
    expect(now.history).toEqual(before.history);
    for (const [label, newLabel] of [
      ['Captured', 'Started'],
      ['Submitted', 'Captured'],
      ['Delivered', 'Sent at'],
      ['Form number', 'Form number'],
    ] as const)
      expect(now.valueOf(newLabel), label).toBe(before.valueOf(label));
    expect(now.valueOf('Started')).toMatch(/\d\d:\d\d$/);
  }
  await expectDraft(page, seen.draftPath);
  await expectSettings(page, seen.deviceIdentifier);
  expectHeldOnce(backend.dataDir, [delivered]);

  await sendNow(page, wire);
  await expectSent(page, 2);
  expect(wire.namesSince()).toEqual(['RegisterSim', 'SaveSignature', 'SaveIdDocument']);

  await rowOf(page, refused.name).getByRole('button', { name: 'Correct' }).click();
  await expectSection(page, 'SIM card');
  await expect(page.getByLabel('SIM card number')).toHaveAccessibleDescription(
    new RegExp(refusalText),
  );
  await fillTexts(page, { 'SIM card number': correctedSim });
  await submit(page);
  await page.goto(seen.draftPath);
  await submit(page);
  expectHeldOnce(backend.dataDir, [
    delivered,
    queued,
    draft,
    { ...refused, simCardNumber: correctedSim },
  ]);
  await page.goto('/outbox');
  await expectSent(page, 4);
  expect(inClear(device.profile)).toEqual([]);
  await expect
    .poll(async () => Object.keys(await copyNames(page)).filter((name) => name !== 'mark'))
    .toEqual([]);
});

test('a tab that crashes while a new version waits opens in that version with all its data', async ({
  backend,
  deployment,
  device,
  seen,
  wire,
}) => {
  const page = await device.open('/outbox');
  await newVersionWaits(page);
  const crash = page.waitForEvent('crash');
  const session = await device.context.newCDPSession(page);
  await Promise.race([session.send('Page.crash').catch(() => undefined), crash]);
  await crash;
  await page.close();

  const again = await device.context.newPage();
  await expect(async () => {
    // The browser activates the new worker once no page of the old one is left.
    await again.goto('about:blank');
    await again.goto('/outbox');
    expect(await isUpdated(again, deployment)).toBe(true);
  }).toPass();
  await expectOutbox(again);
  await expectDraft(again, seen.draftPath);
  await expectSettings(again, seen.deviceIdentifier);
  await sendNow(again, wire);
  await expectSent(again, 2);
  expectHeldOnce(backend.dataDir, [delivered, queued]);
});

test('a database that is lost after the update is restored from the earlier version’s copies', async ({
  backend,
  deployment,
  device,
  seen,
  wire,
}) => {
  const page = await device.open('/outbox');
  await acceptUpdate(page, deployment);
  await page.goto('about:blank');
  await device.switchOff();
  loseDatabase(device.profile, Number(new URL(wire.address).port));

  await device.switchOn();
  const again = await device.open('/outbox');
  await expect(again.getByText('Veld brought back 3 forms. Nothing is sent twice.')).toBeVisible();
  await expectStatus(again, draft.name, 'Draft');
  await expectDraft(again, seen.draftPath);
  await sendNow(again, wire);
  await expectSent(again, 2);
  await again.goto(seen.draftPath);
  await submit(again);
  expectHeldOnce(backend.dataDir, [delivered, queued, refused, draft]);
});

test('a server of the earlier version, which announces no extensions, gets each form once', async () => {
  const { root } = await earlierApp();
  const backend = await BackendProcess.start({ VELD_DIST_DIR: distFolder }, { root });
  const phone = new Device(backend.address);
  try {
    await phone.switchOn();
    const page = await phone.open('/register');
    await fillRegistration(page);
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await expectDelivered(page);
    // This version's server reads what the earlier one stored.
    await backend.update({ VELD_DIST_DIR: distFolder });
    const stored = storedRegistrations(backend.dataDir);
    expect(stored).toMatchObject([{ documents: [{ contentType: 'image/jpeg' }] }]);
  } finally {
    await phone.remove();
    await backend.remove();
  }
});
