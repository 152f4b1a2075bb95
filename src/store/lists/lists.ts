import type { FormId, SubmissionId } from '../../domain/ids.ts';
import { type PhotoPolicy, willWaitForWifi } from '../../domain/photo-sending.ts';
import type { FailedAttemptsSummary, Hold } from '../../domain/submission-types.ts';
import { type ScheduleFn, schedule } from '../../platform/timers.ts';
import type { Database } from '../db/database.ts';
import { onCommit, type Query, queryOf } from '../db/query.ts';
import { readHold, readKey } from '../device/device-keys.ts';
import {
  type BrowserCopies,
  type DeviceStorage,
  type DeviceValues,
  deviceStorage,
  type Readiness,
  readinessChecks,
} from '../device/device-storage.ts';
import {
  type LastAnswer,
  leaseRuns,
  readLastAnswer,
  readPhotoRule,
  UNKNOWN_BACKEND,
} from '../device/device-values.ts';
import { isNumber } from '../format/shape.ts';
import { areKeys, decodeSubmission, type StoredSubmission } from '../format/submission-row.ts';
import { type AgentAccess, isVisibleTo } from '../keys/agent-access.ts';
import type { KeyStore } from '../keys/key-store.ts';
import {
  type Counts,
  countReturns,
  countsForAgent,
  openReturns,
  returnsForAgent,
} from '../outbox/counters.ts';
import {
  activeOn,
  dismissVerdict,
  type ReturnWithoutReceipt,
  withoutReceipt,
} from '../outbox/verdict-rows.ts';
import { type AnalyticsRows, analyticsRows } from './analytics-rows.ts';
import {
  type DayTotals,
  dayTotals,
  type Found,
  found,
  type Listed,
  type ListKeyStore,
  type ListQuery,
  newestSubmissions,
  submissionById,
} from './outbox-queries.ts';

/** The shortest time (ms) between two reads. A drain writes dozens of rows a second, and each read delays it. */
const CALM_MS = 250;

/** A throttled live query for many rows. It reports the first change at once, and later changes together, 250 ms after the last read. */
export const throttledQuery = <T>(
  db: Database,
  read: () => Promise<T>,
  after: ScheduleFn = schedule,
): Query<T> => ({
  read,
  subscribe(onValue, onError) {
    let state: 'idle' | 'resting' | 'changed' | 'left' = 'idle';
    let callOff: (() => void) | undefined;

    function rested(): void {
      const again = state === 'changed';
      state = state === 'left' ? 'left' : 'idle';
      if (again) run();
    }
    function run(): void {
      state = 'resting';
      read()
        .then(
          (value) => state !== 'left' && onValue(value),
          (error: unknown) => state !== 'left' && onError?.(error),
        )
        .finally(() => {
          if (state !== 'left') callOff = after(CALM_MS, rested);
        });
    }
    const end = onCommit(db, () => {
      if (state === 'idle') run();
      else if (state === 'resting') state = 'changed';
    });
    run();
    return () => {
      state = 'left';
      callOff?.();
      end();
    };
  },
});

type Sending = Readonly<{
  /** Why the whole outbox waits. Null if it does not. */
  hold: Hold | null;
  /** True while a drain runs. */
  drainLive: boolean;
  photoPolicy: PhotoPolicy;
  /** True if photos of a visible submission are sent only over Wi-Fi. False for those that 'Send now' sends. */
  photosWait: boolean;
  /** True if a waiting submission has no sending slot, so that only an unlocked Veld sends it. In a locked page: of any agent. */
  needsUnlock: boolean;
}>;

