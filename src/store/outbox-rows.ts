import type { AttachmentId, SubmissionId } from '../domain/ids.ts';
import type { Submission, SubmissionKeys } from '../domain/submission-types.ts';
import type { StoredFiles } from './blob-bytes.ts';
import { bumpCounters } from './counters.ts';
import type { Database } from './database.ts';
import { forgetKey, writeKey } from './device-keys.ts';
import type { StoredSubmission } from './format/submission-row.ts';
import { letSecretsDie } from './spare-secrets.ts';

/* What several writes of the outbox have in common. All of it runs inside a transaction. */

/** The tables of a write that may be a delivery. */
export const everything = [
  'submissions',
  'drafts',
  'strokes',
  'attachments',
  'blobs',
  'payloads',
  'counters',
  'device',
  'secretNames',
] as const;

/**
 * Writes a submission that was changed, over the tables of `everything`. A delivered one loses its contents in the same write.
 * @param row `after`, encoded
 */
export async function putChanged(
  db: Database,
  before: Submission,
  after: Submission,
  row: StoredSubmission,
): Promise<void> {
  if (after.status === 'delivered' && before.status !== 'delivered') {
    await forgetContents(db, after.id);
    await writeKey(db, 'lastDeliveredAt', after.deliveredAt);
    await forgetKey(db, 'triedInVain');
  }
  await db.submissions.put(row);
  const needed = secretsOf(after.keys);
  await letSecretsDie(
    db,
    secretsOf(before.keys).filter((name) => !needed.includes(name)),
  );
  await bumpCounters(db, before.status, after.status);
}

/** The secrets on which what is sealed of a submission hangs. */
export const secretsOf = (keys: SubmissionKeys | undefined): readonly string[] =>
  keys === undefined ? [] : [keys.p, ...(keys.q === undefined ? [] : [keys.q.name])];

export async function putFiles(
  db: Database,
  files: StoredFiles,
  typeOf: (id: AttachmentId) => string,
): Promise<void> {
  await db.blobs.bulkPut(files.map(({ id, bytes }) => ({ id, bytes, type: typeOf(id) })));
}

/** Everything personal of it: form, strokes, files, frozen body. The row itself is the caller's. */
export async function forgetContents(db: Database, id: SubmissionId): Promise<void> {
  const files: AttachmentId[] = await db.attachments.where('submissionId').equals(id).primaryKeys();
  await db.blobs.bulkDelete(files);
  await db.attachments.bulkDelete(files);
  await db.strokes.where('submissionId').equals(id).delete();
  await db.drafts.delete(id);
  await db.payloads.delete(id);
}
