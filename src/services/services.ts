import type { BeginFacts } from '../domain/announced.ts';
import type { OptionLists } from '../domain/forms/form.ts';
import { loadOnce } from '../platform/load-once.ts';
import { within } from '../platform/timers.ts';
import { afterFirstReads } from '../platform/when-idle.ts';
import { backendSettings } from '../settings/backend-settings.ts';
import {
  type BuildSettings,
  buildSettings,
  type PageEnvironment,
} from '../settings/environment.ts';
import { databaseExists } from '../store/database-exists.ts';
import { firstIdentifier } from '../store/device/first-identifier.ts';
import type { LockStore } from '../store/lock/lock-contract.ts';
import { openStore, type StartFacts, type Store } from '../store/open-store.ts';
import { copyPlace } from '../store/second-copy/copy-place.ts';
import { NOTHING_TO_REPAIR, type Repair, repairNeed } from '../sync/second-copy/repair-need.ts';
import type { DrainReason } from '../sync/worker-messages.ts';
import { cleanUpKeys } from './clean-up-keys.ts';
import type { Sync } from './sync-services.ts';

export type Services = Readonly<{
  store: Store;
  /** Loaded at the first action. An agent can see and begin a form without it. */
  sync: () => Promise<Sync>;
  /**
   * Runs one drain in this page, unless the worker will do it. Resolves with the time of the next attempt (ms since
   * 1970), or null.
   */
  drain: (reason: DrainReason) => Promise<number | null>;
  settings: BuildSettings;
  /** True if a lock was set at this start. `store.queries.hasLock` has the current value. */
  hasLock: boolean;
  /** Call it only if there is a lock, or to set one. */
  lock: () => Promise<LockStore>;
  /**
   * Repairs from the second copies, once at each start: before the first screen if something is missing, else in idle
   * time. A screen with stored files calls it first. Never rejects.
   */
  repair: () => Promise<Repair>;
  /** Resolves with the report when this start's repair has ended. */
  repaired: Promise<Repair>;
  /** The server's option lists as stored at this start, so that a form's first frame has them. Null if none are stored yet. */
  options: OptionLists | null;
  /** The limits for new forms at this start, so that the first frame has them. */
  begin: BeginFacts;
}>;

/**
 * True if the worker will drain. At a first visit no worker controls the page yet. Once installed, the worker claims
 * the page and the page asks it to drain. That drain also fetches formGuids and options for the next forms, so the page
 * need not.
 */
const willWorkerDrain = (): boolean =>
  import.meta.env.PROD && 'serviceWorker' in navigator && 'SyncManager' in globalThis;

async function drainInPage(
  store: Store,
  sync: Services['sync'],
  reason: DrainReason,
): Promise<number | null> {
  if (reason === 'start' && willWorkerDrain() && (await store.queries.counts().read()).queued === 0)
    return null;
  return (await sync()).drain(reason);
}

/** The repair needs a second or two on a phone with many drafts. A file system that hangs never ends. */
const MAX_REPAIR_MS = 20_000;

/** The limit is needed because the identifier's copy is in a file system that may hang. */
const MAX_IDENTIFIER_MS = 2_000;

/** Returns null if the database exists (it has the identifier), if the browser blocks storage, or if the file system hangs. */
function identifierInTime(): Promise<string | null> {
  const made = async () => firstIdentifier({ local: localStorage, databaseExists });
  return within(
    MAX_IDENTIFIER_MS,
    made().catch(() => null),
    () => null,
  );
}

/**
 * The repair of this start. If the copies can't be read or hang, this start continues without a repair, so that the
 * database stays usable.
 */
function startRepair(
  store: Store,
  sync: Services['sync'],
  asked: Promise<StartFacts>,
  isNewPhone: boolean,
) {
  let isNeeded = true;
  let begin = (): void => {};
  const repaired = new Promise<void>((resolve) => {
    begin = resolve;
  }).then(async () => {
    const ran = async () => (isNeeded ? (await sync()).repair() : NOTHING_TO_REPAIR);
    return within(
      MAX_REPAIR_MS,
      ran().catch(() => NOTHING_TO_REPAIR),
      () => NOTHING_TO_REPAIR,
    );
  });
  const repair = (): Promise<Repair> => {
    begin();
    return repaired;
  };
  const look = async (): Promise<boolean> => {
    const place = copyPlace(navigator.storage);
    const need = await repairNeed(store, asked, place, isNewPhone).catch(() => 'none');
    isNeeded = need !== 'none';
    if (need !== 'later') await repair();
    return need === 'now';
  };
  /** Resolves before the first screen, with true if the repair was needed before it. */
  const first = within(MAX_REPAIR_MS, look(), () => true);
  return { first, repair, repaired };
}

/** Opens the database and repairs it from the second copies before anything else reads it. */
export async function openServices(environment: PageEnvironment): Promise<Services> {
  const { apiBaseAddress: base } = environment;
  // The identifier must exist before the database, which takes it over. The worker's calls then carry the same
  // identifier as the page's.
  const isNewPhone = environment.deviceIdentifier === null;
  environment.deviceIdentifier ??= await identifierInTime();
  const backend = { base, accepts: backendSettings.accepts };
  const store = openStore({ copy: () => localStorage, backend });
  const sync = loadOnce(async () => {
    const [{ openSync }, outbox] = await Promise.all([
      import('./sync-services.ts'),
      store.outbox(),
    ]);
    return openSync(store, outbox, environment);
  });
  const opened = store.opened();
  const asked = opened.then(store.startFacts);
  const { first, repair, repaired } = startRepair(store, sync, asked, isNewPhone);
  const limits = opened.then(() => store.queries.beginFacts().read());
  const [{ options, ...facts }, begin] = await Promise.all([asked, limits]);
  // A repair restores the agents of a wiped database with their locks. So the locks are then read again.
  const hasLock = (await first) ? await store.queries.hasLock().read() : facts.hasLock;
  // Repairs the copies of the device identifier. Only a page can write `localStorage`. Nothing depends on the result,
  // so it is not awaited.
  void store.repairIdentifier().catch(() => undefined);
  void store.beginNewLog().catch(() => undefined);
  // The whole repair and the key cleanup must not run while the first screen is being drawn. The cleanup deletes secrets
  // that nothing names, so it waits for the repair.
  void afterFirstReads()
    .then(repair)
    .then(() => cleanUpKeys(store, sync))
    .catch(() => undefined);
  void store.forgetOldSims().catch(() => undefined);
  const drain = (reason: DrainReason) => drainInPage(store, sync, reason);
  const lock = async () => (await sync()).lock();
  const settings = buildSettings;
  return { store, drain, sync, hasLock, lock, settings, repair, repaired, options, begin };
}