/** Reads rows only for agents who chose to send while unlocked. */
async function waitsForUnlock(db: Database, { isLocked, others }: AgentAccess): Promise<boolean> {
  for (const { id, sendsOnlyUnlocked } of await db.agents.toArray()) {
    if (sendsOnlyUnlocked !== true || (!isLocked && others.includes(id))) continue;
    const row = await db.submissions
      .where('[agent+status+sequence]')
      .between([id, 'queued', -Infinity], [id, 'queued', Infinity])
      .filter(({ keys }) => areKeys(keys) && keys.q === undefined)
      .first();
    if (row !== undefined) return true;
  }
  return false;
}

async function photosWait(
  db: Database,
  agentAccess: AgentAccess,
  { sending: chosen }: PhotoPolicy,
): Promise<boolean> {
  if (chosen === 'always') return false;
  const isHeld = (row: StoredSubmission): boolean => {
    if (row.sendsPhotos === true || !isVisibleTo(agentAccess, row)) return false;
    const submission = decodeSubmission(row);
    return submission !== null && willWaitForWifi(submission, 'wait');
  };
  const row = await db.submissions
    .where('[status+sequence]')
    .between(['queued', -Infinity], ['queued', Infinity])
    .filter(isHeld)
    .first();
  return row !== undefined;
}

export async function sending(
  db: Database,
  agentAccess: AgentAccess,
  now: number,
): Promise<Sending> {
  const [hold, drainLive, photoPolicy, needsUnlock] = await Promise.all([
    readHold(db),
    leaseRuns(db, now),
    readPhotoRule(db),
    waitsForUnlock(db, agentAccess),
  ]);
  return {
    hold,
    drainLive,
    photoPolicy,
    photosWait: await photosWait(db, agentAccess, photoPolicy),
    needsUnlock,
  };
}

/** The bytes of submitted, unconfirmed files. */
async function bytesWaiting(db: Database, agentAccess: AgentAccess): Promise<number> {
  let sum = 0;
  await db.submissions
    .where('[status+sequence]')
    .between(['queued', -Infinity], ['queued', Infinity])
    .each((row) => {
      if (isNumber(row.bytesLeft) && isVisibleTo(agentAccess, row)) sum += row.bytesLeft;
    });
  return sum;
}

type WaitingLoad = Readonly<{ bytes: number }> & Pick<DeviceValues, 'dataPricePerMb' | 'addsVat'>;

export async function waitingLoad(db: Database, agentAccess: AgentAccess): Promise<WaitingLoad> {
  const { addsVat, dataPricePerMb } = await deviceStorage(db).all();
  return { bytes: await bytesWaiting(db, agentAccess), dataPricePerMb, addsVat };
}

type Overview = Readonly<{
  counts: Counts;
  /** The number of returned registrations that nobody corrects yet. */
  returned: number;
  /** The returned registrations of which this phone has no receipt, newest first. */
  withoutReceipt: readonly ReturnWithoutReceipt[];
  /** The time of the last delivery, ms since 1970. Null if nothing was ever delivered. */
  lastDeliveredAt: number | null;
  /** Null if there was no failed attempt since the last delivery. */
  failedAttempts: FailedAttemptsSummary | null;
}>;

export async function overview(db: Database, agentAccess: AgentAccess): Promise<Overview> {
  const [counts, allReturns, lastDeliveredAt = null, failedAttempts = null] = await Promise.all([
    countsForAgent(db, agentAccess),
    openReturns(db),
    readKey(db, 'lastDeliveredAt'),
    readKey(db, 'failedAttempts'),
  ]);
  const returns = returnsForAgent(allReturns, agentAccess);
  return {
    counts,
    returned: countReturns(returns),
    withoutReceipt: withoutReceipt(returns),
    lastDeliveredAt,
    failedAttempts,
  };
}

export type Returned = Readonly<{
  /** The number of returned registrations that nobody corrects yet. */
  count: number;
  /** True if the operator has one of them twice. It needs no correction. */
  hasDuplicate: boolean;
}>;

