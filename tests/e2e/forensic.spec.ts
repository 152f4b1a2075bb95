import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { luhn } from '../../src/domain/forms/rules.ts';
import { Device } from '../support/browser/device.ts';
import type { DeviceOptions } from '../support/browser/launch.ts';
import { WorkerControl } from '../support/browser/worker-control.ts';
import { attack } from '../support/disk/attacker.ts';
import {
  type Canary,
  filesHolding,
  randomCanary,
  randomDigits,
  scanProfile,
} from '../support/disk/profile-scan.ts';
import {
  addFile,
  customer,
  expectSection,
  fillAddress,
  fillSign,
  fillTexts,
  goToSection,
  openDetails,
  openDraftPage,
  photo,
} from '../support/form/form-filling.ts';
import { button, expectLocked, PIN, setLock, unlock } from '../support/form/lock-setting.ts';
import { refusal, refuseOnce } from './fixtures/corrections.ts';
import { test as base } from './fixtures/proxied-test.ts';

/**
 * A site that does everything that the app must not do. The scan finds the data that the browser stores of this site. That proves that the
 * scan works.
 */
const careless = `<!doctype html><title>Careless</title><form>
<label>First name <input name="givenName" autocomplete="given-name"></label>
<label>Surname <input name="familyName" autocomplete="family-name"></label><button>Send</button></form>
<script>document.forms[0].addEventListener('submit', async (event) => {
  event.preventDefault();
  await fetch('/sent', { method: 'POST', body: new FormData(event.target) });
  event.target.remove();
});</script>`;

