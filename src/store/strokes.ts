import type { SubmissionId } from '../domain/ids.ts';
import type { Stroke } from '../domain/signature.ts';
import type { Database } from './database.ts';
import { type FormRows, formTables, isOpenForm, readForm, touched } from './form-rows.ts';
import { decodeDraft } from './format/draft-upgrade.ts';
import { readThenWrite } from './read-then-write.ts';
import { reopening } from './reopen.ts';
import type { DraftRow, StrokeRow } from './rows.ts';
import { isQuotaError } from './storage-errors.ts';

export type PadSize = NonNullable<DraftRow['signatureSize']>;

/** A signature as it is kept: strokes in drawing order, and the pad (CSS pixels) that their points refer to. */
export type StoredSignature = Readonly<{ strokes: readonly Stroke[]; size: PadSize | null }>;

/** `notOpen`: the form is submitted, or gone. `quota`: the device is full. Either way nothing was changed. */
export type StrokeWrite =
  | Readonly<{ status: 'saved' }>
  | Readonly<{ status: 'notSaved'; reason: 'quota' | 'notOpen' }>;

export type StrokesStore = Readonly<{
  read: (submissionId: SubmissionId) => Promise<StoredSignature>;
  /** Durable when it resolves. The first stroke says what pad the points refer to; later ones must refer to the same. */
  add: (submissionId: SubmissionId, stroke: Stroke, size: PadSize) => Promise<StrokeWrite>;
  /** Resolves with what was there, for `replace`; null where the form is submitted, or gone. */
  clear: (submissionId: SubmissionId) => Promise<StoredSignature | null>;
  /** Puts a whole signature in the place of whatever is there. */
  replace: (submissionId: SubmissionId, signature: StoredSignature) => Promise<StrokeWrite>;
}>;

type Change = Readonly<{
  /** All that there will be. */
  strokes: readonly StrokeRow[];
  size: PadSize | null;
  write: () => Promise<unknown>;
}>;

/** Signature strokes, each its own row: storing one never writes the others again. */
export function strokesStore(db: Database): StrokesStore {
  /** Resolves with what was there before; null where the form may not be changed any more. */
  const change = (
    id: SubmissionId,
    changeOf: (strokes: readonly StrokeRow[], size: PadSize | null) => Change,
  ): Promise<StoredSignature | null> =>
    readThenWrite<FormRows, StoredSignature | null>(db, {
      tables: formTables,
      read: () => readForm(db, id),
      plan: (form) => {
        if (!isOpenForm(form)) return { result: null };
        const before = form.draft && decodeDraft(form.draft);
        const { strokes, size, write } = changeOf(form.strokes, before?.signatureSize ?? null);
        const draft = before ? { ...before, signatureSize: size } : form.draft;
        const submission = touched({ ...form, draft, strokes }, Date.now());
        return {
          result: signatureOf(form.strokes, before?.signatureSize ?? null),
          write: async () => {
            await write();
            if (before && draft !== undefined && size !== before.signatureSize)
              await db.drafts.put(draft);
            if (submission !== null) await db.submissions.put(submission);
          },
        };
      },
    });

  async function written(changing: Promise<StoredSignature | null>): Promise<StrokeWrite> {
    try {
      const before = await changing;
      return before === null ? { status: 'notSaved', reason: 'notOpen' } : { status: 'saved' };
    } catch (error) {
      if (isQuotaError(error)) return { status: 'notSaved', reason: 'quota' };
      throw error;
    }
  }

  const replaceBy = (
    submissionId: SubmissionId,
    { strokes, size }: StoredSignature,
  ): Promise<StoredSignature | null> =>
    change(submissionId, () => {
      const rows = strokes.map((points, index) => ({ submissionId, index, points }));
      return {
        strokes: rows,
        size,
        write: async () => {
          await db.strokes.where({ submissionId }).delete();
          await db.strokes.bulkPut(rows);
        },
      };
    });

  return {
    read: (id) =>
      reopening(db, async () =>
        signatureIn(await db.transaction('r', [...formTables], () => readForm(db, id))),
      ),

    add: (submissionId, points, size) =>
      written(
        change(submissionId, (strokes, before) => {
          const index = Math.max(-1, ...strokes.map((row) => row.index)) + 1;
          const row = { submissionId, index, points };
          return {
            strokes: [...strokes, row],
            size: index === 0 ? size : before,
            write: () => db.strokes.put(row),
          };
        }),
      ),

    clear: (id) => replaceBy(id, { strokes: [], size: null }),

    replace: (id, signature) => written(replaceBy(id, signature)),
  };
}

const signatureOf = (strokes: readonly StrokeRow[], size: PadSize | null): StoredSignature => ({
  strokes: [...strokes].sort((a, b) => a.index - b.index).map((row) => row.points),
  size,
});

const signatureIn = ({ draft, strokes }: FormRows): StoredSignature =>
  signatureOf(strokes, (draft && decodeDraft(draft)?.signatureSize) ?? null);
