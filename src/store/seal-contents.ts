import type { AttachmentId } from '../domain/ids.ts';
import type { SubmissionKeys } from '../domain/submission-types.ts';
import { draftOf, strokesOf } from './form-rows.ts';
import type { Contents } from './format/contents.ts';
import { encodeSubmission } from './format/submission-row.ts';
import type { KeyDesk } from './key-desk.ts';
import type { StoredAttachment } from './rows.ts';
import {
  openAttachment,
  openPayload,
  sealAttachment,
  sealBytes,
  sealDraft,
  sealPayload,
  sealStroke,
  sealSubmission,
} from './sealing.ts';

/** A whole submission as it lies on the disk, but for what the database makes of it. */
export type WholeContents = Readonly<{
  contents: Contents;
  files: ReadonlyMap<AttachmentId, Blob>;
}>;

/**
 * A submission in the clear, sealed under this phone's agent. Its secrets are taken from the reserve at once: where the rows are not
 * written after, they guard nothing and stay behind.
 * @param contents what is sealed already comes back as it is
 * @returns null: its form is a later version's, which alone can seal it
 */
export async function sealContents(
  desk: KeyDesk,
  contents: Contents,
  files: ReadonlyMap<AttachmentId, Blob>,
): Promise<WholeContents | null> {
  const { id, keys: before, status } = contents.submission;
  if (before !== undefined) return { contents, files };
  const draft = await draftOf(undefined, contents.draft);
  if (draft === null) return null;
  const { agent, key, keys: own } = await desk.claimKey(id);
  const clear = withoutOldNames(contents.submission);
  const row = encodeSubmission({ ...clear, agent });
  const keys: SubmissionKeys =
    status === 'queued' ? { ...own, q: await desk.claimSendWrap({ ...row, keys: own }) } : own;
  const submission = await sealSubmission(key, { ...clear, agent, keys });
  const attachments: StoredAttachment[] = [];
  const sealedFiles = new Map<AttachmentId, Blob>();
  for (const stored of contents.attachments) {
    const plain = files.get(stored.id);
    const bytes = await sealBytes(key, stored.id, plain ?? new Blob(), desk.digest);
    const named = await openAttachment(undefined, stored);
    attachments.push(await sealAttachment(key, named, bytes));
    if (plain !== undefined) sealedFiles.set(stored.id, bytes.bytes);
  }
  const strokes = await strokesOf(undefined, contents.strokes);
  const payload = contents.payload && (await openPayload(undefined, contents.payload));
  return {
    contents: {
      submission,
      draft: await sealDraft(key, draft),
      attachments,
      strokes: await Promise.all(strokes.map((stroke) => sealStroke(key, stroke))),
      payload: payload ? await sealPayload(key, payload) : null,
    },
    files: sealedFiles,
  };
}

/** The first builds kept half of a name in a column of its own, and a row keeps what is not known here. */
function withoutOldNames<Row extends object>({
  maskedName: _,
  ...row
}: Row & { maskedName?: unknown }) {
  return row;
}
