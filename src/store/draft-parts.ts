import type { Capture } from '../domain/forms/capture.ts';
import type { SubmissionId } from '../domain/ids.ts';
import { hasRealSignature } from '../domain/signature.ts';
import type { Database } from './database.ts';
import type { AttachmentRow, StrokeRow } from './rows.ts';
import { deliveredWith } from './sim-marks.ts';

/** What belongs to a draft and is not in its row: files (without their bytes) and whether somebody signed. */
export type DraftParts = Readonly<{
  /** Documents only, oldest first. */
  files: readonly AttachmentRow[];
  fileCounts: Capture['fileCounts'];
  hasSignature: boolean;
}>;

export const noParts: DraftParts = { files: [], fileCounts: {}, hasSignature: false };

export function countByKind(files: readonly AttachmentRow[]): Capture['fileCounts'] {
  const counts: Record<string, number> = {};
  for (const { kind } of files) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** Of all files and strokes of a form. */
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

export const draftParts = async (db: Database, id: SubmissionId): Promise<DraftParts> =>
  partsOf(
    await db.attachments.where('submissionId').equals(id).toArray(),
    await db.strokes.where('submissionId').equals(id).toArray(),
  );

/** What a check of a form needs beside its content. */
export type DraftContext = DraftParts &
  Readonly<{ simCardNumbersElsewhere: NonNullable<Capture['simCardNumbersElsewhere']> }>;

export const draftContext = async (
  db: Database,
  id: SubmissionId,
  simCardNumber: string,
  mark: string | null,
): Promise<DraftContext> => ({
  ...(await draftParts(db, id)),
  simCardNumbersElsewhere: await simCardNumbersElsewhere(db, id, simCardNumber, mark),
});

/** The other submission that holds this normalised SIM card number, as `Capture` takes it; delivered ones are known by a mark. */
export async function simCardNumbersElsewhere(
  db: Database,
  id: SubmissionId,
  simCardNumber: string,
  mark: string | null,
): Promise<ReadonlyMap<string, SubmissionId>> {
  if (simCardNumber === '') return new Map();
  const ids = await db.submissions.where({ simCardNumber }).primaryKeys();
  const other = ids.find((one) => one !== id) ?? (await deliveredWith(db, id, mark, Date.now()));
  return new Map(other === undefined ? [] : [[simCardNumber, other]]);
}
