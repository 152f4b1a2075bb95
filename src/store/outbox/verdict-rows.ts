import { isAccepted } from '../../domain/announced.ts';
import { type FormId, formId, formIdKey, type SubmissionId } from '../../domain/ids.ts';
import type { Submission } from '../../domain/submission-types.ts';
import {
  type Correction,
  hasVerdictNearby,
  type ReasonCode,
  reasonOf,
  shouldBeListed,
  type Verdict,
  verdictOf,
} from '../../domain/verdict.ts';
import type { Database } from '../db/database.ts';
import { readKey } from '../device/device-keys.ts';
import { type BackendSetting, readAnnounced, UNKNOWN_BACKEND } from '../device/device-values.ts';
import type { VerdictRow } from '../format/rows.ts';
import { isNumber, isText } from '../format/shape.ts';
import { decodeSubmission, type StoredSubmission } from '../format/submission-row.ts';
import { type AgentAccess, isVisibleTo } from '../keys/agent-access.ts';
import type { OpenReturns } from './counters.ts';

export const verdictKey = (id: FormId): FormId => formId(formIdKey(id));

/** The row of the form. Undefined if it was deleted. */
async function rowOf(db: Database, id: FormId): Promise<StoredSubmission | undefined> {
  const [guid, older] = await db.formGuids.bulkGet([verdictKey(id), id]);
  const of = (guid ?? older)?.submissionId;
  return of === undefined ? undefined : db.submissions.get(of);
}

/** Records that a person pressed 'OK, I know'. Without a receipt, nobody can delete the operator's words later. So they go now. */
export const dismissVerdict = (db: Database, id: FormId, now: number): Promise<unknown> =>
  db.transaction('rw', [db.verdicts, db.formGuids, db.submissions], async () => {
    const hasReceipt = (await rowOf(db, id)) !== undefined;
    await db.verdicts
      .where('formId')
      .equals(verdictKey(id))
      .modify((row: { dismissedAt?: number; text?: string }) => {
        row.dismissedAt = now;
        if (!hasReceipt) delete row.text;
      });
  });

/** True if a person must still act: the operator returned the registration, and no correction was delivered. */
export const isOpenReturn = (row: VerdictRow | undefined): row is VerdictRow =>
  row?.state === 'refused' && row.isCorrected !== true;

/** Undefined if the row is missing or unreadable. */
export const correctionIn = (row: StoredSubmission | undefined): Correction | undefined => {
  const decoded = decodeSubmission(row);
  if (decoded === null) return undefined;
  const { formId: numbered, id, kind, status } = decoded;
  const deliveredAt = decoded.status === 'delivered' ? decoded.deliveredAt : null;
  return { deliveredAt, formId: numbered, id, kind, status };
};

/** The row of the submission that corrects a returned one. Undefined if there is none, or if it was deleted. */
export const correctionRow = async (
  db: Database,
  verdict: VerdictRow | undefined,
): Promise<StoredSubmission | undefined> =>
  verdict?.correctedBy === undefined ? undefined : db.submissions.get(verdict.correctedBy);

/** Facts about the returned registration that a correction names. `id`: null if this page may not show the form. */
export async function correctedForm(
  db: Database,
  agentAccess: AgentAccess,
  corrects: FormId,
): Promise<Readonly<{ id: SubmissionId | null; isAccepted: boolean }>> {
  const row = await rowOf(db, corrects);
  const isAccepted = (await db.verdicts.get(verdictKey(corrects)))?.state === 'active';
  return { id: row && isVisibleTo(agentAccess, row) ? row.id : null, isAccepted };
}

/**
 * Links a restored correction to the returned form. Returns false if another submission corrects the form. Call it inside
 * a transaction over `submissions` and `verdicts`.
 */
export async function linkCorrection(
  db: Database,
  { corrects, id }: Pick<Submission, 'corrects' | 'id'>,
): Promise<boolean> {
  if (corrects === undefined) return true;
  const row = await db.verdicts.get(verdictKey(corrects));
  if (row === undefined) return true;
  const other = await correctionRow(db, row);
  if (other !== undefined) return other.id === id;
  await db.verdicts.put({ ...row, correctedBy: id });
  return true;
}

const keysOf = (receipts: readonly StoredSubmission[]): readonly FormId[] =>
  receipts.flatMap((row) => (isText(row.formId) ? [verdictKey(formId(row.formId))] : []));

/**
 * Deletes the operator's words about the forms of deleted receipts, unless a person must still act. The deleted receipt of a
 * correction marks its return as corrected. Call it after the receipts are deleted, inside a transaction over `formGuids`,
 * `submissions` and `verdicts`.
 */
export async function deleteWords(
  db: Database,
  receipts: readonly StoredSubmission[],
): Promise<void> {
  const corrected = receipts.flatMap(({ corrects }) =>
    isText(corrects) ? [formId(corrects)] : [],
  );
  await db.verdicts.where('formId').anyOf(corrected.map(verdictKey)).modify({ isCorrected: true });
  const keys = [...keysOf(receipts)];
  for (const id of corrected) if ((await rowOf(db, id)) === undefined) keys.push(verdictKey(id));
  await db.verdicts
    .where('formId')
    .anyOf(keys)
    .filter((row) => !isOpenReturn(row) || row.dismissedAt !== undefined)
    .modify((row: { text?: string }) => {
      delete row.text;
    });
}