const test = base.extend<{ careless: string; options: DeviceOptions }>({
  options: [{}, { option: true }],
  device: async ({ options, wire }, use) => {
    const device = new Device(wire.address, options);
    await use(device);
    await device.remove();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's wishes from this pattern.
  careless: async ({}, use) => {
    const server = createServer((_, response) =>
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(careless),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await use(`http://localhost:${(server.address() as AddressInfo).port}`);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  },
});

/** Returns a number that begins with `start`. The other digits are random, and the last one is a valid check digit. */
function checkedNumber(start: string, length: number): string {
  const stem = start + randomDigits(length - start.length - 1);
  for (let digit = 0; digit < 10; digit += 1) if (luhn(`${stem}${digit}`)) return `${stem}${digit}`;
  throw new Error('No check digit fits.');
}

const inFours = (digits: string): string => digits.replace(/(\d{4})(?=\d)/g, '$1 ');

/** Stores texts unencrypted in private files and in a database, as a careless site would. */
const storePlainly = ([inFiles, inDatabase]: readonly string[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open('side');
    opening.onupgradeneeded = () => opening.result.createObjectStore('rows');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = async () => {
      const work = opening.result.transaction('rows', 'readwrite', { durability: 'strict' });
      work.objectStore('rows').put({ customer: inDatabase }, 1);
      await new Promise((done) => {
        work.oncomplete = done;
      });
      const folder = await navigator.storage.getDirectory();
      const file = await (await folder.getFileHandle('plain', { create: true })).createWritable();
      await file.write(inFiles ?? '');
      await file.close();
      resolve();
    };
  });

async function typeCarelessly(page: Page, first: string, last: string): Promise<void> {
  await page.getByLabel('First name').fill(first);
  await page.getByLabel('Surname').fill(last);
}

/** A phone by its browser's database engine and the agent's lock. Most browsers use LevelDB today. Chromium begins to use SQLite. */
type Phone = Readonly<{ name: string; lock: 'no lock' | 'a PIN' }> & {
  readonly options: DeviceOptions;
};
const phones: readonly Phone[] = [
  { name: 'LevelDB', lock: 'no lock', options: {} },
  {
    name: 'SQLite',
    lock: 'a PIN',
    options: { args: ['--enable-features=IdbSqliteBackingStore,IdbSqliteOnDiskRollout'] },
  },
];

const deleteDraft = async (page: Page): Promise<void> => {
  await openDraftPage(page);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Delete this draft?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(question).toHaveCount(0);
};

for (const { lock, name, options } of phones)
  test(`a copy of the phone reveals only undelivered forms, and none after the delivery (${name}, ${lock})`, async ({
    backend,
  }) => {
    const hasLock = lock !== 'no lock';
    const device = new Device(backend.address, options);
    try {
      await device.switchOn();
      const [firstName, fileName] = [randomCanary(), randomCanary()];
      const canaries = Object.entries({ firstName, fileName }).map(
        ([where, text]): Canary => ({ name: where, text }),
      );
      const page = await device.installApp();
      await page.goto('/register');
      await fillTexts(page, { 'First name': firstName });
      await page.getByLabel('Title', { exact: true }).selectOption('Ms');
      await fillTexts(page, {
        Surname: randomCanary(),
        'ID number': customer.idNumber,
        Cellphone: customer.cellphone,
      });
      await goToSection(page, 'SIM card');
      await fillTexts(page, { 'SIM card number': customer.simCardNumber });
      await goToSection(page, 'Address');
      await fillAddress(page);
      await goToSection(page, 'Documents');
      await addFile(page, 'ID document', `${fileName}.jpg`, await photo(page));
      await goToSection(page, 'Sign');
      await fillSign(page);
      await goToSection(page, 'Review');
      await device.goOffline();
      await page.getByRole('button', { name: 'Submit', exact: true }).click();
      await openDetails(page);
      const drafted = randomCanary();
      await page.goto('/register');
      await fillTexts(page, { 'First name': drafted });
      await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible();
      if (hasLock) await setLock(page);
      await device.kill();
      const isSqlite = filesHolding(device.profile, Buffer.from('SQLite format 3')).some((file) =>
        file.includes('/IndexedDB/'),
      );
      expect(isSqlite).toBe(name === 'SQLite');

      const before = await attack(device.profile, backend.address, options);
      // As the table of docs/protection.md says: the worker can decrypt a submission without the agent, so a copy of the whole disk can
      // too.
      for (const { text } of canaries) expect(before.opened).toContain(text);
      // A draft belongs to its agent. With a lock, only the agent's PIN decrypts it.
      expect(before.opened.includes(drafted)).toBe(!hasLock);
      if (hasLock) {
        const knowing = await attack(device.profile, backend.address, options, PIN);
        for (const text of [firstName, drafted]) expect(knowing.opened).toContain(text);
        const guessing = await attack(device.profile, backend.address, options, '000000');
        expect(guessing.opened).not.toContain(drafted);
      }
      expect(before.slices).toHaveLength(10);
      expect(before.slicesFound, 'The scan finds unencrypted files').toBe(10);
      // Two secrets of the submission, and one of the draft.
      expect(before.guards).toHaveLength(3);
      const unencryptedFiles = () =>
        before.slices.flatMap((slice) => filesHolding(device.profile, slice));
      expect(unencryptedFiles()).toEqual([]);
      expect(scanProfile(device.profile, canaries)).toEqual([]);

      await device.switchOn();
      const guardsOnDisk = () =>
        before.guards.filter((secret) => filesHolding(device.profile, secret).length > 0);
      const empty = device.context.pages()[0] ?? (await device.context.newPage());
      const worker = await WorkerControl.of(empty, `http://localhost:${backend.port}`);
      // With or without a lock, the worker sends the form while no page is open. It deletes the secrets last, after the row and its copy.
      await expect(async () => {
        await worker.sync();
        expect(guardsOnDisk()).toHaveLength(1);
      }).toPass({ timeout: 60_000 });
      expect(unencryptedFiles()).toEqual([]);
      expect(scanProfile(device.profile, canaries)).toEqual([]);
      const again = await device.open('/outbox');
      if (hasLock) {
        await expectLocked(again);
        await unlock(again);
      }
      await again.getByRole('link', { name: 'Home', exact: true }).click();
      await deleteDraft(again);
      await expect.poll(guardsOnDisk).toEqual([]);
      await device.switchOff();
      const after = await attack(device.profile, backend.address, options, PIN);
      expect(after.opened).toBe('');
      expect(after.rows).toEqual({ submissions: 1, drafts: 0, bodies: 0, files: 0 });
      // The database still has encrypted remains of both forms. Nobody can decrypt them, even with the PIN, because their secrets are
      // deleted.
      expect(guardsOnDisk()).toEqual([]);
      expect(unencryptedFiles()).toEqual([]);
      expect(scanProfile(device.profile, canaries)).toEqual([]);
    } finally {
      await device.remove();
    }
  });

for (const { lock, name, options } of phones)
  test.describe(`in ${name}, with ${lock}`, () => {
    test.use({ options });
    test('neither the app nor the browser ever writes customer data unencrypted', {
      tag: lock === 'a PIN' ? '@core' : [],
    }, async ({ careless: carelessAddress, device, wire }) => {
      const hasLock = lock !== 'no lock';
      const [firstName, surname, street, suburb, city, mailbox, fileName, search, passphrase] =
        Array.from({ length: 9 }, randomCanary);
      const [pin, inFile] = [randomCanary(), randomCanary()];
      const idNumber = checkedNumber('800101', 13);
      const cellphone = `082${randomDigits(7)}`;
      const sim = checkedNumber('892701', 19);
      const canaries = Object.entries({
        firstName,
        surname,
        street,
        suburb,
        city,
        mailbox,
        fileName,
        search,
        passphrase,
        pin,
        inFile,
        idNumber,
        cellphone,
        sim,
        shownSim: inFours(sim),
      }).map(([name, text = '']): Canary => ({ name, text }));

      const page = await device.installApp();
      const other = await device.context.newPage();
      await other.goto(carelessAddress);
      /**
       * Waits as long as the browser needs to store typed text. For this, types another text into the careless site, and waits until the
       * browser has stored that text.
       */
      const browserHasWritten = async (name: string): Promise<void> => {
        const control = { name, text: randomCanary() };
        await other.bringToFront();
        await typeCarelessly(other, control.text, control.text);
        await expect
          .poll(
            () =>
              scanProfile(device.profile, [control])
                .map(({ file }) => file)
                .join(),
            {
              timeout: 60_000,
            },
          )
          .toContain('Default/Sessions/');
        await page.bringToFront();
      };

      /** Sets a lock. From then on, each load of a page asks for the PIN. */
      const lockIt = async (): Promise<void> => {
        const code = await setLock(page, pin);
        for (const text of [code, code.replaceAll('-', '')]) canaries.push({ name: 'code', text });
      };
      const goTo = async (path: string): Promise<void> => {
        await page.goto(path);
        if (hasLock) await unlock(page, pin);
      };
      if (hasLock) await lockIt();

      await goTo('/register');
      await expectSection(page, 'Customer');
      await page.getByLabel('Title', { exact: true }).selectOption('Ms');
      await fillTexts(page, {
        'First name': firstName ?? '',
        Surname: surname ?? '',
        'ID number': idNumber,
        Cellphone: cellphone,
        'Email address': `${mailbox}@example.co.za`,
      });
      await goToSection(page, 'SIM card');
      await fillTexts(page, { 'SIM card number': sim });
      await goToSection(page, 'Address');
      await fillTexts(page, {
        'Street or place': street ?? '',
        'Suburb or village': suburb ?? '',
        'City or town': city ?? '',
      });
      await browserHasWritten('typed into a form that is open');
      await goToSection(page, 'Documents');
      await addFile(page, 'ID document', `${fileName}.jpg`, await photo(page));
      // The app does not change a PDF, so the test knows its content from the start.
      const document = Buffer.from(`%PDF-1.4\n% ${inFile}\n%%EOF`);
      await addFile(page, 'ID document', `${fileName}.pdf`, document, 'application/pdf');
      await goToSection(page, 'Sign');
      await fillSign(page);
      await goToSection(page, 'Review');
      await browserHasWritten('typed beside a form that is ready');
      expect(scanProfile(device.profile, canaries)).toEqual([]);

      const submit = page.getByRole('button', { name: 'Submit', exact: true });
      const expectNothingAt = (moment: string): void =>
        expect(scanProfile(device.profile, canaries), moment).toEqual([]);
      await device.goOffline();
      await submit.click();
      await openDetails(page);
      expectNothingAt('submitted without a network');
      await button(page, 'Back to draft').click();
      await expectSection(page, 'Review');
      expectNothingAt('taken back');
      refuseOnce(wire, 'RegisterSim', refusal({ FirstName: `Not a name: ${firstName}` }));
      await device.goOnline();
      await submit.click();
      await openDetails(page);
      await expect(page.getByText('Needs attention', { exact: true }).first()).toBeVisible();
      expectNothingAt('refused');
      await button(page, 'Correct').click();
      await goToSection(page, 'Review');
      expectNothingAt('corrected');
      await submit.click();
      await openDetails(page);
      await expect(page.getByText('Sent', { exact: true }).first()).toBeVisible();
      await goTo('/outbox');
      await page.getByLabel('Search by name or number').fill(search ?? '');
      await goTo('/register');
      await page.getByLabel('First name', { exact: true }).fill(`left open ${firstName}`);
      await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible();
      await goTo('/settings/back-up');
      await page.getByRole('button', { name: 'Export unsent' }).click();
      await page.getByLabel('Show the password').check();
      await page.getByLabel('Password for the file', { exact: true }).fill(passphrase ?? '');
      await page.getByLabel('Password again', { exact: true }).fill(passphrase ?? '');
      await browserHasWritten('typed after a delivery');
      await goTo('/outbox');
      await page.getByRole('link', { name: 'Home', exact: true }).click();
      await deleteDraft(page);
      expectNothingAt('deleted');
      await button(page, 'Undo').click();
      await expect(page.getByText('Draft restored.')).toBeVisible();
      expectNothingAt('undone');
      if (hasLock) await page.getByRole('link', { name: 'Outbox', exact: true }).first().click();
      else await lockIt();
      await button(page, 'Lock now').click();
      await expectLocked(page);
      expectNothingAt('locked');

      const kept = { name: 'a form of another site', text: randomCanary() };
      const plain = ['plain in files', 'plain in a database'].map(
        (name): Canary => ({ name, text: randomCanary() }),
      );
      await typeCarelessly(other, kept.text, randomCanary());
      await other.getByRole('button', { name: 'Send' }).click();
      await expect(other.getByLabel('Surname')).toHaveCount(0);
      await other.evaluate(
        storePlainly,
        plain.map(({ text }) => text),
      );
      await device.switchOff();
      const controls = scanProfile(device.profile, [kept, ...plain]);
      const placesOf = (name: string) =>
        controls
          .filter((each) => each.name === name)
          .map(({ file }) => file)
          .join();
      expect(placesOf('a form of another site')).toContain('Default/Web Data');
      expect(placesOf('plain in files')).toContain('Default/File System/');
      expect(placesOf('plain in a database')).toContain('Default/IndexedDB/');
      expect(scanProfile(device.profile, canaries)).toEqual([]);

      await device.switchOn();
      const again = await device.open('/outbox');
      await expectLocked(again);
      await unlock(again, pin);
      await expect(again.getByRole('listitem').filter({ hasText: 'Draft' }).first()).toBeVisible();
      await device.switchOff();
      expect(scanProfile(device.profile, canaries)).toEqual([]);
    });
  });
