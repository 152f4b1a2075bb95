import { withFiles } from './blob-bytes.ts';
import { bumpCounters } from './counters.ts';
import type { Database } from './database.ts';
import { rememberFormGuid } from './form-guids.ts';
import { encodeSubmission } from './format/submission-row.ts';
import { heldSecrets } from './held-secrets.ts';
import type { KeyDesk } from './key-desk.ts';
import type { Restoring } from './outbox-ports.ts';
import { everything, putFiles, secretsOf } from './outbox-rows.ts';
import { reopening } from './reopen.ts';
import { sealContents } from './seal-contents.ts';
import { takeSecret } from './spare-secrets.ts';

export function createRestoring(db: Database, desk: KeyDesk): Restoring {
  return {
    ...heldSecrets(desk.secrets),

    sealed: (contents, files) => sealContents(desk, contents, files),

    restore: ({ submission, draft, attachments, strokes, payload }, files) =>
      withFiles(files, (stored) => {
        const row = encodeSubmission(submission);
        return reopening(db, () =>
          db.transaction('rw', [...everything, 'formGuids'], async () => {
            if ((await db.submissions.get(submission.id)) !== undefined) return 'present';
            await db.submissions.put(row);
            for (const name of secretsOf(submission.keys)) await takeSecret(db, name);
            if (submission.formId !== null)
              await rememberFormGuid(db, submission.formId, submission.id);
            await db.drafts.put(draft);
            await db.attachments.bulkPut([...attachments]);
            await db.strokes.bulkPut([...strokes]);
            if (payload !== null) await db.payloads.put(payload);
            await putFiles(db, stored, (id) => files.get(id)?.type ?? '');
            await bumpCounters(db, null, submission.status);
            return 'restored';
          }),
        );
      }),

    sweepBytes: () =>
      reopening(db, () =>
        db.transaction('rw', [db.attachments, db.blobs], async () => {
          const named = new Set(await db.attachments.toCollection().primaryKeys());
          const stray = (await db.blobs.toCollection().primaryKeys()).filter(
            (id) => !named.has(id),
          );
          await db.blobs.bulkDelete(stray);
          return stray.length;
        }),
      ),
  };
}
