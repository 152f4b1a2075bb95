import type { OptionLists } from '../domain/forms/form.ts';
import type { SubmissionId } from '../domain/ids.ts';
import type { Hold } from '../domain/submission-types.ts';
import { closeForGood, openInTime } from './db/connection.ts';
import { Database } from './db/database.ts';
import { lateQueriesOf, onCommit, type Query, queryOf } from './db/query.ts';
import { mendIdentifierCopies } from './device/device-identifier.ts';
import { readHold, readKey } from './device/device-keys.ts';
import type { CopyHere, DeviceStorage } from './device/device-storage.ts';
import type { BackendSetting } from './device/device-values.ts';
import { type DraftContext, draftContext } from './drafts/draft-context.ts';
import type { DraftOpening } from './drafts/draft-opening.ts';
import type { DraftsStore } from './drafts/drafts.ts';
import type { OwnForms } from './drafts/sealed-drafts.ts';
import type { FileQueries, Files } from './files/files.ts';
import type { StrokesStore } from './files/strokes.ts';
import { hasLock, type Whose, whoseOf } from './keys/agent-access.ts';
import type { AnalyticsRows } from './lists/analytics-rows.ts';
import type { ListQueries } from './lists/lists.ts';
import type { LockPorts, LockStore } from './lock/lock-contract.ts';
import type { Outbox } from './open-outbox.ts';
import { type Counts, countsByStatus, ownCounts } from './outbox/counters.ts';
import type { SubmissionReads } from './outbox/outbox-port.ts';

/** The lists that the server last sent; null: it has sent none yet, or what is stored makes no sense. */
export async function cachedOptions(db: Database): Promise<OptionLists | null> {
  return (await readKey(db, 'options')) ?? null;
}

/** What the frame around every screen says of the outbox. */
export type FrameFacts = Readonly<{
  counts: Counts;
  /** What waits, and what was refused, of the whole phone: whoever holds it sees the app's icon. */
  onIcon: number;
  /** False where the outbox waits because the last calls did not reach the server. */
  isServerReached: boolean;
}>;

/** Reasons of a hold that mean: something else answered, or nothing. */
const UNREACHED: readonly (Hold['reason'] | undefined)[] = ['network', 'portal', 'clock'];

/** Few rows, whatever the outbox holds. */
export async function frameFacts(db: Database, whose: () => Promise<Whose>): Promise<FrameFacts> {
  const { queued, rejected } = await countsByStatus(db);
  const hold = await readHold(db);
  // What is left of a hold after the last delivery says nothing of now.
  const isServerReached = queued === 0 || !UNREACHED.includes(hold?.reason);
  return { counts: await ownCounts(db, await whose()), onIcon: queued + rejected, isServerReached };
}

/**
 * Whether a start should look after the secrets, though nothing here hangs on one: some wait to be unlinked or judged, or there is none
 * in reserve, though the phone was in use. A wipe takes the names along, so that nothing else tells of what it left in the homes.
 */
export async function needTending(db: Database): Promise<boolean> {
  const states = (await db.secretNames.toArray()).map(({ state }) => state);
  if (states.some((state) => state === 'dying' || state === 'stranger')) return true;
  return !states.includes('spare') && (await db.agents.count()) > 0;
}

export type Queries = FileQueries &
  ListQueries &
  Readonly<{
    /** Of the whole phone. */
    counts: () => Query<Counts>;
    /** Of whoever has unlocked this page: another agent's is not counted. */
    ownCounts: () => Query<Counts>;
    /** Whether somebody set a lock, in whichever tab: then `lock` says whether this page may be seen. */
    hasLock: () => Query<boolean>;
    /** For the frame around every screen, which must not go with them: undefined where they can't be read. */
    frameFacts: () => Query<FrameFacts | undefined>;
    /** The lists that the server last sent; null: none yet. */
    options: () => Query<OptionLists | null>;
    /** `mark`: of the SIM card number, see `simMark`; null: not known. */
    draftContext: (
      id: SubmissionId,
      simCardNumber: string,
      mark: string | null,
    ) => Query<DraftContext>;
  }>;

