import { formId, type SubmissionId } from '../../domain/ids.ts';
import { referenceTest } from '../../domain/reference.ts';
import type { Submission, SubmissionStatus } from '../../domain/submission-types.ts';
import type { Verdict } from '../../domain/verdict.ts';
import type { Database } from '../db/database.ts';
import type { BackendSetting } from '../device/device-values.ts';
import { isNumber, isText } from '../format/shape.ts';
import { decodeSubmission, type StoredSubmission } from '../format/submission-row.ts';
import { type AgentAccess, isOnlyAgent, isVisibleTo } from '../keys/agent-access.ts';
import type { KeyStore } from '../keys/key-store.ts';
import { openReturns, returnsForAgent, undeliveredRows } from '../outbox/counters.ts';
import { correctedForm, verdictsOf } from '../outbox/verdict-rows.ts';

export type DayTotals = Readonly<{
  /** All submissions of the day except drafts. */
  captured: number;
  sent: number;
  refused: number;
}>;

const NOTHING: DayTotals = { captured: 0, sent: 0, refused: 0 };

/** Counts keys if the phone has one agent: a day may have hundreds of rows. @param day local calendar day, YYYY-MM-DD */
export async function dayTotals(
  db: Database,
  agentAccess: AgentAccess,
  day: string,
): Promise<DayTotals> {
  const inDay = () =>
    db.submissions.where('[day+sequence]').between([day, -Infinity], [day, Infinity]);
  const own = isOnlyAgent(agentAccess)
    ? inDay()
    : inDay().filter((row) => isVisibleTo(agentAccess, row));
  const [oldest, newest, keys] = await Promise.all([
    inDay().first(),
    inDay().last(),
    own.primaryKeys(),
  ]);
  if (oldest === undefined || newest === undefined) return NOTHING;
  const ids = new Set<SubmissionId>(keys);
  // If the clock was changed, rows of another day may have sequences between the day's first and last.
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

/**
 * Finds submissions by reference, from all stored formIds. So a submission with a new formId is still found by the old reference, which
 * the customer may have.
 */
async function idsByReference(db: Database, search: string): Promise<ReadonlySet<SubmissionId>> {
  const isMeant = referenceTest(search);
  if (isMeant === null) return new Set();
  const found = new Set<SubmissionId>();
  for (const { guid, submissionId } of await db.formGuids.toArray())
    if (submissionId !== undefined && isMeant(formId(guid))) found.add(submissionId);
  return found;
}

export type ListKeyStore = Pick<KeyStore, 'isLost' | 'decrypted' | 'agentAccess'> &
  Readonly<{ backend?: BackendSetting }>;

export type ListQuery = Readonly<{
  status?: SubmissionStatus;
  /** Excludes submissions with this status. */
  without?: SubmissionStatus;
  /** Local calendar day, YYYY-MM-DD. */
  day?: string;
  /** Beginnings of names, SIM or phone numbers; every word must match. Or a reference. */
  search?: string;
  /** Only submissions with a smaller sequence. For the next page of a list. */
  before?: number;
  /** Only returned registrations that nobody corrects yet. */
  isReturned?: true;
  limit: number;
}>;

/** Only these submissions, or all but these. */
type Chosen = Readonly<{ only?: ReadonlySet<SubmissionId>; not?: ReadonlySet<SubmissionId> }>;

/** The unencrypted facts of a submission whose key is lost. */
export type KeyLost = Readonly<{
  isDraft: boolean;
  /** The worker can still send it, but no agent can decrypt it. */
  isSent: boolean;
  /** The time (ms since 1970) of the last change. At that time the key was still available. */
  since: number;
}>;

/** The returned registration that a submission corrects. `id`: null if its receipt is not on this phone. */
export type CorrectedForm = Readonly<{ id: SubmissionId | null; isAccepted: boolean }>;

/** An entry of a list. `submission`: null if this version can't read the row, or if its key is lost. The row stays unchanged. */
export type Listed = Readonly<{
  id: SubmissionId;
  /** The operator's verdict. Absent if it is not delivered, or if the backend says nothing. */
  verdict?: Verdict;
  /** Only for the page of a correction. */
  corrected?: CorrectedForm;
  /** The local calendar day of capture, YYYY-MM-DD. '' if it is unreadable. */
  day: string;
  submission: Submission | null;
  keyLost?: KeyLost;
}>;

async function listed(
  keyStore: ListKeyStore,
  row: StoredSubmission,
  verdict?: Verdict,
): Promise<Listed> {
  const entry = { id: row.id, day: isText(row.day) ? row.day : '', ...(verdict && { verdict }) };
  // If a secret storage fails, the list shows the row without names.
  const submission = await keyStore.decrypted(row).catch(() => decodeSubmission(row));
  const closed = submission === null ? decodeSubmission(row) : null;
  if (closed === null) return { ...entry, submission };
  const isSent = !(await keyStore.isLost(row).catch(() => false));
  const keyLost = { isDraft: closed.status === 'draft', isSent, since: closed.changedAt };
  return { ...entry, submission, keyLost };
}

/** If the search index has fewer matches than this, the search reads only the matching rows. */
const FEW_MATCHES = 400;

/** True if a term starts with the word. False if the column is damaged or from another version. */
const isFound = (word: string, terms: unknown): boolean =>
  Array.isArray(terms) && terms.some((term) => String(term).startsWith(word));

const sequenceOf = ({ sequence }: StoredSubmission): number => (isNumber(sequence) ? sequence : 0);

/** The newest submissions, newest first. Without a search, reads only as many rows as needed. */
export async function newestSubmissions(
  db: Database,
  keyStore: ListKeyStore,
  query: ListQuery & Chosen,
): Promise<readonly Listed[]> {
  const words = (query.search ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const agentAccess = await keyStore.agentAccess();
  const isFit = (row: StoredSubmission): boolean =>
    fits(query, row) && isVisibleTo(agentAccess, row);
  const rows =
    words.length === 0
      ? await newestRows(db, agentAccess, query, isFit)
      : await foundRows(db, keyStore, { ...query, agentAccess, words, isFit });
  const verdicts = await verdictsOf(db, rows, keyStore.backend);
  return Promise.all(rows.map((row, at) => listed(keyStore, row, verdicts[at])));
}

const below = ({ before }: ListQuery): number => before ?? Infinity;

const fits = (query: ListQuery & Chosen, row: StoredSubmission): boolean =>
  sequenceOf(row) < below(query) &&
  query.only?.has(row.id) !== false &&
  query.not?.has(row.id) !== true &&
  (query.status === undefined || row.status === query.status) &&
  row.status !== query.without &&
  (query.day === undefined || row.day === query.day);

type IsFit = (row: StoredSubmission) => boolean;

const newestRows = async (
  db: Database,
  agentAccess: AgentAccess,
  query: ListQuery & Chosen,
  isFit: IsFit,
): Promise<readonly StoredSubmission[]> => {
  const { day, limit, only, status } = query;
  if (only !== undefined) {
    const rows = await db.submissions.bulkGet([...only]);
    return newestAmong(rows.filter((row) => row !== undefined).filter(isFit), query);
  }
  // A day has few rows. Only the status 'delivered' has many rows.
  if (!agentAccess.others.length || day !== undefined || (status && status !== 'delivered'))
    return newestFirst(db, query, below(query)).filter(isFit).limit(limit).toArray();
  const { ownRows } = await import('./own-rows.ts');
  return newestAmong(await ownRows(db, agentAccess, { before: below(query), limit, isFit }), query);
};

const newestAmong = (
  rows: readonly StoredSubmission[],
  { limit }: ListQuery,
): readonly StoredSubmission[] =>
  [...rows].sort((one, other) => sequenceOf(other) - sequenceOf(one)).slice(0, limit);

/**
 * Receipts and old unencrypted rows have a search index. The search decrypts all encrypted rows, which are few, and compares them. It
 * reads all rows before it decrypts the first: a live query tracks reads only until it awaits something other than the database.
 */
async function foundRows(
  db: Database,
  keyStore: ListKeyStore,
  query: Search,
): Promise<readonly StoredSubmission[]> {
  const { isFit, words } = query;
  const referred = await idsByReference(db, query.search ?? '');
  const sealed = (await undeliveredRows(db)).filter((row) => row.sealed !== undefined);
  const clear = await clearRows(db, query, referred);
  const found: StoredSubmission[] = [];
  for (const row of sealed.filter(isFit)) {
    const terms = (await keyStore.decrypted(row).catch(() => null))?.personal?.terms;
    if (referred.has(row.id) || words.every((word) => isFound(word, terms))) found.push(row);
  }
  return newestAmong([...found, ...clear], query);
}

type Search = ListQuery &
  Readonly<{ words: readonly string[]; agentAccess: AgentAccess; isFit: IsFit }>;

async function clearRows(
  db: Database,
  query: Search,
  referred: ReadonlySet<SubmissionId>,
): Promise<readonly StoredSubmission[]> {
  const { isFit, agentAccess, words } = query;
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
  if (keys.length >= FEW_MATCHES) return newestRows(db, agentAccess, query, isWanted);
  const rows = await db.submissions.bulkGet([...new Set([...keys, ...referred])]);
  return rows.filter((row) => row !== undefined).filter(isWanted);
}

function newestFirst(db: Database, { status, day }: ListQuery, before: number) {
  const index = (name: string, first: string) =>
    db.submissions.where(name).between([first, -Infinity], [first, before], true, false).reverse();
  // Uses the day's index first. A day has few rows, but the status 'delivered' may have nearly all.
  if (day !== undefined) return index('[day+sequence]', day);
  if (status !== undefined) return index('[status+sequence]', status);
  return db.submissions.where('sequence').below(before).reverse();
}

export type Found = Readonly<{
  wanted: ListQuery;
  /** The refused submissions, which the list shows first. Empty if the query has a status. */
  refused: readonly Listed[];
  /** The returned registrations, which follow them. */
  returned: readonly Listed[];
  /** The other rows. All together have at most `limit` entries. */
  rows: readonly Listed[];
  totals: ReadonlyMap<string, DayTotals>;
}>;

async function totalsOf(
  db: Database,
  agentAccess: AgentAccess,
  rows: readonly Listed[],
): Promise<ReadonlyMap<string, DayTotals>> {
  const days = [...new Set(rows.map(({ day }) => day))];
  return new Map(
    await Promise.all(
      days.map(async (day) => [day, await dayTotals(db, agentAccess, day)] as const),
    ),
  );
}

export async function found(
  db: Database,
  keyStore: ListKeyStore,
  wanted: ListQuery,
): Promise<Found> {
  const isAll = wanted.status === undefined;
  const isShown = isAll || wanted.isReturned === true;
  const [refused, allReturns, access] = await Promise.all([
    isAll ? newestSubmissions(db, keyStore, { ...wanted, status: 'rejected' }) : [],
    isShown ? openReturns(db) : null,
    keyStore.agentAccess(),
  ]);
  const returns = allReturns === null ? [] : returnsForAgent(allReturns, access).receipts;
  const not = new Set(returns.map(({ receipt }) => receipt.id));
  const left = wanted.limit - refused.length;
  const returned =
    not.size > 0 && left > 0
      ? await newestSubmissions(db, keyStore, { ...wanted, only: not, limit: left })
      : [];
  const limit = left - returned.length;
  const others = isAll ? ({ ...wanted, without: 'rejected', not, limit } as const) : wanted;
  const rows =
    limit > 0 && wanted.isReturned !== true ? await newestSubmissions(db, keyStore, others) : [];
  return { wanted, refused, returned, rows, totals: await totalsOf(db, access, rows) };
}

export async function submissionById(
  db: Database,
  keyStore: ListKeyStore,
  id: SubmissionId,
): Promise<Listed | null> {
  const row = await db.submissions.get(id);
  if (row === undefined) return null;
  const access = await keyStore.agentAccess();
  // For another agent's submission, the result is the same as if it never existed.
  if (!isVisibleTo(access, row)) return null;
  const [verdict] = await verdictsOf(db, [row], keyStore.backend);
  const corrected = isText(row.corrects)
    ? await correctedForm(db, access, formId(row.corrects))
    : null;
  return { ...(await listed(keyStore, row, verdict)), ...(corrected && { corrected }) };
}
