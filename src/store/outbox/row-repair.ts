import type { DataKey } from '../../seal/key-hierarchy.ts';
import type { Database } from '../db/database.ts';
import { readThenWrite } from '../db/transactions.ts';
import type { StoredContents } from '../format/contents.ts';
import type { StoredDraft, StoredPayload, StoredStroke } from '../format/rows.ts';
import { isNumber } from '../format/shape.ts';
import type { KeyStore } from '../keys/key-store.ts';
import { openDraft, openPayload, openStroke, opensPersonal } from '../keys/sealed-rows.ts';
import type { RepairPort, RowsRepaired } from './outbox-port.ts';
import { contentTables, isIntact, readContents } from './outbox-reads.ts';

/**
 * Decrypts each row of a submission. A row that fails to decrypt with the right key is damaged and is replaced from the second copy.
 */
export const createRowRepair = (db: Database, keyStore: KeyStore): RepairPort => ({
  repairRows: (id, copy) =>
    readThenWrite<StoredContents | undefined, RowsRepaired>(db, {
      tables: [...contentTables],
      read: () => readContents(db, id),
      plan: async (here) => {
        const key = here && (await keyStore.keyOf(here.submission));
        if (!here || !key) return { result: 'closed' };
        if (copy === null) return { result: (await isIntact(key, here)) ? 'whole' : 'damaged' };
        const whole = await repairedContents(key, here, copy);
        if (whole === null) return { result: 'whole' };
        return {
          result: 'repaired',
          write: async () => {
            await db.submissions.put(whole.submission);
            await db.drafts.put(whole.draft);
            await db.strokes.bulkPut([...whole.strokes]);
            if (whole.payload !== null) await db.payloads.put(whole.payload);
          },
        };
      },
    }),
});

/** Returns null if every row decrypts, or if the copy has no better row. */
export async function repairedContents(
  key: DataKey,
  here: StoredContents,
  copy: StoredContents,
): Promise<StoredContents | null> {
  const whole = {
    ...here,
    submission: await wholeSubmission(key, here, copy),
    draft: await wholeDraft(key, here.draft, copy.draft),
    strokes: await Promise.all(here.strokes.map((row) => wholeStroke(key, row, copy))),
    payload: await wholePayload(key, here.payload, copy.payload),
  };
  const isSame =
    whole.submission === here.submission &&
    whole.draft === here.draft &&
    whole.payload === here.payload &&
    whole.strokes.every((row, index) => row === here.strokes[index]);
  return isSame ? null : whole;
}

async function wholeSubmission(
  key: DataKey,
  { submission }: StoredContents,
  { submission: copied }: StoredContents,
): Promise<StoredContents['submission']> {
  if (await opensPersonal(key, submission)) return submission;
  return (await opensPersonal(key, copied)) ? { ...submission, sealed: copied.sealed } : submission;
}

/** Replaces a damaged draft from the copy. The revision grows, so that no open page overwrites the restored draft. */
async function wholeDraft(
  key: DataKey,
  here: StoredDraft,
  copied: StoredDraft,
): Promise<StoredDraft> {
  if ((await openDraft(key, here)) !== undefined) return here;
  if ((await openDraft(key, copied)) === undefined) return here;
  return { ...copied, revision: isNumber(here.revision) ? here.revision + 1 : copied.revision };
}

async function wholeStroke(
  key: DataKey,
  here: StoredStroke,
  { strokes }: StoredContents,
): Promise<StoredStroke> {
  if ((await openStroke(key, here)) !== undefined) return here;
  const copied = strokes.find(({ index }) => index === here.index);
  return copied !== undefined && (await openStroke(key, copied)) !== undefined ? copied : here;
}

async function wholePayload(
  key: DataKey,
  here: StoredPayload | null,
  copied: StoredPayload | null,
): Promise<StoredPayload | null> {
  const opens = async (row: StoredPayload | null): Promise<boolean> =>
    row !== null && (await openPayload(key, row)) !== undefined;
  if (copied === null || copied.sha256 !== (here ?? copied).sha256) return here;
  return (await opens(here)) || !(await opens(copied)) ? here : copied;
}