/**
 * Everything that this device keeps, behind one door: no table, no Dexie and no `Database` is known outside this folder.
 *
 * A page has it whole. What a form's first section does without comes with its code when it is first asked for: those
 * members are functions that resolve with the part, so that a screen loads what it uses. There are other doors for those
 * who must not carry this one: the worker's script has `open-outbox.ts` (a page's `outbox` is the same thing), the page
 * where somebody signs in `open-settings.ts`; Home, which opens no database, asks `database-exists.ts` whether there is
 * one, and `first-identifier.ts` for the identifier of a first start.
 */
export type Store = Readonly<{
  drafts: DraftsStore &
    DraftOpening &
    Readonly<{
      /** Makes ready what the first save waits for: its code, the phone's agent, secrets. Also for a phone that loses its signal now. */
      prepare: () => Promise<void>;
    }>;
  queries: Queries;
  attachments: () => Promise<Files['attachments']>;
  strokes: () => Promise<StrokesStore>;
  /** Those of a submitted form, for the next one. */
  rememberPlaces: Files['rememberPlaces'];
  /** What a SIM card number is known by after its delivery; null where it can't be made. */
  simMark: Files['simMark'];
  rememberSim: Files['rememberSim'];
  /** Marks of SIM card numbers stay for 90 days: to be called at each start. */
  forgetOldSims: () => Promise<void>;
  outbox: () => Promise<Outbox>;
  settings: () => Promise<DeviceStorage>;
  analytics: () => Promise<AnalyticsRows>;
  /** Only where there is a lock, or is to be one. Made once for a page. */
  lock: (ports: LockPorts) => Promise<LockStore>;
  /** Deletes the receipt of everything delivered; resolves with how many there were. */
  deleteReceipts: () => Promise<number>;

  /** Makes the copies of the device identifier again that were lost, or that a worker could not write. */
  mendIdentifier: () => Promise<void>;
  /** Whether the secrets are to be looked after, though nothing here hangs on one. */
  secretsNeedTending: () => Promise<boolean>;
  /** Once, after an older build's rows are sealed: overwrites what the browser's files still hold of them. */
  overwriteClearText: () => Promise<void>;
  /** Whether this database was here before: a wiped one has lost its sentinel. */
  hasSentinel: () => Promise<boolean>;
  /** Tells of every commit, the worker's and other tabs' too. The returned function ends it. */
  onCommit: (listener: () => void) => () => void;
  /** Resolves once the database is open; rejects where it does not open, or not within the time (ms). */
  opened: (withinMs?: number) => Promise<void>;
  /** For good: what still comes finds it closed, and does not open it again. */
  close: () => void;
}>;

/**
 * What a form is filled in with. It reads of the outbox whether it was refused, and has no way to put anything there, to the
 * settings, or to what this phone remembers of customers: that is for whoever takes the form from it.
 */
export type FormStore = Pick<
  Store,
  'drafts' | 'queries' | 'attachments' | 'strokes' | 'simMark' | 'onCommit'
> &
  Readonly<{ outbox: () => Promise<Readonly<{ store: Pick<SubmissionReads, 'contents'> }>> }>;

export type StoreOptions = Readonly<{
  /** Of the database; tests open others beside each other. */
  name?: string;
  /** Where the specification's keys are kept a second time, to be read without waiting. */
  copy?: CopyHere;
  /** Without it photos are JPEG. */
  backend?: BackendSetting;
}>;

const UNKNOWN_BACKEND: BackendSetting = { base: '', accepts: [] };

