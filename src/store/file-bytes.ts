import { typeOfFile } from '../domain/forms/sent-files.ts';
import { blobOf, withFiles } from './blob-bytes.ts';
import type { Database } from './database.ts';
import type { KeyDesk } from './key-desk.ts';
import type { FileBytes } from './outbox-ports.ts';
import { putFiles } from './outbox-rows.ts';
import { reopening } from './reopen.ts';

export function createFileBytes(db: Database, desk: KeyDesk): FileBytes {
  return {
    bytes: (id) =>
      reopening(db, async () => {
        const row = await db.blobs.get(id);
        return row === undefined ? undefined : blobOf(row);
      }),

    openedBytes: async (of, { fileName, id }, bytes) => {
      const key = await desk.keyOf(of);
      if (key === undefined) return bytes;
      return (await key?.openFile(id, bytes, typeOfFile(fileName))) ?? undefined;
    },

    putBytes: (id, bytes) =>
      withFiles(new Map([[id, bytes]]), (stored) =>
        reopening(db, () => putFiles(db, stored, () => bytes.type)),
      ),
  };
}
