import { blobOf, withFiles } from './blob-bytes.ts';
import type { Database } from './database.ts';
import type { FileBytes } from './outbox-ports.ts';
import { putFiles } from './outbox-rows.ts';
import { reopening } from './reopen.ts';

export function createFileBytes(db: Database): FileBytes {
  return {
    bytes: (id) =>
      reopening(db, async () => {
        const row = await db.blobs.get(id);
        return row === undefined ? undefined : blobOf(row);
      }),

    putBytes: (id, bytes) =>
      withFiles(new Map([[id, bytes]]), (stored) =>
        reopening(db, () => putFiles(db, stored, () => bytes.type)),
      ),
  };
}