/** Opens nothing yet: the first use does, or `opened`. */
export function openStore({ name, copy, backend = UNKNOWN_BACKEND }: StoreOptions = {}): Store {
  const db = new Database(name);
  let own: Promise<OwnForms> | undefined;
  /** Known at once: a live query follows what it reads only until it waits for anything else. */
  let unlocked: () => string | null = () => null;
  const whose = async () => {
    const agents = await db.agents.toArray();
    // Asked anew where somebody else unlocked.
    if (agents.length > 1) await readKey(db, 'sessionAgent');
    return whoseOf(agents, unlocked());
  };
  const ownForms = (): Promise<OwnForms> => {
    own ??= import('./drafts/sealed-drafts.ts').then((part) => {
      const forms = part.ownForms(db);
      unlocked = () => forms.desk.agents.current()?.agent ?? null;
      return forms;
    });
    // Its code may not have come through; asked again, it may.
    own.catch(() => {
      own = undefined;
    });
    return own;
  };
  let made: Files | undefined;
  const files = async () => {
    const [{ filesOf }, { desk }] = await Promise.all([import('./files/files.ts'), ownForms()]);
    made ??= filesOf(db, desk, copy, backend);
    return made;
  };
  const lists = async () => {
    const { listsOf } = await import('./lists/lists.ts');
    return listsOf(db, whose, async () => (await ownForms()).desk, copy);
  };
  const drafts = async () => (await ownForms()).drafts;
  return {
    drafts: {
      prepare: async () => (await ownForms()).prepare(),
      create: async (...form) => (await drafts()).create(...form),
      save: async (...form) => (await drafts()).save(...form),
      endOf: async (...form) => (await drafts()).endOf(...form),
      open: async (id) => (await files()).opening.open(id),
      carried: async (id) => (await files()).opening.carried(id),
      nextSim: async (from, remembered) => (await files()).opening.nextSim(from, remembered),
    },
    queries: {
      counts: () => queryOf(() => countsByStatus(db)),
      ownCounts: () => queryOf(async () => ownCounts(db, await whose())),
      hasLock: () => queryOf(async () => (await db.agents.toArray()).some(hasLock)),
      frameFacts: () => queryOf(() => frameFacts(db, whose).catch(() => undefined)),
      options: () => queryOf(() => cachedOptions(db)),
      draftContext: (...asked) =>
        queryOf(() =>
          draftContext(db, whose, async () => (await ownForms()).openedContext, ...asked),
        ),
      ...lateQueriesOf<FileQueries>(files, {
        draftFingerprint: 0,
        recentPlaces: 0,
        documents: 0,
        signature: 0,
      }),
      ...lateQueriesOf<ListQueries>(lists, {
        submission: 0,
        newest: 0,
        found: 0,
        overview: 0,
        waitingLoad: 0,
        sending: 0,
        settings: 0,
        readiness: 0,
        lastAnswer: 0,
        dayTotals: 0,
      }),
    },
    attachments: async () => (await files()).attachments,
    strokes: async () => (await files()).strokes,
    rememberPlaces: async (places) => (await files()).rememberPlaces(places),
    simMark: async (number) => (await files()).simMark(number),
    rememberSim: async (id, number) => (await files()).rememberSim(id, number),
    forgetOldSims: async () => {
      if (await readKey(db, 'simMarks')) await (await ownForms()).forgetOldSims();
    },
    outbox: async () => {
      const [{ outboxOf }, { desk }] = await Promise.all([import('./open-outbox.ts'), ownForms()]);
      return outboxOf(db, desk);
    },
    settings: async () => (await lists()).settings,
    analytics: async () => (await lists()).analytics,
    lock: async (ports) => (await ownForms()).lockStore(ports),
    deleteReceipts: async () => (await lists()).deleteReceipts(),
    mendIdentifier: () => mendIdentifierCopies(db),
    overwriteClearText: async () => {
      if (await readKey(db, 'hadClearText')) await (await ownForms()).overwriteClearText();
    },
    secretsNeedTending: () => needTending(db),
    hasSentinel: async () => (await readKey(db, 'sentinel')) !== undefined,
    onCommit: (listener) => onCommit(db, listener),
    opened: (withinMs) => openInTime(db, withinMs),
    close: () => closeForGood(db),
  };
}