/**
 * Deletes the verdicts of the receipts that are deleted together. Returns stay without the operator's words, because the backend may
 * list them again: without its row, a corrected or dismissed return would look new. Call it like `deleteWords`.
 */
export async function deleteVerdicts(
  db: Database,
  receipts: readonly StoredSubmission[],
): Promise<void> {
  await db.verdicts
    .where('formId')
    .anyOf(keysOf(receipts))
    .filter(({ state }) => state !== 'refused')
    .delete();
  await deleteWords(db, receipts);
}

/** True if the backend announces verdicts. */
const saysVerdicts = async (db: Database, { accepts, base }: BackendSetting): Promise<boolean> =>
  isAccepted('statusAfter', await readAnnounced(db, base), accepts) === true;

/** In so many of the newest receipts the app looks for other forms of the same days. */
const MAX_LOOKED_AT = 500;

const ownDeliveredAt = ({ device, deliveredAt, status }: StoredSubmission): number | null =>
  status === 'delivered' && device === undefined && isNumber(deliveredAt) ? deliveredAt : null;

/**
 * The rows that the operator should have listed, because it listed other forms of the same days.
 * @param silent delivered rows without a verdict
 */
async function unlistedAmong(
  db: Database,
  silent: readonly StoredSubmission[],
): Promise<ReadonlySet<StoredSubmission | undefined>> {
  const wholeAt = await readKey(db, 'verdictsWholeAt');
  if (wholeAt === undefined) return new Set();
  const missing = silent.flatMap((row) => {
    const at = ownDeliveredAt(row);
    return at !== null && shouldBeListed(at, wholeAt) ? [{ row, at }] : [];
  });
  // Most phones have no such row. Then the other receipts are not read.
  if (missing.length === 0) return new Set();
  const receipts = await db.submissions
    .where('[status+sequence]')
    .between(['delivered', -Infinity], ['delivered', Infinity])
    .reverse()
    .limit(MAX_LOOKED_AT)
    .toArray();
  const numbered = receipts.filter((row) => isText(row.formId));
  const keys = numbered.map((row) => verdictKey(formId(String(row.formId))));
  const verdicts = await db.verdicts.bulkGet(keys);
  const heard = numbered.flatMap((row, at) => (verdicts[at] && ownDeliveredAt(row)) ?? []);
  return new Set(missing.filter(({ at }) => hasVerdictNearby(at, heard)).map(({ row }) => row));
}

/** The verdict of each row. Undefined if the row is not delivered, or if the backend says nothing. */
export async function verdictsOf(
  db: Database,
  rows: readonly StoredSubmission[],
  backend: BackendSetting = UNKNOWN_BACKEND,
): Promise<readonly (Verdict | undefined)[]> {
  const keys = rows.map((row) =>
    row.status === 'delivered' && isText(row.formId) ? verdictKey(formId(row.formId)) : null,
  );
  const wanted = keys.filter((key) => key !== null);
  if (wanted.length === 0) return [];
  const isSaid = await saysVerdicts(db, backend);
  const stored = new Map((await db.verdicts.bulkGet(wanted)).map((row) => [row?.formId, row]));
  const ids = [...stored.values()].flatMap((row) => row?.correctedBy ?? []);
  const corrections = new Map(
    ids.length === 0
      ? []
      : (await db.submissions.bulkGet(ids)).map((row) => [row?.id, correctionIn(row)]),
  );
  const silent = rows.filter((_, at) => keys[at] && !stored.has(keys[at]));
  const unlisted = await unlistedAmong(db, isSaid ? silent : []);
  return keys.map((key, at) => {
    const row = key === null ? undefined : stored.get(key);
    if (key === null || (row === undefined && !isSaid)) return undefined;
    if (unlisted.has(rows[at])) return { state: 'unlisted' };
    return verdictOf(row, corrections.get(row?.correctedBy));
  });
}

/** A returned registration of which this phone has no receipt. */
export type ReturnWithoutReceipt = Readonly<{
  formId: FormId;
  /** The server's time, ms since 1970. */
  at: number;
  code: ReasonCode;
  /** The operator's words, or ''. */
  text: string;
}>;

/** Newest first. */
export const withoutReceipt = (returns: OpenReturns): readonly ReturnWithoutReceipt[] =>
  returns.withoutReceipt
    .map(({ at, code, formId: id, text = '' }) => ({ at, code: reasonOf(code), formId: id, text }))
    .sort((one, other) => other.at - one.at);

/** Counts the SIMs that became active on a day. Null if the backend does not say it. @param day local calendar day, YYYY-MM-DD */
export async function activeOn(
  db: Database,
  agentAccess: AgentAccess,
  backend: BackendSetting,
  day: string,
): Promise<number | null> {
  if (!(await saysVerdicts(db, backend))) return null;
  return db.verdicts
    .where('[state+day]')
    .equals(['active', day])
    .filter(({ agent }) => isVisibleTo(agentAccess, { agent, status: 'delivered' }))
    .count();
}
