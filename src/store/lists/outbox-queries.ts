import { type FormId, formId, type SubmissionId } from '../../domain/ids.ts';
import type { PhotoRule } from '../../domain/photo-sending.ts';
import { referenceOf } from '../../domain/reference.ts';
import type {
  Hold,
  Submission,
  SubmissionStatus,
  TriedInVain,
} from '../../domain/submission-types.ts';
import type { Database } from '../db/database.ts';
import { readHold, readKey } from '../device/device-keys.ts';
import { type DeviceValues, deviceStorage } from '../device/device-storage.ts';
import { leaseRuns, readPhotoRule } from '../device/device-values.ts';
import { isNumber, isText } from '../format/shape.ts';
import { decodeSubmission, type StoredSubmission } from '../format/submission-row.ts';
import { isAlone, isTheirs, type Whose } from '../keys/agent-access.ts';
import type { KeyDesk } from '../keys/key-store.ts';
import { type Counts, ownCounts, undeliveredRows } from '../outbox/counters.ts';

/** What one day came to. */
export type DayTotals = Readonly<{
  /** Submitted, whatever became of it. */
  captured: number;
  sent: number;
  refused: number;
}>;

const NOTHING: DayTotals = { captured: 0, sent: 0, refused: 0 };

/** @param day local calendar day, YYYY-MM-DD. Reads keys, not rows, where one agent has the phone: a day may have hundreds. */
export async function dayTotals(db: Database, whose: Whose, day: string): Promise<DayTotals> {
  const inDay = () =>
    db.submissions.where('[day+sequence]').between([day, -Infinity], [day, Infinity]);
  const [oldest, newest] = await Promise.all([inDay().first(), inDay().last()]);
  if (oldest === undefined || newest === undefined) return NOTHING;
  const own = isAlone(whose) ? inDay() : inDay().filter((row) => isTheirs(whose, row));
  const ids = new Set<SubmissionId>(await own.primaryKeys());
  // Between the day's first and last there may be rows of another day, where a clock was set.
  const withStatus = async (status: SubmissionStatus): Promise<number> => {
    const keys = await db.submissions
      .where('[status+sequence]')
      .between([status, oldest.sequence], [status, newest.sequence], true, true)
      .primaryKeys();
    return keys.filter((id) => ids.has(id)).length;
  };
  const [drafts, sent, refused] = await Promise.all([
    withStatus('draft'),
    withStatus('delivered'),
    withStatus('rejected'),
  ]);
  return { captured: ids.size - drafts, sent, refused };
}

/** As people type one, or begin to: with or without its hyphen, small or capital. */
const TYPED = /^[0-9a-z]{4}[\s-]?[0-9a-z]{0,4}$/i;

/** Whether what was typed, without hyphen and in capitals, begins the reference or its second group. */
function begins(id: FormId, typed: string): boolean {
  const [first = '', second = ''] = referenceOf(id).toUpperCase().split('-');
  return `${first}${second}`.startsWith(typed) || second === typed;
}

/**
 * The submissions whose reference this may be. From the record of the formIds, which knows whose each is, and was: so a
 * submission that got another one is still found by the reference that its customer has.
 */
async function idsByReference(db: Database, search: string): Promise<ReadonlySet<SubmissionId>> {
  const text = search.trim();
  if (!TYPED.test(text)) return new Set();
  const typed = text.replace(/[\s-]/g, '').toUpperCase();
  const found = new Set<SubmissionId>();
  for (const { guid, submissionId } of await db.formGuids.toArray())
    if (submissionId !== undefined && begins(formId(guid), typed)) found.add(submissionId);
  return found;
}

/** What lists need of the keys, and of who looks. */
export type ListDesk = Pick<KeyDesk, 'isLost' | 'opened' | 'whose'>;

export type ListQuery = Readonly<{
  status?: SubmissionStatus;
  /** All but these. */
  without?: SubmissionStatus;
  /** Local calendar day, YYYY-MM-DD. */
  day?: string;
  /** Beginnings of words: names, SIM and phone numbers; every word must be found. Or a reference. */
  search?: string;
  /** Only those with a smaller sequence: the page after it. */
  before?: number;
  limit: number;
}>;

/** Of a submission whose key is lost: what stands in the clear. */
export type KeyLost = Readonly<{
  isDraft: boolean;
  /** It is not lost for whoever sends: it was submitted, but nobody can unlock as its agent any more. */
  isSent: boolean;
  /** When it was last changed, which took the key: it was lost since. ms since 1970. */
  since: number;
}>;

