/**
 * `npm run golden -- --dist FOLDER --name NAME`: a built app of any version captures and sends forms in a
 * real Chromium, and the server refuses one. Writes the data on the phone into tests/golden/NAME. Run it
 * once for each version that changes the stored formats. A test opens all these data with the newest app.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { type Golden, goldenCustomers, goldenPassphrase } from '../golden/golden.ts';
import { PlainBackend } from '../support/backend/plain-backend.ts';
import { Device } from '../support/browser/device.ts';
import { fillRegistration, fillTexts, goToSection } from '../support/form/form-filling.ts';
import { engineVersion, findOrInstallChromium } from './engines.ts';
import { answerHelp } from './help.ts';

answerHelp(import.meta.filename);

const { values } = parseArgs({
  options: { dist: { type: 'string', default: 'dist' }, name: { type: 'string' } },
});
if (values.name === undefined) throw new Error('Give the folder a --name, such as version-3.');
const folder = join(import.meta.dirname, '../golden', values.name);

const browser = findOrInstallChromium();
process.env['CHROMIUM_PATH'] = browser;
console.log(engineVersion('chromium'));
const backend = await PlainBackend.start({}, { dist: resolve(values.dist) });
const device = new Device(backend.address);
await device.switchOn();
try {
  const page = await device.installApp();
  await capture(page);
  const unsent = await exportUnsent(page);
  const golden = await page.evaluate(dump);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'unsent.veld'), unsent);
  writeFileSync(join(folder, 'storage.json'), `${JSON.stringify(golden, null, 1)}\n`);
  console.log(`Written to ${folder}.`);
} finally {
  await device.remove();
  await backend.stop();
}

async function capture(page: Page): Promise<void> {
  const simCardNumbers = ['8927010000001234560', '8927010000001234578', '8927010000001234586'];
  const submitted = async (name: string, index: number, status: string): Promise<void> => {
    await page.goto('/register');
    const simCardNumber = simCardNumbers[index] ?? '';
    await fillRegistration(page, { simCardNumber });
    await page.getByRole('link', { name: 'Edit Customer' }).click();
    await fillTexts(page, { 'First name': name });
    await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible();
    await goToSection(page, 'Review');
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await expect(page.getByText(status, { exact: true }).first()).toBeVisible();
  };
  await submitted(goldenCustomers.delivered, 0, 'Sent');
  const errors = { SimCardNumber: ['This number is not known.'] };
  backend.rule({ call: 'RegisterSim', fate: { reply: { status: 400, body: { errors } } } });
  await submitted(goldenCustomers.refused, 1, 'Needs attention');
  await device.goOffline();
  await submitted(goldenCustomers.queued, 2, 'Waiting to send');
  await page.goto('/replace');
  await fillTexts(page, { 'First name': goldenCustomers.draft });
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible();
  await expect.poll(() => page.evaluate(copiesWritten)).toBe(3);
}

/** Runs in the page: counts the complete second copies. A file that is being written is empty. */
async function copiesWritten(): Promise<number> {
  let written = 0;
  const top = await (await navigator.storage.getDirectory()).getDirectoryHandle('outbox');
  for await (const folder of top.values()) {
    if (folder.kind !== 'directory') continue;
    const manifest = await (folder as FileSystemDirectoryHandle)
      .getFileHandle('submission.json')
      .then((handle) => handle.getFile())
      .catch(() => null);
    if (manifest !== null && manifest.size > 0) written += 1;
  }
  return written;
}

async function exportUnsent(page: Page): Promise<Buffer> {
  await page.goto('/settings/back-up');
  await page.getByRole('button', { name: 'Export unsent' }).click();
  await page.getByLabel('Password for the file', { exact: true }).fill(goldenPassphrase);
  await page.getByLabel('Password again', { exact: true }).fill(goldenPassphrase);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the file' }).click();
  return readFileSync(await (await downloading).path());
}

/** Runs in the page: returns everything that the app stores, as JSON. */
async function dump(): Promise<Golden> {
  const base64 = async (blob: Blob): Promise<string> => {
    let binary = '';
    for (const byte of new Uint8Array(await blob.arrayBuffer()))
      binary += String.fromCharCode(byte);
    return btoa(binary);
  };
  /** Converts a value to one that JSON can have. Bytes become base64. */
  const plain = async (value: unknown): Promise<unknown> => {
    if (value instanceof CryptoKey) throw new Error('A key that cannot be read.');
    if (value instanceof Blob) return { blob: value.type, base64: await base64(value) };
    if (value instanceof ArrayBuffer) throw new Error('Bytes of a kind that nobody expected.');
    if (value instanceof Uint8Array) return { bytes: await base64(new Blob([value.slice()])) };
    if (Array.isArray(value)) return Promise.all(value.map(plain));
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).map(async ([key, each]) => [key, await plain(each)]);
    return Object.fromEntries(await Promise.all(members));
  };
  const asked = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((done, failed) => {
      request.onsuccess = () => done(request.result);
      request.onerror = () => failed(request.error);
    });
  const database = await asked(indexedDB.open('veld'));
  const schema: Record<string, string> = {};
  const tables: Record<string, Record<string, unknown>[]> = {};
  const path = (key: string | string[] | null): string =>
    Array.isArray(key) ? `[${key.join('+')}]` : String(key ?? '');
  for (const name of database.objectStoreNames) {
    const store = database.transaction(name).objectStore(name);
    const indexes = Array.from(store.indexNames, (each) => {
      const index = store.index(each);
      return `${index.multiEntry ? '*' : ''}${path(index.keyPath)}`;
    });
    schema[name] = [path(store.keyPath), ...indexes].join(', ');
    const rows: Record<string, unknown>[] = [];
    for (const row of await asked(store.getAll()))
      rows.push((await plain(row)) as Record<string, unknown>);
    tables[name] = rows;
  }
  const filesIn = async (folder: FileSystemHandle): Promise<Record<string, string>> => {
    const files: Record<string, string> = {};
    for await (const [file, each] of (folder as FileSystemDirectoryHandle).entries())
      files[file] = await base64(await (each as FileSystemFileHandle).getFile());
    return files;
  };
  const copies: Record<string, Record<string, string>> = {};
  const top = await navigator.storage.getDirectory();
  for await (const [name, folder] of (await top.getDirectoryHandle('outbox')).entries())
    copies[name] = await filesIn(folder);
  const secrets = await filesIn(await top.getDirectoryHandle('secrets'));
  const databaseVersion = database.version / 10;
  database.close();
  return { databaseVersion, schema, tables, copies, secrets };
}
