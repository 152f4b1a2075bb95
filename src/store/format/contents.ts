import { sentFiles } from '../../domain/forms/sent-files.ts';
import type { AttachmentId, SubmissionId } from '../../domain/ids.ts';
import type { UndeliveredSubmission } from '../../domain/submission-types.ts';
import type { AttachmentRow, DraftRow, PayloadRow, StoredDraft, StrokeRow } from '../rows.ts';
import {
  isId,
  isNumber,
  isObject,
  isText,
  listOf,
  objectOf,
  oneOf,
  orNull,
  type Shape,
} from './shape.ts';
import { decodeSubmission, encodeSubmission, type StoredSubmission } from './submission-row.ts';

type Parts = Readonly<{
  draft: StoredDraft;
  attachments: readonly AttachmentRow[];
  strokes: readonly StrokeRow[];
  payload: PayloadRow | null;
}>;

/** Everything that is kept of one submission, but for its files' bytes, as it lies on the disk. */
export type StoredContents = Parts & Readonly<{ submission: StoredSubmission }>;

/** The same, once its submission could be read. The rest stays as it lies there, and is read by whoever needs it. */
export type Contents = Parts & Readonly<{ submission: UndeliveredSubmission }>;

/** The same, once its form could be read, too. */
export type OpenContents = Contents & Readonly<{ draft: DraftRow }>;

/** Of second copies and of a rescue file's parts. It grows when what is in them changes so that an older version can't read it. */
const FORMAT = 1;

/** As a second copy or a rescue file holds it. What this version can't read goes along as it is: a later one may. */
export const encodeContents = (contents: StoredContents): object => ({
  version: FORMAT,
  ...contents,
});

const isAttachment: Shape<AttachmentRow> = objectOf(
  {
    id: isId<AttachmentId>,
    submissionId: isId<SubmissionId>,
    kind: oneOf(...sentFiles.map(({ kind }) => kind)),
    fileName: isText,
    originalName: isText,
    type: isText,
    size: isNumber,
    sha256: isText,
    sequence: isNumber,
    addedAt: isNumber,
  },
  // Older builds knew no pages.
  { slot: isNumber },
);

const isStroke: Shape<StrokeRow> = objectOf({
  submissionId: isId<SubmissionId>,
  index: isNumber,
  points: listOf(objectOf({ x: isNumber, y: isNumber, time: isNumber })),
});

const isPayload: Shape<PayloadRow> = objectOf({
  id: isId<SubmissionId>,
  json: isText,
  sha256: isText,
});

/** null: its submission can't be read, or is delivered and has nothing to bring back. */
export function withSubmissionRead(contents: StoredContents): Contents | null {
  const submission = decodeSubmission(contents.submission);
  return submission === null || submission.status === 'delivered'
    ? null
    : { ...contents, submission };
}

/** As it is written. */
export const asStored = (contents: Contents): StoredContents => ({
  ...contents,
  submission: encodeSubmission(contents.submission),
});

const isStored = objectOf(
  {
    submission: objectOf({ id: isId<SubmissionId> }),
    draft: objectOf({ id: isId<SubmissionId>, values: isObject }),
    attachments: listOf(isAttachment),
    strokes: listOf(isStroke),
    payload: orNull(isPayload),
  },
  // Rescue files' parts had none at first.
  { version: oneOf(FORMAT) },
);

/** Reads what `encodeContents` made, here or on another phone. null: this version does not understand it. */
export const decodeContents = (value: unknown): Contents | null =>
  isStored(value) && value.draft.id === value.submission.id ? withSubmissionRead(value) : null;