export async function returned(db: Database, agentAccess: AgentAccess): Promise<Returned> {
  const returns = returnsForAgent(await openReturns(db), agentAccess);
  const verdicts = [...returns.receipts.map(({ verdict }) => verdict), ...returns.withoutReceipt];
  return {
    count: countReturns(returns),
    hasDuplicate: verdicts.some(({ code }) => code === 'duplicate'),
  };
}

export type ListQueries = Readonly<{
  /** The value is null if there is no such submission. */
  submission: (id: SubmissionId) => Query<Listed | null>;
  newest: (wanted: ListQuery) => Query<readonly Listed[]>;
  /** The newest submissions with day totals, throttled. For a list that stays open while a drain writes. */
  found: (wanted: ListQuery) => Query<Found>;
  overview: () => Query<Overview>;
  /** The size of the waiting files and the price of a megabyte, throttled. */
  waitingLoad: () => Query<WaitingLoad>;
  /** The state of the outbox that the text of each row depends on. */
  sending: () => Query<Sending>;
  settings: () => Query<DeviceValues>;
  readinessChecks: () => Query<Readiness>;
  /** The value is null if no answer is stored yet. */
  lastAnswer: () => Query<LastAnswer | null>;
  /** The ids of the forms that came back after a wipe, until a person reads the report. Null if there is none. */
  wipeReport: () => Query<readonly string[] | null>;
  /** The totals of a local calendar day, YYYY-MM-DD. */
  dayTotals: (day: string) => Query<DayTotals>;
  /** The number of SIMs that became active on a local calendar day. Null if the backend does not say it. */
  activeOn: (day: string) => Query<number | null>;
  returned: () => Query<Returned>;
}>;

export type Lists = Readonly<{
  queries: ListQueries;
  settings: DeviceStorage;
  analytics: AnalyticsRows;
  deleteReceipts: () => Promise<number>;
  dismissVerdict: (id: FormId) => Promise<unknown>;
}>;

/** @param ownKeyStore loads the key store; called for the first encrypted row */
export function listsOf(
  db: Database,
  agentAccess: () => Promise<AgentAccess>,
  ownKeyStore: () => Promise<KeyStore>,
  copy: BrowserCopies | undefined,
  backend = UNKNOWN_BACKEND,
): Lists {
  const keyStore: ListKeyStore = {
    backend,
    decrypted: async (row) =>
      row.keys === undefined ? decodeSubmission(row) : (await ownKeyStore()).decrypted(row),
    agentAccess,
    isLost: async (row) => row.keys !== undefined && (await ownKeyStore()).isLost(row),
  };
  const settings = deviceStorage(db, copy);
  return {
    queries: {
      submission: (id) => queryOf(() => submissionById(db, keyStore, id)),
      newest: (wanted) => queryOf(() => newestSubmissions(db, keyStore, wanted)),
      found: (wanted) => throttledQuery(db, () => found(db, keyStore, wanted)),
      overview: () => queryOf(async () => overview(db, await agentAccess())),
      waitingLoad: () => throttledQuery(db, async () => waitingLoad(db, await agentAccess())),
      sending: () => queryOf(async () => sending(db, await agentAccess(), Date.now())),
      settings: () => queryOf(settings.all),
      readinessChecks: () => queryOf(async () => readinessChecks(db, await agentAccess())),
      lastAnswer: () => queryOf(() => readLastAnswer(db)),
      wipeReport: () => queryOf(async () => (await readKey(db, 'wipeReport')) ?? null),
      dayTotals: (day) => queryOf(async () => dayTotals(db, await agentAccess(), day)),
      returned: () => queryOf(async () => returned(db, await agentAccess())),
      activeOn: (day) => queryOf(async () => activeOn(db, await agentAccess(), backend, day)),
    },
    settings,
    analytics: analyticsRows(db),
    deleteReceipts: async () =>
      (await import('../outbox/receipts.ts')).deleteReceipts(db, await agentAccess()),
    dismissVerdict: (id) => dismissVerdict(db, id, Date.now()),
  };
}
