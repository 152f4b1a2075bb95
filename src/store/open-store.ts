import { type BeginFacts, NO_LIMITS } from '../domain/announced.ts';
import type { OptionLists } from '../domain/forms/form.ts';
import type { FormId, SubmissionId } from '../domain/ids.ts';
import { pauseOf } from '../domain/submission-state.ts';
import type { Hold } from '../domain/submission-types.ts';
import { beginNewLog, closePermanently, openInTime } from './db/connection.ts';
import { Database } from './db/database.ts';
import { lazyQueries, onCommit, type Query, queryOf } from './db/query.ts';
import { repairIdentifierCopies } from './device/device-identifier.ts';
import { readHold, readKey, writeKey } from './device/device-keys.ts';
import type { BrowserCopies, DeviceStorage } from './device/device-storage.ts';
import type { BackendSetting } from './device/device-values.ts';
import { type DraftContext, draftContext } from './drafts/draft-context.ts';
import type { DraftOpening } from './drafts/draft-opening.ts';
import type { DraftsStore } from './drafts/drafts.ts';
import type { SealedDrafts } from './drafts/sealed-drafts.ts';
import type { FileQueries, Files } from './files/files.ts';
import type { StrokesStore } from './files/strokes.ts';
import { type AgentAccess, accessOf, hasLock } from './keys/agent-access.ts';
import type { AnalyticsRows } from './lists/analytics-rows.ts';
import type { ListQueries } from './lists/lists.ts';
import type { LockPorts, LockStore } from './lock/lock-contract.ts';
import type { Outbox } from './open-outbox.ts';
import {
  beginFacts,
  type Counts,
  countReturns,
  countsByStatus,
  countsForAgent,
  openReturns,
  returnsForAgent,
} from './outbox/counters.ts';
import type { SubmissionReads } from './outbox/outbox-port.ts';

/** Returns the server's last lists, or null if none are stored or readable. */
export async function cachedOptions(db: Database): Promise<OptionLists | null> {
  return (await readKey(db, 'options')) ?? null;
}

/** The stored facts that a start needs before it shows a screen. */
export type StartFacts = Readonly<{
  hasLock: boolean;
  /** False if the database is new or was wiped. */
  hasSentinel: boolean;
  options: OptionLists | null;
  /** All undelivered submissions, by their drafts. */
  undelivered: ReadonlySet<SubmissionId>;
  /** The undelivered submissions without those that are still drafts. Each must have a second copy. */
  submitted: readonly SubmissionId[];
  /** True if a file has no bytes in the database. */
  isFileLost: boolean;
}>;

/** Reads all facts in one transaction, and no row of a form or file. */
export const startFacts = (db: Database): Promise<StartFacts> =>
  db.transaction(
    'r',
    [db.agents, db.attachments, db.blobs, db.device, db.drafts, db.submissions],
    async () => {
      const [agents, sentinel, options, undelivered, drafts, files, blobs] = await Promise.all([
        db.agents.toArray(),
        readKey(db, 'sentinel'),
        cachedOptions(db),
        db.drafts.toCollection().primaryKeys(),
        db.submissions
          .where('[status+sequence]')
          .between(['draft', -Infinity], ['draft', Infinity])
          .primaryKeys(),
        db.attachments.toCollection().primaryKeys(),
        db.blobs.toCollection().primaryKeys(),
      ]);
      const [unsubmitted, stored] = [new Set(drafts), new Set(blobs)];
      return {
        hasLock: agents.some(hasLock),
        hasSentinel: sentinel !== undefined,
        options,
        undelivered: new Set(undelivered),
        submitted: undelivered.filter((id) => !unsubmitted.has(id)),
        isFileLost: files.some((id) => !stored.has(id)),
      };
    },
  );

/** The outbox's summary in the frame around every screen. */
export type ShellSummary = Readonly<{
  counts: Counts;
  /** The returned registrations that nobody corrects yet. */
  returned: number;
  /** Counts of waiting, refused and returned submissions of all agents, for the badge on the app's icon. */
  onIcon: number;
  /** False if the outbox waits because the last calls did not reach the server. */
  isServerReached: boolean;
  /** True if something waits and sending has stopped until a person acts. */
  isPaused: boolean;
}>;

/** With these reasons, the server did not answer. */
const UNREACHED: readonly (Hold['reason'] | undefined)[] = ['network', 'portal', 'clock'];

/** Reads only a few rows, even if the outbox is large. */
export async function shellSummary(
  db: Database,
  agentAccess: () => Promise<AgentAccess>,
): Promise<ShellSummary> {
  const { queued, rejected } = await countsByStatus(db);
  const hold = await readHold(db);
  // A stored hold is ignored once the outbox is empty: it is out of date.
  const isServerReached = queued === 0 || !UNREACHED.includes(hold?.reason);
  const access = await agentAccess();
  const returns = await openReturns(db);
  return {
    counts: await countsForAgent(db, access),
    returned: countReturns(returnsForAgent(returns, access)),
    onIcon: queued + rejected + countReturns(returns),
    isServerReached,
    isPaused: queued > 0 && pauseOf(hold ?? null) !== null,
  };
}

