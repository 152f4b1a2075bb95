import type { SubmissionId } from '../domain/ids.ts';
import type { Stroke } from '../domain/signature.ts';
import { isQuotaError } from './blob-bytes.ts';
import type { Database } from './database.ts';
import { touchSummary } from './drafts.ts';
import { isOpenForm } from './open-form.ts';
import { reopening } from './reopen.ts';
import type { DraftRow } from './rows.ts';

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

/** Signature strokes, each its own row: storing one never writes the others again. */
export function strokesStore(db: Database): StrokesStore {
  const tables = [db.strokes, db.attachments, db.drafts, db.submissions, db.counters] as const;

  async function read(submissionId: SubmissionId): Promise<StoredSignature> {
    const rows = await db.strokes.where({ submissionId }).toArray();
    const draft = await db.drafts.get(submissionId);
    return {
      strokes: [...rows].sort((a, b) => a.index - b.index).map((row) => row.points),
      size: draft?.signatureSize ?? null,
    };
  }

  async function write(
    submissionId: SubmissionId,
    change: () => Promise<unknown>,
  ): Promise<StrokeWrite> {
    try {
      return await reopening(db, () =>
        db.transaction('rw', tables, async (): Promise<StrokeWrite> => {
          if (!(await isOpenForm(db, submissionId)))
            return { status: 'notSaved', reason: 'notOpen' };
          await change();
          await touchSummary(db, submissionId);
          return { status: 'saved' };
        }),
      );
    } catch (error) {
      if (isQuotaError(error)) return { status: 'notSaved', reason: 'quota' };
      throw error;
    }
  }

  return {
    read: (submissionId) =>
      reopening(db, () => db.transaction('r', [db.strokes, db.drafts], () => read(submissionId))),

    add: (submissionId, stroke, size) =>
      write(submissionId, async () => {
        const keys = await db.strokes.where({ submissionId }).primaryKeys();
        const index = Math.max(-1, ...keys.map(([, key]) => key)) + 1;
        await db.strokes.put({ submissionId, index, points: stroke });
        if (index === 0) await db.drafts.update(submissionId, { signatureSize: size });
      }),

    async clear(submissionId) {
      let before: StoredSignature | null = null;
      await write(submissionId, async () => {
        before = await read(submissionId);
        await db.strokes.where({ submissionId }).delete();
        await db.drafts.update(submissionId, { signatureSize: null });
      });
      return before;
    },

    replace: (submissionId, { strokes, size }) =>
      write(submissionId, async () => {
        await db.strokes.where({ submissionId }).delete();
        await db.strokes.bulkPut(strokes.map((points, index) => ({ submissionId, index, points })));
        await db.drafts.update(submissionId, { signatureSize: size });
      }),
  };
}