/**
 * An entry of a list. `submission` is null where this version can't read the row, which stays as it is, for a person to see; or where
 * its key is lost.
 */
export type Listed = Readonly<{
  id: SubmissionId;
  /** Local calendar day of capture, YYYY-MM-DD; '' where even that can't be read. */
  day: string;
  submission: Submission | null;
  keyLost?: KeyLost;
}>;

async function listed(desk: ListDesk, row: StoredSubmission): Promise<Listed> {
  const entry = { id: row.id, day: isText(row.day) ? row.day : '' };
  // A home of the secrets that fails hides names, and no row.
  const submission = await desk.opened(row).catch(() => decodeSubmission(row));
  const closed = submission === null ? decodeSubmission(row) : null;
  if (closed === null) return { ...entry, submission };
  const isSent = !(await desk.isLost(row).catch(() => false));
  const keyLost = { isDraft: closed.status === 'draft', isSent, since: closed.changedAt };
  return { ...entry, submission, keyLost };
}

/** A search that finds fewer is answered from its index alone. */
const FEW_MATCHES = 400;

/** Rows that another version wrote, or damage, must not take the list away. */
const isFound = (word: string, terms: unknown): boolean =>
  Array.isArray(terms) && terms.some((term) => String(term).startsWith(word));

const sequenceOf = ({ sequence }: StoredSubmission): number => (isNumber(sequence) ? sequence : 0);

