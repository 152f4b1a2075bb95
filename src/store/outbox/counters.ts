import { type BeginFacts, type ClientState, NO_LIMITS } from '../../domain/announced.ts';
import type { SubmissionStatus } from '../../domain/submission-types.ts';
import type { Database } from '../db/database.ts';
import { readKey } from '../device/device-keys.ts';
import type { VerdictRow } from '../format/rows.ts';
import { isNumber } from '../format/shape.ts';
import type { StoredSubmission } from '../format/submission-row.ts';
import { type AgentAccess, isOther, isVisibleTo } from '../keys/agent-access.ts';

/**
 * Updates the counts by status. Call it inside the transaction that changes a row's status. It must include `counters`.
 * @param from the row's old status; null if the row is new
 * @param to the row's new status; null if the row is deleted
 */
export async function updateCounters(
  db: Database,
  from: SubmissionStatus | null,
  to: SubmissionStatus | null,
): Promise<void> {
  if (from === to) return;
  if (from !== null) await add(db, from, -1);
  if (to !== null) await add(db, to, 1);
}

async function add(db: Database, status: SubmissionStatus, by: number): Promise<void> {
  const row = await db.counters.get(status);
  await db.counters.put({ status, count: Math.max(0, (row?.count ?? 0) + by) });
}

export type Counts = Readonly<Record<SubmissionStatus, number>>;

/** The counts of all agents, from four rows. */
export async function countsByStatus(db: Database): Promise<Counts> {
  const counts = { draft: 0, queued: 0, rejected: 0, delivered: 0 };
  for (const row of await db.counters.toArray()) counts[row.status] = row.count;
  return counts;
}

/**
 * The counts for the agent who unlocked this page, or of all agents if the page is locked. Subtracts other agents' rows, counted by an
 * index, so that no second counter can be wrong. On a phone with one agent it reads only the four counters.
 */
export async function countsForAgent(
  db: Database,
  { removed, isLocked, others }: AgentAccess,
): Promise<Counts> {
  const counts = { ...(await countsByStatus(db)) };
  const without = async (agent: string, status: SubmissionStatus): Promise<void> => {
    counts[status] -= await db.submissions
      .where('[agent+status+sequence]')
      .between([agent, status, -Infinity], [agent, status, Infinity])
      .count();
  };
  if (!isLocked) {
    for (const agent of others)
      for (const status of ['draft', 'queued', 'rejected', 'delivered'] as const)
        await without(agent, status);
    for (const agent of removed) await without(agent, 'delivered');
  }
  return counts;
}

/** The highest number of waiting rows that are read to find the oldest. */
const MAX_READ = 200;

/**
 * When the oldest waiting submission was submitted (ms since 1970). Null if none waits. A corrected form keeps its sequence, so the first
 * row need not be the oldest.
 * @param agentAccess absent: submissions of all agents count
 */
export async function oldestUnsentAt(
  db: Database,
  agentAccess?: AgentAccess,
): Promise<number | null> {
  const rows = await withStatusHere(db, 'queued')
    .filter((row) => agentAccess === undefined || isVisibleTo(agentAccess, row))
    .limit(MAX_READ)
    .toArray();
  const times = rows.map((row) => row.submittedAt).filter(isNumber);
  return times.length === 0 ? null : Math.min(...times);
}

export async function clientState(db: Database): Promise<ClientState> {
  const { queued, rejected } = await countsByStatus(db);
  const oldestSubmittedAt = queued === 0 ? null : await oldestUnsentAt(db);
  return { waiting: queued, oldestSubmittedAt, refused: rejected };
}

/**
 * Reads the facts that decide whether a new form may begin. Without limits it reads one row.
 * @param base the backend's address; absent: the address of the newest answer
 */
export async function beginFacts(db: Database, base?: string): Promise<BeginFacts> {
  const announced = await readKey(db, 'announced');
  const isOther = base !== undefined && announced?.base !== base;
  const { isRevoked = false, policy = null } = isOther ? {} : (announced ?? {});
  if (policy === null) return { ...NO_LIMITS, isRevoked };
  return {
    isRevoked,
    policy,
    unsent: (await countsByStatus(db)).queued,
    oldestSubmittedAt: policy.maxAgeHours === undefined ? null : await oldestUnsentAt(db),
    latestTime: (await readKey(db, 'latestTime')) ?? null,
  };
}

const UNDELIVERED = ['draft', 'queued', 'rejected'] as const;

const withStatusHere = (db: Database, status: (typeof UNDELIVERED)[number]) =>
  db.submissions.where('[status+sequence]').between([status, -Infinity], [status, Infinity]);

