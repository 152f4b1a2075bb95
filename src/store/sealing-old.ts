import { withFiles } from './blob-bytes.ts';
import type { Database } from './database.ts';
import { type StoredContents, withSubmissionRead } from './format/contents.ts';
import { encodeSubmission } from './format/submission-row.ts';
import type { KeyDesk } from './key-desk.ts';
import type { SealingOld } from './outbox-ports.ts';
import { contentTables, readContents } from './outbox-reads.ts';
import { putFiles } from './outbox-rows.ts';
import { readThenWrite } from './read-then-write.ts';
import { reopening } from './reopen.ts';
import { isSameRow } from './same-rows.ts';
import { sealContents } from './seal-contents.ts';
import { undeliveredRows } from './undelivered-rows.ts';

export function createSealingOld(db: Database, desk: KeyDesk): SealingOld {
  return {
    unsealed: async () => {
      const rows = await reopening(db, () => undeliveredRows(db));
      return rows.filter(({ keys }) => keys === undefined).map(({ id }) => id);
    },

    sealOld: async (stored, files) => {
      const read = withSubmissionRead(stored);
      if (read === null) return 'changed';
      const sealed = await sealContents(desk, read, files);
      if (sealed === null) return 'changed';
      const { attachments, draft, payload, strokes, submission } = sealed.contents;
      const row = encodeSubmission(submission);
      return withFiles(sealed.files, (blobs) =>
        readThenWrite<StoredContents | undefined, 'sealed' | 'changed'>(db, {
          tables: [...contentTables, 'blobs'],
          read: () => readContents(db, submission.id),
          plan: (seen) => {
            if (!isSameRow(seen, stored)) return { result: 'changed' };
            return {
              result: 'sealed',
              write: async () => {
                await db.submissions.put(row);
                await db.drafts.put(draft);
                await db.attachments.bulkPut([...attachments]);
                await db.strokes.bulkPut([...strokes]);
                if (payload !== null) await db.payloads.put(payload);
                await putFiles(db, blobs, (id) => files.get(id)?.type ?? '');
              },
            };
          },
        }),
      );
    },
  };
}
