import type { SubmissionId } from '../../domain/ids.ts';
import type { Stroke } from '../../domain/signature.ts';
import type { Database } from '../db/database.ts';
import { isQuotaError, isSameRow, readThenWrite, withReopen } from '../db/transactions.ts';
import { type FormRows, formTables, isOpenForm, readForm } from '../drafts/draft-context.ts';
import { openForm, touched } from '../drafts/draft-tables.ts';
import type { DraftRow, StrokeRow } from '../format/rows.ts';
import type { KeyStore } from '../keys/key-store.ts';
import { sealDraft, sealStroke } from '../keys/sealed-rows.ts';

export type PadSize = NonNullable<DraftRow['signatureSize']>;

/** A stored signature: strokes in drawing order, and the pad size (CSS pixels) of their points. */
export type StoredSignature = Readonly<{ strokes: readonly Stroke[]; size: PadSize | null }>;

/** `notOpen`: the form is submitted or deleted. `quota`: the device is full. In both cases nothing changed. */
export type StrokeWrite =
  | Readonly<{ status: 'saved' }>
  | Readonly<{ status: 'notSaved'; reason: 'quota' | 'notOpen' }>;

export type StrokesStore = Readonly<{
  read: (submissionId: SubmissionId) => Promise<StoredSignature>;
  /** The stroke is on the disk when the promise resolves. The first stroke sets the pad's size. Later strokes must use this size. */
  add: (submissionId: SubmissionId, stroke: Stroke, size: PadSize) => Promise<StrokeWrite>;
  /** Returns the former signature, for `replace`. Returns null if the form is submitted or deleted. */
  clear: (submissionId: SubmissionId) => Promise<StoredSignature | null>;
  replace: (submissionId: SubmissionId, signature: StoredSignature) => Promise<StrokeWrite>;
}>;

type Change = Readonly<{
  /** All strokes after the change. */
  strokes: readonly StrokeRow[];
  size: PadSize | null;
  added: readonly StrokeRow[];
  /** True if all stored strokes are deleted first. */
  isReplaced: boolean;
}>;

/** The strokes of signatures. Each stroke has its own row, so that a new stroke does not write the others again. */
export function strokesStore(db: Database, keyStore: KeyStore): StrokesStore {
  /** Runs one change after the other, because encryption takes time and the strokes must keep their order. */
  let last: Promise<unknown> = Promise.resolve();

  /** Returns the former strokes. Returns null if the form may no longer change. */
  const change = (...asked: Parameters<typeof changeNow>): ReturnType<typeof changeNow> => {
    const changed = last.then(() => changeNow(...asked));
    last = changed.catch(() => undefined);
    return changed;
  };

  const changeNow = (
    id: SubmissionId,
    changeOf: (strokes: readonly StrokeRow[], size: PadSize | null) => Change,
  ): Promise<StoredSignature | null> =>
    readThenWrite<FormRows, StoredSignature | null>(db, {
      tables: formTables,
      read: () => readForm(db, id),
      plan: async (rows) => {
        const form = isOpenForm(rows) ? await openForm(keyStore, rows) : null;
        if (form === null) return { result: null };
        const { draft: before, key } = form;
        const sizeBefore = before?.signatureSize ?? null;
        const { added, isReplaced, size, strokes } = changeOf(form.strokes, sizeBefore);
        const former = signatureOf(form.strokes, sizeBefore);
        // On a full disk, an unneeded write would fail.
        if (form.strokes.length === 0 && strokes.length === 0) return { result: former };
        const draft = before && { ...before, signatureSize: size };
        const submission = await touched({ ...form, draft, strokes }, Date.now());
        const sealed = await Promise.all(added.map((row) => sealStroke(key, row)));
        const resized = draft && !isSameRow(size, sizeBefore) ? await sealDraft(key, draft) : null;
        return {
          result: former,
          write: async () => {
            if (isReplaced) await db.strokes.where({ submissionId: id }).delete();
            await db.strokes.bulkPut(sealed);
            if (resized !== null) await db.drafts.put(resized);
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
      return { strokes: rows, size, added: rows, isReplaced: true };
    });

  return {
    read: (id) =>
      withReopen(db, async () => {
        const rows = await db.transaction('r', [...formTables], () => readForm(db, id));
        const form = await openForm(keyStore, rows);
        return signatureOf(form?.strokes ?? [], form?.draft?.signatureSize ?? null);
      }),

    add: (submissionId, points, size) =>
      written(
        change(submissionId, (strokes, before) => {
          const index = Math.max(-1, ...strokes.map((row) => row.index)) + 1;
          const row = { submissionId, index, points };
          return {
            strokes: [...strokes, row],
            size: index === 0 ? size : before,
            added: [row],
            isReplaced: false,
          };
        }),
      ),

    clear: (id) => replaceBy(id, { strokes: [], size: null }),

    replace: (id, signature) => written(replaceBy(id, signature)),
  };
}

/** An older build could store a pad of size 0. No stroke has a place on it, so the next stroke sets the size again. */
const signatureOf = (strokes: readonly StrokeRow[], size: PadSize | null): StoredSignature => ({
  strokes: [...strokes].sort((a, b) => a.index - b.index).map((row) => row.points),
  size: size !== null && size.width > 0 && size.height > 0 ? size : null,
});