/** Counts an agent's undelivered rows. Works inside and outside a transaction. */
export async function countUndelivered(db: Database, agent: string): Promise<number> {
  let count = 0;
  for (const status of UNDELIVERED)
    count += await withStatusHere(db, status)
      .filter((row) => row.agent === agent)
      .count();
  return count;
}

/** All undelivered rows. They are few compared with the receipts. */
export async function undeliveredRows(db: Database): Promise<readonly StoredSubmission[]> {
  const lists = await Promise.all(
    UNDELIVERED.map((status) => withStatusHere(db, status).toArray()),
  );
  return lists.flat();
}

/** The returned registrations that nobody has corrected or dismissed. */
export type OpenReturns = Readonly<{
  receipts: readonly Readonly<{ receipt: StoredSubmission; verdict: VerdictRow }>[];
  /** The receipt was deleted or is hidden, or the browser cleared the data. */
  withoutReceipt: readonly VerdictRow[];
}>;

/** Reads only a few rows. */
export async function openReturns(db: Database): Promise<OpenReturns> {
  const returns = await db.verdicts
    .where('[state+day]')
    .between(['refused', ''], ['refused', '\uffff'])
    .filter(({ dismissedAt, isCorrected }) => dismissedAt === undefined && isCorrected !== true)
    .toArray();
  // Most phones have no return. Dexie begins a transaction even for an empty list of keys.
  if (returns.length === 0) return { receipts: [], withoutReceipt: [] };
  const guids = await db.formGuids.bulkGet(returns.map(({ formId }) => formId));
  const ids = [
    ...returns.map(({ correctedBy }) => correctedBy),
    ...guids.map((row) => row?.submissionId),
  ].filter((id) => id !== undefined);
  const rows = new Map((await db.submissions.bulkGet(ids)).map((row) => [row?.id, row]));
  const receipts: OpenReturns['receipts'][number][] = [];
  const withoutReceipt: VerdictRow[] = [];
  for (const [at, verdict] of returns.entries()) {
    if (verdict.correctedBy !== undefined && rows.has(verdict.correctedBy)) continue;
    const receipt = rows.get(guids[at]?.submissionId);
    if (receipt === undefined) withoutReceipt.push(verdict);
    else if (receipt.status === 'delivered') receipts.push({ receipt, verdict });
  }
  return { receipts, withoutReceipt };
}

/**
 * The returns of the agent who unlocked this page, or of all agents if the page is locked. The returns of removed and unknown
 * agents are shown to each agent, so that no return is lost. A removed agent's receipts are hidden.
 */
export function returnsForAgent(returns: OpenReturns, agentAccess: AgentAccess): OpenReturns {
  if (agentAccess.isLocked) return returns;
  const { receipts, withoutReceipt } = returns;
  const seen = receipts.filter(({ receipt }) => !isOther(agentAccess, receipt.agent));
  const isShown = ({ receipt }: OpenReturns['receipts'][number]) =>
    isVisibleTo(agentAccess, receipt);
  const hidden = seen.filter((each) => !isShown(each)).map(({ verdict }) => verdict);
  const own = withoutReceipt.filter(({ agent }) => !isOther(agentAccess, agent));
  return { receipts: seen.filter(isShown), withoutReceipt: [...own, ...hidden] };
}

export const countReturns = ({ receipts, withoutReceipt }: OpenReturns): number =>
  receipts.length + withoutReceipt.length;

/** The verdicts that a drain received, for the notification while the app is closed. */
export type NewVerdicts = Readonly<{ active: number; returned: number }>;

/** In a reading from the start, an older verdict (ms) is no news: after a wipe the phone receives all of them again. */
const NEWS_MS = 24 * 60 * 60_000;

/**
 * Counts the activations and the returns that this phone received between two times (ms since 1970). A verdict that was
 * received while the phone's clock ran ahead is later than `until`. Without `until`, it would be news in each drain.
 */
export async function countNewVerdicts(
  db: Database,
  since: number,
  until: number,
): Promise<NewVerdicts> {
  const readAt = await readKey(db, 'verdictsReadAt');
  if (readAt === undefined || readAt < since) return { active: 0, returned: 0 };
  const wholeAt = await readKey(db, 'verdictsWholeAt');
  const isWhole =
    (wholeAt !== undefined && wholeAt >= since) || (await readKey(db, 'verdictCursor'))?.isWhole;
  const countOf = (state: 'active' | 'refused'): Promise<number> =>
    db.verdicts
      .where('[state+day]')
      .between([state, ''], [state, '\uffff'])
      .filter(({ at, dismissedAt, heardAt, isCorrected }) => {
        const isOpen = dismissedAt === undefined && isCorrected !== true;
        const isNow = heardAt >= since && heardAt <= until;
        return isNow && isOpen && !(isWhole && heardAt - at > NEWS_MS);
      })
      .count();
  return { active: await countOf('active'), returned: await countOf('refused') };
}
