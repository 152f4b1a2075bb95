import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import {
  addFile,
  customer,
  expectSection,
  fillAddress,
  fillCustomer,
  photo,
  showField,
} from '../support/form/form-filling.ts';
import type { Bench } from './bench.ts';
import { kB, median, ms, table } from './figures.ts';
import { direct, inLab, slowDown } from './lab.ts';
import { countPuts } from './page/put-bytes.ts';

/** Runs in the app's page, before its code: measures from each 'input' event until the next write of a draft is complete. */
function watchDurable(): void {
  let typedAt: number | null = null;
  const durable: number[] = [];
  Object.assign(window, { durable });
  window.addEventListener(
    'input',
    ({ timeStamp }) => {
      typedAt ??= timeStamp;
    },
    true,
  );
  const original = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function watched(names, mode, options) {
    const transaction = original.call(this, names, mode, options);
    const begun = typedAt;
    if (mode === 'readwrite' && transaction.objectStoreNames.contains('drafts') && begun !== null)
      transaction.addEventListener('complete', () => {
        durable.push(performance.now() - begun);
        typedAt = null;
      });
    return transaction;
  };
}

const durable = (page: Page): Promise<number[]> =>
  page.evaluate(() => [...(Reflect.get(window, 'durable') as number[])]);

/** Types letters with pauses. Resolves with the ms of each letter, from the event until it is on the disk. */
async function typeLetters(page: Page, letters: number): Promise<readonly number[]> {
  const before = (await durable(page)).length;
  await showField(page, 'Complex name');
  const field = page.getByLabel('Complex name', { exact: true });
  await field.focus();
  for (let letter = 0; letter < letters; letter += 1) {
    const done = (await durable(page)).length;
    await page.keyboard.type(letter % 8 === 7 ? ' ' : 'a');
    await page.waitForFunction(
      (count) => (Reflect.get(window, 'durable') as number[]).length > count,
      done,
    );
    await page.waitForTimeout(50);
  }
  return (await durable(page)).slice(before);
}

/** The size of Chromium's databases on the disk, including their logs. */
export function databaseBytes(profile: string): number {
  const folder = join(profile, 'Default', 'IndexedDB');
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((total, entry) => total + statSync(join(entry.parentPath, entry.name)).size, 0);
}

export const keystroke: Bench = {
  name: 'keystroke',
  title: 'One keystroke in the app’s form: from the event until the disk has it',
  run: async (stage) => {
    const letters = stage.rounds(20, 80);
    const rows = [
      ['photos attached', '1× CPU', '4× CPU', 'rows written a keystroke', 'log growth'],
    ];
    for (const photos of [0, 10])
      rows.push(
        await inLab(stage, direct, async ({ device }) => {
          const page = device.context.pages()[0] ?? (await device.context.newPage());
          await page.addInitScript(watchDurable);
          await page.addInitScript(`window.putSoFar = (${countPuts.toString()})();`);
          await page.goto('/register');
          await fillUntilAddress(page);
          await page.getByRole('button', { name: 'Next', exact: true }).click();
          await expectSection(page, 'Documents');
          for (let file = 1; file <= photos; file += 1)
            await addFile(page, 'ID document', `id-${file}.jpg`, await photo(page, 1600, 1200));
          await page.getByRole('button', { name: 'Back', exact: true }).click();
          await expectSection(page, 'Address');
          await typeLetters(page, 3);
          const putSoFar = () =>
            page.evaluate(() => (Reflect.get(window, 'putSoFar') as () => number)());
          const putBefore = await putSoFar();
          const diskBefore = databaseBytes(device.profile);
          const quick = await typeLetters(page, letters);
          const put = (await putSoFar()) - putBefore;
          const disk = databaseBytes(device.profile) - diskBefore;
          await slowDown(page, 4);
          const slow = await typeLetters(page, letters);
          return [
            String(photos),
            ms(median(quick)),
            ms(median(slow)),
            kB(put / letters),
            kB(disk / letters),
          ];
        }),
      );
    stage.say(table(rows));
    stage.say('\nBounds: durable ≤ 300 ms, ≤ 2 kB written a keystroke, the same with photos.');
    stage.say('Log growth: of the database’s files on the disk, index entries included.');
  },
};

async function fillUntilAddress(page: Page): Promise<void> {
  const next = page.getByRole('button', { name: 'Next', exact: true });
  await fillCustomer(page);
  await page.getByLabel('Cellphone', { exact: true }).fill(customer.cellphone);
  await next.click();
  await expectSection(page, 'SIM card');
  await page.getByLabel('SIM card number', { exact: true }).fill(customer.simCardNumber);
  await next.click();
  await fillAddress(page);
}
