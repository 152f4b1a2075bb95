import { readdirSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@playwright/test';

/** Nothing where the folder is not there, or not any more. */
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

/** Until the browser has closed the database of a profile, which nobody has open any more: it takes its time for that. */
export async function databaseClosed(profile: string): Promise<void> {
  // Elsewhere than on Linux nobody can be asked; the browser keeps it for two seconds.
  if (entriesOf('/proc/self/fd').length === 0) await sleep(3_000);
  else await expect.poll(() => isOpen(profile), { timeout: 30_000 }).toBe(false);
}
