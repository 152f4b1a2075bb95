import { typeOfFile } from '../domain/forms/sent-files.ts';
import { blobOf, withFiles } from './blob-bytes.ts';
import type { Database } from './database.ts';
import type { KeyDesk, KeyHolder } from './key-desk.ts';
import type { FileBytes } from './outbox-ports.ts';
import { putFiles } from './outbox-rows.ts';
import { reopening } from './reopen.ts';

export function createFileBytes(db: Database, desk: KeyDesk): FileBytes {
  const rowOf = async (of: KeyHolder): Promise<KeyHolder> =>
    (await db.submissions.get(of.id).catch(() => undefined)) ?? of;

  return {
    bytes: (id) =>
      reopening(db, async () => {
        const row = await db.blobs.get(id);
        return row === undefined ? undefined : blobOf(row);
      }),

    openedBytes: async (of, { fileName, id }, bytes) => {
      // What was read in the clear may have been sealed since.
      const holder = of.keys === undefined ? await rowOf(of) : of;
      const key = await desk.keyOf(holder);
      if (key === undefined) return bytes;
      // The browser gives a Blob whose file is gone, and each one its own error when it is read.
      const opened = key?.openFile(id, bytes, typeOfFile(fileName)).catch(() => null);
      return (await opened) ?? undefined;
    },

    putBytes: (id, bytes) =>
      withFiles(new Map([[id, bytes]]), (stored) =>
        reopening(db, () => putFiles(db, stored, () => bytes.type)),
      ),
  };
}
