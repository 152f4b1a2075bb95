import { sentFiles } from '../../domain/forms/sent-files.ts';
import type { AttachmentId, SubmissionId } from '../../domain/ids.ts';
import type { UndeliveredSubmission } from '../../domain/submission-types.ts';
import { bytesAsText, textAsBytes } from './agent-row.ts';
import type {
  AttachmentRow,
  DraftRow,
  PayloadRow,
  StoredAttachment,
  StoredDraft,
  StoredPayload,
  StoredStroke,
  StrokeRow,
} from './rows.ts';
import {
  anyOf,
  isId,
  isNumber,
  isObject,
  isSealed,
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
  attachments: readonly StoredAttachment[];
  strokes: readonly StoredStroke[];
  payload: StoredPayload | null;
}>;

/** All stored data of one submission, except the bytes of its files. */
export type StoredContents = Parts & Readonly<{ submission: StoredSubmission }>;

/** The same with a readable submission. The other rows are decoded by the functions that need them. */
export type Contents = Parts & Readonly<{ submission: UndeliveredSubmission }>;

/** All of it, opened. */
export type OpenContents = Readonly<{
  submission: UndeliveredSubmission;
  draft: DraftRow;
  attachments: readonly AttachmentRow[];
  strokes: readonly StrokeRow[];
  payload: PayloadRow | null;
}>;

/**
 * The format of second copies and of a rescue file's parts. The number grows when an older version can no longer read them, as with
 * encrypted rows. Unencrypted parts keep the first number.
 */
const CLEAR_FORMAT = 1;
const SEALED_FORMAT = 2;

/** Encodes a second copy or a part of a rescue file as JSON. Unknown properties are kept, because a later version may read them. */
export const encodeContents = (contents: StoredContents): object => ({
  version: contents.submission.keys === undefined ? CLEAR_FORMAT : SEALED_FORMAT,
  ...(bytesAsText(contents) as object),
});

const attachmentFacts = objectOf(
  {
    id: isId<AttachmentId>,
    submissionId: isId<SubmissionId>,
    kind: oneOf(...sentFiles.map(({ kind }) => kind)),
    fileName: isText,
    type: isText,
    size: isNumber,
    sha256: isText,
    sequence: isNumber,
    addedAt: isNumber,
  },
  // Older builds knew no pages.
  { slot: isNumber, wasWebp: oneOf(true) },
);

const isAttachment = anyOf(
  objectOf({ originalName: isText }),
  objectOf({ sealedName: isSealed, sealedSize: isNumber, sealedSha256: isText }),
);

const isStoredAttachment = ((value) =>
  attachmentFacts(value) && isAttachment(value)) as Shape<StoredAttachment>;

const strokeFacts = { submissionId: isId<SubmissionId>, index: isNumber };

const isStroke = anyOf(
  objectOf({
    ...strokeFacts,
    points: listOf(objectOf({ x: isNumber, y: isNumber, time: isNumber })),
  }),
  objectOf({ ...strokeFacts, sealed: isSealed }),
) as Shape<StoredStroke>;

const payloadFacts = { id: isId<SubmissionId>, sha256: isText };

const isPayload = anyOf(
  objectOf({ ...payloadFacts, json: isText }, { salt: isText }),
  objectOf({ ...payloadFacts, sealed: isSealed }),
) as Shape<StoredPayload>;

/** null: its submission can't be read, or is delivered and has nothing to bring back. */
export function decodeContentsSubmission(contents: StoredContents): Contents | null {
  const submission = decodeSubmission(contents.submission);
  return submission === null || submission.status === 'delivered'
    ? null
    : { ...contents, submission };
}

/** Encodes the submission for storage. */
export const encodeStored = (contents: Contents): StoredContents => ({
  ...contents,
  submission: encodeSubmission(contents.submission),
});

const isStored = objectOf(
  {
    submission: objectOf({ id: isId<SubmissionId> }),
    draft: anyOf(
      objectOf({ id: isId<SubmissionId>, values: isObject }),
      objectOf({ id: isId<SubmissionId>, sealed: isSealed }),
    ),
    attachments: listOf(isStoredAttachment),
    strokes: listOf(isStroke),
    payload: orNull(isPayload),
  },
  // Rescue files' parts had none at first.
  { version: oneOf(CLEAR_FORMAT, SEALED_FORMAT) },
);

/** Reads what `encodeContents` made, here or on another phone. null: this version does not understand it. */
export function decodeContents(json: unknown): Contents | null {
  const value = textAsBytes(json);
  return isStored(value) && value.draft.id === value.submission.id
    ? decodeContentsSubmission(value)
    : null;
}
