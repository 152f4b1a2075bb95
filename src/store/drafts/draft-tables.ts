import type { Capture } from '../../domain/forms/values.ts';
import { hasRealSignature } from '../../domain/signature.ts';
import { isSameRow } from '../db/transactions.ts';
import { decodeDraft } from '../format/draft-row.ts';
import type {
  AttachmentRow,
  DraftRow,
  StoredAttachment,
  StoredDraft,
  StoredStroke,
  StrokeRow,
} from '../format/rows.ts';
import { isNumber } from '../format/shape.ts';
import type { StoredSubmission } from '../format/submission-row.ts';
import type { KeyStore } from '../keys/key-store.ts';
import {
  openAttachment,
  openDraft,
  openStroke,
  type RowKey,
  withPersonal,
} from '../keys/sealed-rows.ts';
import { missingIn, type Summary, summaryOf } from './draft-content.ts';
import type { DraftParts, FormRows } from './draft-context.ts';

export function countByKind(files: readonly AttachmentRow[]): Capture['fileCounts'] {
  const counts: Record<string, number> = {};
  for (const { kind } of files) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** Computes the parts from all files and strokes of a form. */
export function partsOf(
  attachments: readonly AttachmentRow[],
  strokes: readonly StrokeRow[],
): DraftParts {
  const files = attachments
    .filter(({ kind }) => kind !== 'signature')
    .sort((one, other) => one.sequence - other.sequence);
  return {
    files,
    fileCounts: countByKind(files),
    hasSignature: hasRealSignature(strokes.map(({ points }) => points)),
  };
}

/** While the agent types, `changedAt` is updated only when it is older than this (ms). Lists show minutes, so this saves writes. */
const STALE_AFTER_MS = 60_000;

export const summaryRow = (
  key: RowKey,
  row: StoredSubmission,
  { customerName, simCardNumber, terms, ...facts }: Summary,
): Promise<StoredSubmission> =>
  withPersonal(key, { ...row, ...facts }, { customerName, terms, simCardNumber });

/** Returns the row with its new summary. Returns null if the columns for lists are unchanged and `changedAt` is recent. */
export async function summarised(
  key: RowKey,
  row: StoredSubmission,
  summary: Summary,
  now: number,
): Promise<StoredSubmission | null> {
  const next = await summaryRow(key, row, summary);
  const isRecent = isNumber(row.changedAt) && Math.abs(now - row.changedAt) < STALE_AFTER_MS;
  return isRecent && isSameRow(next, row) ? null : { ...next, changedAt: now };
}

/** A decrypted form, without its files' bytes. */
export type OpenForm = Readonly<{
  key: RowKey;
  submission: StoredSubmission;
  /** Null if there is no draft, if it does not decrypt, or if a later version wrote it. */
  draft: DraftRow | null;
  attachments: readonly AttachmentRow[];
  strokes: readonly StrokeRow[];
}>;

/** Returns null if there is no such form, or if its key is lost. */
export async function openForm(
  keyStore: KeyStore,
  { attachments, draft, strokes, submission }: FormRows,
): Promise<OpenForm | null> {
  const key = submission === undefined ? null : await keyStore.keyForDisplay(submission);
  if (key === null || submission === undefined) return null;
  return {
    key,
    submission,
    draft: (draft && (await draftOf(key, draft))) ?? null,
    attachments: await attachmentsOf(key, attachments),
    strokes: await strokesOf(key, strokes),
  };
}

/** Returns null if the draft does not decrypt, or if a later version wrote it. */
export async function draftOf(key: RowKey, row: StoredDraft): Promise<DraftRow | null> {
  const opened = await openDraft(key, row);
  return opened ? decodeDraft(opened) : null;
}

export const attachmentsOf = (
  key: RowKey,
  rows: readonly StoredAttachment[],
): Promise<readonly AttachmentRow[]> => Promise.all(rows.map((row) => openAttachment(key, row)));

/** Leaves out strokes that do not decrypt. */
export async function strokesOf(
  key: RowKey,
  rows: readonly StoredStroke[],
): Promise<readonly StrokeRow[]> {
  const opened = await Promise.all(rows.map((row) => openStroke(key, row)));
  return opened.filter((row) => row !== undefined);
}

/** Returns the form's row with a summary of its new files or strokes. Returns null if the draft is unreadable. */
export async function touched(
  { attachments, draft, key, strokes, submission }: OpenForm,
  now: number,
): Promise<StoredSubmission | null> {
  if (draft === null) return null;
  const missing = missingIn(draft.kind, draft, partsOf(attachments, strokes));
  const row = await summaryRow(key, submission, summaryOf(draft.kind, draft, missing));
  return { ...row, changedAt: now };
}