/** The newest first; never reads more rows than it needs. */
export async function newestSubmissions(
  db: Database,
  desk: ListDesk,
  query: ListQuery,
): Promise<readonly Listed[]> {
  const words = (query.search ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const whose = await desk.whose();
  const isFit = (row: StoredSubmission): boolean => fits(query, row) && isTheirs(whose, row);
  const rows =
    words.length === 0
      ? await newestRows(db, whose, query, isFit)
      : await foundRows(db, desk, { ...query, whose, words, isFit });
  return Promise.all(rows.map((row) => listed(desk, row)));
}

const below = ({ before }: ListQuery): number => before ?? Infinity;

const fits = (query: ListQuery, row: StoredSubmission): boolean =>
  sequenceOf(row) < below(query) &&
  (query.status === undefined || row.status === query.status) &&
  row.status !== query.without &&
  (query.day === undefined || row.day === query.day);

type IsFit = (row: StoredSubmission) => boolean;

const newestRows = async (
  db: Database,
  whose: Whose,
  query: ListQuery,
  isFit: IsFit,
): Promise<readonly StoredSubmission[]> => {
  const { day, limit, status } = query;
  // A day holds few, and so does every status but one.
  if (!whose.others.length || day !== undefined || (status && status !== 'delivered'))
    return newestFirst(db, query, below(query)).filter(isFit).limit(limit).toArray();
  const { rowsOfOwn } = await import('./own-rows.ts');
  return newestAmong(await rowsOfOwn(db, whose, { before: below(query), limit, isFit }), query);
};

const newestAmong = (
  rows: readonly StoredSubmission[],
  { limit }: ListQuery,
): readonly StoredSubmission[] =>
  [...rows].sort((one, other) => sequenceOf(other) - sequenceOf(one)).slice(0, limit);

/**
 * Receipts, and what an older build left, have an index of their words. What is sealed has none: all of it is opened and looked at,
 * which is few. All is read before anything is opened: a live query follows what it reads until then.
 */
async function foundRows(
  db: Database,
  desk: ListDesk,
  query: Search,
): Promise<readonly StoredSubmission[]> {
  const { isFit, words } = query;
  const referred = await idsByReference(db, query.search ?? '');
  const sealed = (await undeliveredRows(db)).filter((row) => row.sealed !== undefined);
  const clear = await clearRows(db, query, referred);
  const found: StoredSubmission[] = [];
  for (const row of sealed.filter(isFit)) {
    const terms = (await desk.opened(row).catch(() => null))?.personal?.terms;
    if (referred.has(row.id) || words.every((word) => isFound(word, terms))) found.push(row);
  }
  return newestAmong([...found, ...clear], query);
}

type Search = ListQuery & Readonly<{ words: readonly string[]; whose: Whose; isFit: IsFit }>;

async function clearRows(
  db: Database,
  query: Search,
  referred: ReadonlySet<SubmissionId>,
): Promise<readonly StoredSubmission[]> {
  const { isFit, whose, words } = query;
  const isWanted = (row: StoredSubmission): boolean =>
    row.sealed === undefined &&
    isFit(row) &&
    (words.every((word) => isFound(word, row.terms)) || referred.has(row.id));
  const [longest = ''] = [...words].sort((one, other) => other.length - one.length);
  const keys = await db.submissions
    .where('terms')
    .startsWith(longest)
    .limit(FEW_MATCHES)
    .primaryKeys();
  if (keys.length >= FEW_MATCHES) return newestRows(db, whose, query, isWanted);
  const rows = await db.submissions.bulkGet([...new Set([...keys, ...referred])]);
  return rows.filter((row) => row !== undefined).filter(isWanted);
}

function newestFirst(db: Database, { status, day }: ListQuery, before: number) {
  const index = (name: string, first: string) =>
    db.submissions.where(name).between([first, -Infinity], [first, before], true, false).reverse();
  // A day first: it holds few, whatever its rows' status, and a status may hold nearly all.
  if (day !== undefined) return index('[day+sequence]', day);
  if (status !== undefined) return index('[status+sequence]', status);
  return db.submissions.where('sequence').below(before).reverse();
}

export type Found = Readonly<{
  wanted: ListQuery;
  /** What was refused, where every status was wanted: it stands before the others. */
  refused: readonly Listed[];
  /** Together with what was refused, at most as many as were wanted. */
  rows: readonly Listed[];
  /** By day, of each day that `rows` has. */
  totals: ReadonlyMap<string, DayTotals>;
}>;

async function totalsOf(
  db: Database,
  whose: Whose,
  rows: readonly Listed[],
): Promise<ReadonlyMap<string, DayTotals>> {
  const days = [...new Set(rows.map(({ day }) => day))];
  return new Map(
    await Promise.all(days.map(async (day) => [day, await dayTotals(db, whose, day)] as const)),
  );
}

export async function found(db: Database, desk: ListDesk, wanted: ListQuery): Promise<Found> {
  const isAll = wanted.status === undefined;
  const refused = isAll ? await newestSubmissions(db, desk, { ...wanted, status: 'rejected' }) : [];
  const limit = wanted.limit - refused.length;
  const others: ListQuery = isAll ? { ...wanted, without: 'rejected', limit } : wanted;
  const rows = limit > 0 ? await newestSubmissions(db, desk, others) : [];
  return { wanted, refused, rows, totals: await totalsOf(db, await desk.whose(), rows) };
}

export async function submissionById(
  db: Database,
  desk: ListDesk,
  id: SubmissionId,
): Promise<Listed | null> {
  const row = await db.submissions.get(id);
  // As one that never was: an address may be another agent's.
  return row === undefined || !isTheirs(await desk.whose(), row) ? null : listed(desk, row);
}

export type Sending = Readonly<{
  /** Why the whole outbox waits, if it does. */
  hold: Hold | null;
  /** Whether a drain is at work. */
  drainLive: boolean;
  photoRule: PhotoRule;
}>;

export const sending = async (db: Database, now: number): Promise<Sending> => ({
  hold: await readHold(db),
  drainLive: await leaseRuns(db, now),
  photoRule: await readPhotoRule(db),
});

/** Bytes of files that are submitted and not confirmed yet. */
async function bytesWaiting(db: Database, whose: Whose): Promise<number> {
  let sum = 0;
  await db.submissions
    .where('[status+sequence]')
    .between(['queued', -Infinity], ['queued', Infinity])
    .each((row) => {
      if (isNumber(row.bytesLeft) && isTheirs(whose, row)) sum += row.bytesLeft;
    });
  return sum;
}

export type WaitingLoad = Readonly<{ bytes: number }> &
  Pick<DeviceValues, 'dataPricePerMb' | 'addsVat'>;

export async function waitingLoad(db: Database, whose: Whose): Promise<WaitingLoad> {
  const { addsVat, dataPricePerMb } = await deviceStorage(db).all();
  return { bytes: await bytesWaiting(db, whose), dataPricePerMb, addsVat };
}

export type Overview = Readonly<{
  counts: Counts;
  /** ms since 1970; null: nothing was ever delivered. */
  lastDeliveredAt: number | null;
  /** null: nothing since then. */
  triedInVain: TriedInVain | null;
}>;

export async function overview(db: Database, whose: Whose): Promise<Overview> {
  const counts = await ownCounts(db, whose);
  const lastDeliveredAt = (await readKey(db, 'lastDeliveredAt')) ?? null;
  return { counts, lastDeliveredAt, triedInVain: (await readKey(db, 'triedInVain')) ?? null };
}
