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

/** All stored data with a decoded submission. Functions that need the other rows decode them. */
export type Contents = Parts & Readonly<{ submission: UndeliveredSubmission }>;

/** The decrypted data of one submission. */
export type OpenContents = Readonly<{
  submission: UndeliveredSubmission;
  draft: DraftRow;
  attachments: readonly AttachmentRow[];
  strokes: readonly StrokeRow[];
  payload: PayloadRow | null;
}>;

/**
 * The format of second copies and of a rescue file's parts. The number grows when older versions can't read a new format. Parts with
 * unencrypted rows have number 1, parts with encrypted rows number 2.
 */
const CLEAR_FORMAT = 1;
const SEALED_FORMAT = 2;

/** Encodes a second copy or a part of a rescue file for JSON. Keeps unknown properties, because a later version may read them. */
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
  // Rows of older builds have no `slot`.
  {
    slot: isNumber,
    wasWebp: oneOf(true),
    verdict: isText,
    isKept: oneOf(true),
    isRetaken: oneOf(true),
  },
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

/** Returns null if the submission is unreadable, or if it is delivered, so that there is nothing to restore. */
export function decodeContentsSubmission(contents: StoredContents): Contents | null {
  const submission = decodeSubmission(contents.submission);
  return submission === null || submission.status === 'delivered'
    ? null
    : { ...contents, submission };
}

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
  // The first rescue files had no version.
  { version: oneOf(CLEAR_FORMAT, SEALED_FORMAT) },
);

/** Reads the result of `encodeContents` from this or another phone. Returns null if this version can't read it. */
export function decodeContents(json: unknown): Contents | null {
  const value = textAsBytes(json);
  return isStored(value) && value.draft.id === value.submission.id
    ? decodeContentsSubmission(value)
    : null;
}