/**
 * True if a start must clean up secrets: some secrets are marked for deletion or unknown, or a phone in use has no available secret.
 * The last case may mean that the browser wiped the table of names, while secrets remain in the storages.
 */
export async function needsSecretCleanup(db: Database): Promise<boolean> {
  const states = (await db.secretNames.toArray()).map(({ state }) => state);
  if (states.some((state) => state === 'dying' || state === 'stranger')) return true;
  return !states.includes('spare') && (await db.agents.count()) > 0;
}

export type Queries = FileQueries &
  ListQueries &
  Readonly<{
    counts: () => Query<Counts>;
    /** The counts without other agents' submissions, for the agent who unlocked this page. */
    countsForAgent: () => Query<Counts>;
    /** True if the phone has a lock, set in any tab. Then `lock` decides whether this page may show forms. */
    hasLock: () => Query<boolean>;
    /** The summary for the frame around every screen. Undefined if the values can't be read, so that the frame still works. */
    shellSummary: () => Query<ShellSummary | undefined>;
    options: () => Query<OptionLists | null>;
    /** The facts that decide whether a new form may begin. If they can't be read, there are no limits. */
    beginFacts: () => Query<BeginFacts>;
    /** `mark`: the SIM number's HMAC (`simHash`). Null if unknown. */
    draftContext: (
      id: SubmissionId,
      simCardNumber: string,
      mark: string | null,
    ) => Query<DraftContext>;
  }>;

/**
 * All stored data of this device. Code outside this folder knows no table, no Dexie and no `Database`.
 * A page gets the whole store. A part that a form's first section does not need is a function: the first call loads the part's code.
 * Other contexts have smaller entry points: `open-outbox` for the worker's script, `practice-store` for practice, `openSettings` for
 * the sign-in page, `database-exists` and `first-identifier` for a page's first lines.
 */
export type Store = Readonly<{
  drafts: DraftsStore &
    DraftOpening &
    Readonly<{
      /** Loads the code for saving, and creates the agent and secrets. So the first save also works without a signal. */
      prepare: () => Promise<void>;
    }>;
  queries: Queries;
  attachments: () => Promise<Files['attachments']>;
  strokes: () => Promise<StrokesStore>;
  /** Stores the places of a submitted form as suggestions for the next one. */
  saveSuggestions: Files['saveSuggestions'];
  /** Returns the HMAC of a SIM number, which finds duplicates after the delivery. Returns null if the key can't be stored. */
  simHash: Files['simHash'];
  rememberSim: Files['rememberSim'];
  /** Deletes HMACs of SIM numbers after 90 days. Call it at each start. */
  forgetOldSims: () => Promise<void>;
  outbox: () => Promise<Outbox>;
  settings: () => Promise<DeviceStorage>;
  analytics: () => Promise<AnalyticsRows>;
  /** Call it only if there is a lock, or to set one. Each page has one lock store. */
  lock: (ports: LockPorts) => Promise<LockStore>;
  /** Deletes the receipts of all delivered submissions. Returns how many were deleted. */
  deleteReceipts: () => Promise<number>;
  /** Records that a person pressed 'OK, I know' on a returned registration. */
  dismissVerdict: (id: FormId) => Promise<unknown>;
  /** Begins the correction of a returned registration, or finds the one that was begun. */
  beginCorrection: Files['beginCorrection'];

  /** Creates copies of the device identifier that were lost, or that a worker could not write. */
  repairIdentifier: () => Promise<void>;
  /** Makes the browser begin a new log file. Call it at each start: after a power loss, later records in the old log are lost. */
  beginNewLog: () => Promise<void>;
  needsSecretCleanup: () => Promise<boolean>;
  /** Overwrites the deleted plaintext in the browser's files, once an older build's rows are encrypted. */
  overwritePlaintext: () => Promise<void>;
  startFacts: () => Promise<StartFacts>;
  setSentinel: (sentinel: string) => Promise<void>;
  /** Calls `listener` after every commit, also of the worker and other tabs. The returned function removes the listener. */
  onCommit: (listener: () => void) => () => void;
  /** Resolves once the database is open. Rejects if it does not open, or not within the time (ms). */
  opened: (withinMs?: number) => Promise<void>;
  /** Closes the database for good. Later calls fail and do not open it again. */
  close: () => void;
}>;

export type FormStore = Pick<
  Store,
  'drafts' | 'queries' | 'attachments' | 'strokes' | 'simHash' | 'onCommit'
> &
  Readonly<{ outbox: () => Promise<Readonly<{ store: Pick<SubmissionReads, 'contents'> }>> }>;

export type StoreOptions = Readonly<{
  /** The database's name. Tests open several at once. */
  name?: string;
  /** `localStorage` with copies of the specification's keys, which a page can read synchronously. */
  copy?: BrowserCopies;
  /** The backend of this build. If absent, photos are JPEG. */
  backend?: BackendSetting;
}>;

