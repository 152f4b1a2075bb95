import { readdirSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@playwright/test';

/** The folder's entries; none where it does not exist. */
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

/** Waits until the browser has closed the database of a profile, which it does some time after the last page closed it. */
export async function databaseClosed(profile: string): Promise<void> {
  // Without /proc (not Linux) it can't be checked; the browser closes it after two seconds.
  if (entriesOf('/proc/self/fd').length === 0) await sleep(3_000);
  else await expect.poll(() => isOpen(profile), { timeout: 30_000 }).toBe(false);
}
