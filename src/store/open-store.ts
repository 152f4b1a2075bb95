import type { OptionLists } from '../domain/forms/form.ts';
import type { SubmissionId } from '../domain/ids.ts';
import type { Hold } from '../domain/submission-types.ts';
import { beginNewLog, closePermanently, openInTime } from './db/connection.ts';
import { Database } from './db/database.ts';
import { lazyQueries, onCommit, type Query, queryOf } from './db/query.ts';
import { repairIdentifierCopies } from './device/device-identifier.ts';
import { readHold, readKey } from './device/device-keys.ts';
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
import { type Counts, countsByStatus, countsForAgent } from './outbox/counters.ts';
import type { SubmissionReads } from './outbox/outbox-port.ts';

/** Returns the server's last lists, or null if none are stored or readable. */
export async function cachedOptions(db: Database): Promise<OptionLists | null> {
  return (await readKey(db, 'options')) ?? null;
}

/** The outbox's summary in the frame around every screen. */
export type ShellSummary = Readonly<{
  counts: Counts;
  /** Counts of waiting and refused submissions of all agents, for the badge on the app's icon. */
  onIcon: number;
  /** False if the outbox waits because the last calls did not reach the server. */
  isServerReached: boolean;
}>;

/** The reasons of a hold that mean that the server did not answer. */
const UNREACHED: readonly (Hold['reason'] | undefined)[] = ['network', 'portal', 'clock'];

/** Reads few rows, however large the outbox is. */
export async function shellSummary(
  db: Database,
  agentAccess: () => Promise<AgentAccess>,
): Promise<ShellSummary> {
  const { queued, rejected } = await countsByStatus(db);
  const hold = await readHold(db);
  // A stored hold is ignored once the outbox is empty: it is out of date.
  const isServerReached = queued === 0 || !UNREACHED.includes(hold?.reason);
  return {
    counts: await countsForAgent(db, await agentAccess()),
    onIcon: queued + rejected,
    isServerReached,
  };
}

/**
 * True if a start should clean up secrets although no key needs one. Either some are marked for deletion or unknown, or none is
 * available on a phone that was in use. After a wipe no names are left, so only this shows what remains in the storages.
 */
export async function needsSecretCleanup(db: Database): Promise<boolean> {
  const states = (await db.secretNames.toArray()).map(({ state }) => state);
  if (states.some((state) => state === 'dying' || state === 'stranger')) return true;
  return !states.includes('spare') && (await db.agents.count()) > 0;
}

export type Queries = FileQueries &
  ListQueries &
  Readonly<{
    /** The counts of all agents. */
    counts: () => Query<Counts>;
    /** The counts without other agents' submissions, for the agent who unlocked this page. */
    countsForAgent: () => Query<Counts>;
    /** True if there is a lock, set in any tab. Then `lock` says whether this page may be seen. */
    hasLock: () => Query<boolean>;
    /** For the frame around every screen. Undefined if the values cannot be read, so that the frame does not fail. */
    shellSummary: () => Query<ShellSummary | undefined>;
    /** The server's last lists, or null. */
    options: () => Query<OptionLists | null>;
    /** `mark`: the SIM number's HMAC, see `simHash`; null if unknown. */
    draftContext: (
      id: SubmissionId,
      simCardNumber: string,
      mark: string | null,
    ) => Query<DraftContext>;
  }>;

/**
 * Everything that this device stores. No table, no Dexie and no `Database` is known outside this folder.
 * A page gets the whole store. Parts that a form's first section does not need are functions. They load the part's code at the first
 * call.
 * Other contexts have smaller entry points: `open-outbox` for the worker's script, `practice-store` for practice, `openSettings` for
 * the sign-in page, `database-exists` and `first-identifier` for a page's first lines.
 */