/** Does not open the database. The first use or `opened` opens it. */
export function openStore({ name, copy, backend }: StoreOptions = {}): Store {
  const db = new Database(name);
  let own: Promise<SealedDrafts> | undefined;
  /** Returns the agent's id without waiting: a live query tracks reads only until it awaits something other than the database. */
  let unlocked: () => string | null = () => null;
  const agentAccess = async () => {
    const agents = await db.agents.toArray();
    // This read makes a live query run again when another agent unlocks.
    if (agents.length > 1) await readKey(db, 'sessionAgent');
    return accessOf(agents, unlocked());
  };
  const sealedDrafts = (): Promise<SealedDrafts> => {
    own ??= import('./drafts/sealed-drafts.ts').then((part) => {
      const forms = part.sealedDrafts(db);
      unlocked = () => forms.keyStore.agents.current()?.agent ?? null;
      return forms;
    });
    // The code may not have loaded. The next call tries again.
    own.catch(() => {
      own = undefined;
    });
    return own;
  };
  let made: Files | undefined;
  const files = async () => {
    const [{ filesOf }, { keyStore }] = await Promise.all([
      import('./files/files.ts'),
      sealedDrafts(),
    ]);
    made ??= filesOf(db, keyStore, copy, backend);
    return made;
  };
  const lists = async () => {
    const { listsOf } = await import('./lists/lists.ts');
    return listsOf(db, agentAccess, async () => (await sealedDrafts()).keyStore, copy, backend);
  };
  const drafts = async () => (await sealedDrafts()).drafts;
  return {
    drafts: {
      prepare: async () => (await sealedDrafts()).prepare(),
      create: async (...form) => (await drafts()).create(...form),
      save: async (...form) => (await drafts()).save(...form),
      endOf: async (...form) => (await drafts()).endOf(...form),
      open: async (id) => (await files()).opening.open(id),
      copied: async (id) => (await files()).opening.copied(id),
      nextSimForCustomer: async (from, remembered) =>
        (await files()).opening.nextSimForCustomer(from, remembered),
    },
    queries: {
      counts: () => queryOf(() => countsByStatus(db)),
      countsForAgent: () => queryOf(async () => countsForAgent(db, await agentAccess())),
      hasLock: () => queryOf(async () => (await db.agents.toArray()).some(hasLock)),
      shellSummary: () => queryOf(() => shellSummary(db, agentAccess).catch(() => undefined)),
      options: () => queryOf(() => cachedOptions(db)),
      beginFacts: () => queryOf(() => beginFacts(db, backend?.base ?? '').catch(() => NO_LIMITS)),
      draftContext: (...asked) =>
        queryOf(() =>
          draftContext(db, agentAccess, async () => (await sealedDrafts()).openedContext, ...asked),
        ),
      ...lazyQueries<FileQueries>(files, {
        draftFingerprint: 0,
        suggestions: 0,
        documents: 0,
        signature: 0,
        returnedForm: 0,
      }),
      ...lazyQueries<ListQueries>(lists, {
        submission: 0,
        newest: 0,
        found: 0,
        overview: 0,
        waitingLoad: 0,
        sending: 0,
        settings: 0,
        readinessChecks: 0,
        lastAnswer: 0,
        wipeReport: 0,
        dayTotals: 0,
        activeOn: 0,
        returned: 0,
      }),
    },
    attachments: async () => (await files()).attachments,
    strokes: async () => (await files()).strokes,
    saveSuggestions: async (added) => (await files()).saveSuggestions(added),
    simHash: async (number) => (await files()).simHash(number),
    rememberSim: async (id, number) => (await files()).rememberSim(id, number),
    forgetOldSims: async () => {
      if (await readKey(db, 'simMarks')) await (await sealedDrafts()).forgetOldSims();
    },
    outbox: async () => {
      const [{ outboxOf }, { keyStore }] = await Promise.all([
        import('./open-outbox.ts'),
        sealedDrafts(),
      ]);
      return outboxOf(db, keyStore);
    },
    settings: async () => (await lists()).settings,
    analytics: async () => (await lists()).analytics,
    lock: async (ports) => (await sealedDrafts()).lockStore(ports),
    deleteReceipts: async () => (await lists()).deleteReceipts(),
    dismissVerdict: async (id) => (await lists()).dismissVerdict(id),
    beginCorrection: async (of) => (await files()).beginCorrection(of),
    repairIdentifier: () => repairIdentifierCopies(db),
    beginNewLog,
    overwritePlaintext: async () => {
      if (await readKey(db, 'hadPlaintext')) await (await sealedDrafts()).overwritePlaintext();
    },
    needsSecretCleanup: () => needsSecretCleanup(db),
    startFacts: () => startFacts(db),
    setSentinel: (sentinel) => writeKey(db, 'sentinel', sentinel),
    onCommit: (listener) => onCommit(db, listener),
    opened: (withinMs) => openInTime(db, withinMs),
    close: () => closePermanently(db),
  };
}
