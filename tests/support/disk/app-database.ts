import { readdirSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, type Page } from '@playwright/test';
import type { Submission } from '../../../src/domain/submission-types.ts';
import { encodeSubmission, type SubmissionRow } from '../../../src/store/format/submission-row.ts';

/**
 * Waits until the app has created its database. A page shows its heading before that. If a test opens a missing database, the browser
 * creates an empty one.
 */
export const databaseMade = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(async () =>
        (await indexedDB.databases()).some(
          ({ name, version = 0 }) => name === 'veld' && version > 1,
        ),
      ),
    )
    .toBe(true);

/** All rows of a table of the app's database, as stored. Waits until the app has created the database. */
export async function tableRows(
  page: Page,
  table: string,
): Promise<readonly Record<string, unknown>[]> {
  await databaseMade(page);
  return page.evaluate(
    (name) =>
      new Promise<Record<string, unknown>[]>((resolve, reject) => {
        const opening = indexedDB.open('veld');
        // The database was deleted meanwhile. Only the app may create it.
        opening.onupgradeneeded = () => opening.transaction?.abort();
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction(name).objectStore(name).getAll();
          reading.onerror = () => reject(reading.error);
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result);
          };
        };
      }),
    table,
  );
}

/** Writes rows into a table of the app's database, without the app. Waits until the app has created the database. */
export async function putRows(
  page: Page,
  table: string,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  await databaseMade(page);
  await page.evaluate(
    ([name, wanted]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('veld');
        // The database was deleted meanwhile. Only the app may create it.
        opening.onupgradeneeded = () => opening.transaction?.abort();
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const work = opening.result.transaction(name, 'readwrite', { durability: 'strict' });
          for (const row of wanted) work.objectStore(name).put(row);
          work.onabort = () => reject(work.error);
          work.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    [table, rows] as const,
  );
}

/** Writes one row. */
export const putRow = (
  page: Page,
  table: string,
  row: Readonly<Record<string, unknown>>,
): Promise<void> => putRows(page, table, [row]);

/** Reads again if the app removed a file between listing and reading. The app writes and removes copies meanwhile. */
async function retryIfRemoved<T>(read: () => Promise<T>, attemptsLeft = 20): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (attemptsLeft === 0 || !/NotFoundError|NotReadableError/.test(String(error))) throw error;
    return retryIfRemoved(read, attemptsLeft - 1);
  }
}

/** The files of the second copies, by folder. */
export const copyNames = (page: Page): Promise<Readonly<Record<string, readonly string[]>>> =>
  retryIfRemoved(() => page.evaluate(readCopyNames));

/** Runs in the page. */
async function readCopyNames(): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  const top = await (await navigator.storage.getDirectory()).getDirectoryHandle('outbox', {
    create: true,
  });
  for await (const [folder, handle] of top.entries()) {
    if (handle.kind !== 'directory') continue;
    const names: string[] = [];
    for await (const name of (handle as FileSystemDirectoryHandle).keys()) names.push(name);
    found[folder] = names;
  }
  return found;
}

/**
 * Waits until the app has encrypted the unencrypted copies of a test. The app does this at a start. If a drain changes a submission
 * meanwhile, the app leaves it to the next start. So this helper then reloads the page.
 */
export async function copySealed(page: Page, folder: string): Promise<void> {
  const isSealed = async (): Promise<boolean> =>
    (await copyNames(page))[folder]?.every(isManifestOrSealed) ?? false;
  let isFirstStart = true;
  await expect(async () => {
    if (!isFirstStart) await page.reload();
    isFirstStart = false;
    await expect.poll(isSealed).toBe(true);
  }).toPass({ timeout: 150_000 });
}

const isManifestOrSealed = (name: string): boolean =>
  name === 'submission.json' || name.endsWith('.sealed');

/** Removes a file of a second copy. */
export const removeCopy = (page: Page, folder: string, name: string): Promise<void> =>
  page.evaluate(
    async ([where, what]) => {
      const top = await (await navigator.storage.getDirectory()).getDirectoryHandle('outbox');
      await (await top.getDirectoryHandle(where)).removeEntry(what);
    },
    [folder, name] as const,
  );

/** The content of each file in a folder of second copies, one character for each byte. Empty if there is no such folder yet. */
export const copyTexts = (page: Page, folder: string): Promise<readonly string[]> =>
  retryIfRemoved(() => page.evaluate(readCopyTexts, folder));

/** Runs in the page. */
async function readCopyTexts(where: string): Promise<string[]> {
  const texts: string[] = [];
  const top = await (await navigator.storage.getDirectory()).getDirectoryHandle('outbox', {
    create: true,
  });
  for await (const [name, folder] of top.entries()) {
    if (name !== where) continue;
    for await (const handle of (folder as FileSystemDirectoryHandle).values()) {
      const file = await (handle as FileSystemFileHandle).getFile();
      texts.push(new TextDecoder('latin1').decode(await file.arrayBuffer()));
    }
  }
  return texts;
}

/** Returns no entries if the folder does not exist. */
function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const targetOf = (link: string): string => {
  try {
    return readlinkSync(link);
  } catch {
    return '';
  }
};

const isOpen = (profile: string): boolean =>
  entriesOf('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => entriesOf(`/proc/${pid}/fd`).map((fd) => `/proc/${pid}/fd/${fd}`))
    .map(targetOf)
    .some((file) => file.includes(basename(profile)) && file.endsWith('.indexeddb.leveldb/LOCK'));

/** Waits until the browser has closed the database of a profile. The browser does so some time after the last page closed it. */
export async function databaseClosed(profile: string): Promise<void> {
  // Without /proc (not Linux) the helper cannot check this. The browser closes the database after two seconds.
  if (entriesOf('/proc/self/fd').length === 0) await sleep(3_000);
  else await expect.poll(() => isOpen(profile)).toBe(false);
}

/** An unencrypted row: an older build's, or a receipt. */
export const clearRow = (submission: Submission): SubmissionRow =>
  encodeSubmission(submission) as SubmissionRow;

/** Resolves once the phone has stored its backend's announcement. The type of its photos does not change after that. */
export const backendIsKnown = (page: Page): Promise<void> =>
  expect
    .poll(() => tableRows(page, 'device').catch(() => []))
    .toContainEqual(expect.objectContaining({ key: 'announced' }));