export type Store = Readonly<{
  drafts: DraftsStore &
    DraftOpening &
    Readonly<{
      /** Loads the first save's code, agent and secrets ahead. So the first save also works if the phone loses its signal now. */
      prepare: () => Promise<void>;
    }>;
  queries: Queries;
  attachments: () => Promise<Files['attachments']>;
  strokes: () => Promise<StrokesStore>;
  /** Stores the places of a submitted form as suggestions for the next one. */
  saveSuggestedPlaces: Files['saveSuggestedPlaces'];
  /** Returns the HMAC by which a SIM number is known after its delivery. Returns null if the key cannot be stored. */
  simHash: Files['simHash'];
  rememberSim: Files['rememberSim'];
  /** Deletes HMACs of SIM numbers after 90 days. Call it at each start. */
  forgetOldSims: () => Promise<void>;
  outbox: () => Promise<Outbox>;
  settings: () => Promise<DeviceStorage>;
  analytics: () => Promise<AnalyticsRows>;
  /** Call it only if there is a lock, or to set one. Created once for a page. */
  lock: (ports: LockPorts) => Promise<LockStore>;
  /** Deletes the receipts of everything delivered. Returns how many there were. */
  deleteReceipts: () => Promise<number>;

  /** Creates copies of the device identifier that were lost, or that a worker could not write. */
  repairIdentifier: () => Promise<void>;
  /** Makes the browser begin a new log file. Call it at each start: after a power loss, later records in the old log are lost. */
  beginNewLog: () => Promise<void>;
  /** True if secrets must be cleaned up although no key needs one. */
  needsSecretCleanup: () => Promise<boolean>;
  /** Overwrites the deleted plaintext in the browser's files, once an older build's rows are encrypted. */
  overwriteClearText: () => Promise<void>;
  /** True if this database existed before. A wiped one has lost its sentinel. */
  hasSentinel: () => Promise<boolean>;
  /** Calls `listener` after every commit, also of the worker and other tabs. The returned function ends it. */
  onCommit: (listener: () => void) => () => void;
  /** Resolves once the database is open. Rejects if it does not open, or not within the time (ms). */
  opened: (withinMs?: number) => Promise<void>;
  /** Closes the database for good. Later calls find it closed and do not open it. */
  close: () => void;
}>;

/**
 * The part of the store that a form may use. It can read whether a form was refused. It cannot write to the outbox, the settings or
 * the suggestions.
 */
export type FormStore = Pick<
  Store,
  'drafts' | 'queries' | 'attachments' | 'strokes' | 'simHash' | 'onCommit'
> &
  Readonly<{ outbox: () => Promise<Readonly<{ store: Pick<SubmissionReads, 'contents'> }>> }>;

export type StoreOptions = Readonly<{
  /** The database's name. Tests open several at once. */
  name?: string;
  /** The second place of the specification's keys, which can be read without waiting. */
  copy?: BrowserCopies;
  /** Without it photos are JPEG. */
  backend?: BackendSetting;
}>;

const UNKNOWN_BACKEND: BackendSetting = { base: '', accepts: [] };

/** Does not open the database; its first use does, or `opened`. */
export function openStore({ name, copy, backend = UNKNOWN_BACKEND }: StoreOptions = {}): Store {
  const db = new Database(name);
  let own: Promise<SealedDrafts> | undefined;
  /** A value that is known at once: a live query tracks its reads only until it awaits something else. */
  let unlocked: () => string | null = () => null;
  const agentAccess = async () => {
    const agents = await db.agents.toArray();
    // The query runs again when another agent unlocks.
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
    return listsOf(db, agentAccess, async () => (await sealedDrafts()).keyStore, copy);
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
      draftContext: (...asked) =>
        queryOf(() =>
          draftContext(db, agentAccess, async () => (await sealedDrafts()).openedContext, ...asked),
        ),
      ...lazyQueries<FileQueries>(files, {
        draftFingerprint: 0,
        recentPlaces: 0,
        documents: 0,
        signature: 0,
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
        dayTotals: 0,
      }),
    },
    attachments: async () => (await files()).attachments,
    strokes: async () => (await files()).strokes,
    saveSuggestedPlaces: async (places) => (await files()).saveSuggestedPlaces(places),
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
    repairIdentifier: () => repairIdentifierCopies(db),
    beginNewLog,
    overwriteClearText: async () => {
      if (await readKey(db, 'hadPlaintext')) await (await sealedDrafts()).overwriteClearText();
    },
    needsSecretCleanup: () => needsSecretCleanup(db),
    hasSentinel: async () => (await readKey(db, 'sentinel')) !== undefined,
    onCommit: (listener) => onCommit(db, listener),
    opened: (withinMs) => openInTime(db, withinMs),
    close: () => closePermanently(db),
  };
}
