import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { lockFolder } from './folder-lock.ts';

type SpoolFolder = Readonly<{
  folder: string;
  /** How many folders of servers that are no more were deleted. */
  discarded: number;
  close: () => void;
}>;

/** A folder for this server alone, beside those of others. What a killed one left is noise by now, and goes. */
export function openSpoolFolder(root: string): SpoolFolder {
  mkdirSync(root, { recursive: true, mode: 0o700 });
  let discarded = 0;
  for (const name of readdirSync(root)) {
    const folder = join(root, name);
    if (!isFree(folder)) continue;
    rmSync(folder, { recursive: true, force: true });
    discarded += 1;
  }
  const folder = join(root, randomUUID());
  mkdirSync(folder, { mode: 0o700 });
  const lock = lockFolder(folder);
  return {
    folder,
    discarded,
    close: () => {
      lock.release();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The system frees the lock of a process that dies. Another start may be deleting the same folder: then it is not ours to. */
function isFree(folder: string): boolean {
  try {
    lockFolder(folder, 0).release();
    return true;
  } catch {
    return false;
  }
}
