import { formKindRows } from '../../domain/forms/form-kinds.ts';
import type { FormId, SubmissionId } from '../../domain/ids.ts';
import type {
  DraftSubmission,
  Personal,
  Submission,
  SubmissionStatus,
} from '../../domain/submission-types.ts';
import type { Stored } from '../rows.ts';
import { FORMAT } from './format-version.ts';
import { receiptColumns } from './receipt-columns.ts';
import {
  isFlag,
  isId,
  isNumber,
  isText,
  listOf,
  mapOf,
  objectOf,
  oneOf,
  orNull,
  type Shape,
} from './shape.ts';
import { areSteps } from './step-shape.ts';

/** A submission as it lies in the database. The customer's columns are at the top, as the search is an index over them. */
export type SubmissionRow = Omit<DraftSubmission, 'status' | 'personal'> &
  Personal &
  Readonly<{
    format?: typeof FORMAT;
    status: SubmissionStatus;
    deliveredAt: number | null;
    /** Of a receipt: the last four digits of the SIM card number. */
    simTail?: string;
  }>;

/** A row as it lies there. `personal` is the domain's word: with it, a submission that was not encoded is no row. */
export type StoredSubmission = Stored<SubmissionRow> & Readonly<{ personal?: never }>;

const isStatus = oneOf('draft', 'queued', 'rejected', 'delivered');

const isRow: Shape<SubmissionRow> = objectOf(
  {
    id: isId<SubmissionId>,
    kind: oneOf(...formKindRows.map(({ kind }) => kind)),
    status: isStatus,
    formId: orNull(isId<FormId>),
    sequence: isNumber,
    customerName: isText,
    isBusiness: isFlag,
    terms: listOf(isText),
    simCardNumber: isText,
    createdAt: isNumber,
    changedAt: isNumber,
    day: isText,
    submittedAt: orNull(isNumber),
    deliveredAt: orNull(isNumber),
    missing: isNumber,
    section: isText,
    steps: areSteps,
    documents: mapOf(listOf(objectOf({ formFileId: isText, name: isText }))),
    nextAttemptAt: orNull(isNumber),
    maybeTwice: listOf(isText),
    bytesLeft: isNumber,
    history: listOf(objectOf({ at: isNumber, what: isText })),
  },
  {
    format: oneOf(FORMAT),
    simTail: isText,
    everSent: oneOf(true),
    sentNames: mapOf(listOf(isText)),
    device: isText,
    renumberings: isNumber,
    faults: isNumber,
    mirrored: isFlag,
  },
);

/** null: of none that is counted. */
export const statusOf = ({ status }: StoredSubmission): SubmissionStatus | null =>
  isStatus(status) ? status : null;

/** Whether a later version wrote the row, and this one must leave it as it is. */
export const isOfLaterFormat = ({ format }: StoredSubmission): boolean =>
  isNumber(format) && format > FORMAT;

/**
 * Reads a row. null: it is not as this version or an older one writes them; it stays as it is, and nothing else waits for
 * it. What a row has beyond what is known here is kept.
 */
export function decodeSubmission(stored: unknown): Submission | null {
  if (!isRow(stored)) return null;
  const {
    customerName,
    deliveredAt,
    format: _,
    simCardNumber,
    simTail,
    status,
    terms,
    ...facts
  } = stored;
  if (status !== 'delivered')
    return { ...facts, status, personal: { customerName, terms, simCardNumber } };
  if (deliveredAt === null) return null;
  const receipt = { name: customerName, simTail: simTail ?? '' };
  return { ...facts, status, personal: null, receipt, deliveredAt };
}

export function encodeSubmission(submission: Submission): SubmissionRow {
  if (submission.status === 'delivered') {
    const { personal: _, receipt, ...facts } = submission;
    return { ...facts, ...receiptColumns(receipt), format: FORMAT };
  }
  const { personal, ...facts } = submission;
  return { ...facts, ...personal, deliveredAt: null, format: FORMAT };
}
