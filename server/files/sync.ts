import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Brings a file's bytes, or a folder's names, to the disk: before that, a power loss takes them back. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The same for all that a folder holds, from the inside out, and for the folder itself. */
export async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    await (entry.isDirectory() ? syncTree(path) : syncPath(path));
  }
  await syncPath(folder);
}
