import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Syncs a file's bytes, or a folder's names, to the disk. Without the sync, a power loss can undo the change. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Syncs all files and folders in a folder, from the inside out, and then the folder itself. */
export async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    await (entry.isDirectory() ? syncTree(path) : syncPath(path));
  }
  await syncPath(folder);
}
