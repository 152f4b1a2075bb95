import type { FormId } from '../domain/ids.ts';
import { advance } from '../domain/submission.ts';
import { keptFormId } from '../domain/unknown-form.ts';
import { withFiles } from './blob-bytes.ts';
import { bumpCounters } from './counters.ts';
import type { Database } from './database.ts';
import { nextFormGuid, rememberFormGuid } from './form-guids.ts';
import { isDraftRow } from './format/draft-row.ts';
import {
  decodeSubmission,
  encodeSubmission,
  type StoredSubmission,
  statusOf,
} from './format/submission-row.ts';
import type { Changed, FreezeResult, Submitting } from './outbox-ports.ts';
import { everything, forgetContents, putChanged, putFiles } from './outbox-rows.ts';
import { readThenWrite } from './read-then-write.ts';
import { reopening } from './reopen.ts';
import type { AttachmentRow, StoredDraft } from './rows.ts';
import { forgetSimOf } from './sim-marks.ts';

type ToFreeze = Readonly<{
  row: StoredSubmission | undefined;
  draft: StoredDraft | undefined;
  files: readonly AttachmentRow[];
  /** The oldest of the pool. */
  guid: FormId | null;
}>;

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && new Set([...one, ...other]).size === one.length;

export function createSubmitting(db: Database): Submitting {
  return {
    freeze: ({ id, revision, attachments, payload, signature, freeze }) =>
      withFiles(new Map(signature ? [[signature.row.id, signature.bytes]] : []), (stored) =>
        readThenWrite<ToFreeze, FreezeResult>(db, {
          tables: [...everything, 'formGuids'],
          read: async () => ({
            row: await db.submissions.get(id),
            draft: await db.drafts.get(id),
            files: await db.attachments.where('submissionId').equals(id).toArray(),
            guid: await nextFormGuid(db),
          }),
          plan: ({ row, draft, files, guid }) => {
            if (row === undefined || draft === undefined) return { result: { status: 'gone' } };
            const before = decodeSubmission(row);
            if (before === null || !isDraftRow(draft)) return { result: { status: 'changed' } };
            if (before.status !== 'draft' && before.status !== 'rejected')
              return { result: { status: 'alreadySubmitted' } };
            const ids = files.map((file) => file.id);
            if (draft.revision !== revision || !isSameSet(ids, attachments))
              return { result: { status: 'changed' } };
            const kept = keptFormId(before);
            const submission = freeze(before, kept ?? guid);
            const frozen = encodeSubmission(submission);
            return {
              result: { status: 'frozen', submission, before },
              write: async () => {
                if (kept === null && guid !== null) await rememberFormGuid(db, guid, id);
                await putChanged(db, before, submission, frozen);
                await db.payloads.put(payload);
                await db.drafts.put({ ...draft, serverMessage: null });
                if (signature === null) return;
                const old = files.filter(({ kind }) => kind === 'signature').map((file) => file.id);
                await db.attachments.bulkDelete(old);
                await db.blobs.bulkDelete(old);
                await db.attachments.put(signature.row);
                await putFiles(db, stored, () => signature.row.type);
              },
            };
          },
        }),
      ),

    change: (id, decide) =>
      readThenWrite<StoredSubmission | undefined, Changed>(db, {
        tables: everything,
        read: () => db.submissions.get(id),
        plan: (row) => {
          if (row === undefined) return { result: { status: 'gone' } };
          const before = decodeSubmission(row);
          if (before === null) return { result: { status: 'odd' } };
          const event = decide(before);
          if (event === null) return { result: { status: 'refused', submission: before } };
          const submission = advance(before, event);
          const changed = encodeSubmission(submission);
          return {
            result: { status: 'changed', submission },
            write: () => putChanged(db, before, submission, changed),
          };
        },
      }),

    showServerMessage: (id, serverMessage) =>
      readThenWrite<StoredDraft | undefined, void>(db, {
        tables: ['drafts'],
        read: () => db.drafts.get(id),
        plan: (draft) =>
          isDraftRow(draft)
            ? { result: undefined, write: () => db.drafts.put({ ...draft, serverMessage }) }
            : { result: undefined },
      }),

    remove: (id, allowed) =>
      reopening(db, () =>
        db.transaction('rw', [...everything], async () => {
          const row = await db.submissions.get(id);
          if (row === undefined) return 'gone';
          if (!allowed(row)) return 'refused';
          await forgetContents(db, id);
          await db.submissions.delete(id);
          await forgetSimOf(db, id);
          await bumpCounters(db, statusOf(row), null);
          return 'removed';
        }),
      ),
  };
}
