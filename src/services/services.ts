import type { OptionLists } from '../domain/forms/form.ts';
import { loadOnce } from '../platform/load-once.ts';
import { pause, within } from '../platform/timers.ts';
import { soonIdle } from '../platform/when-idle.ts';
import { backendSettings } from '../settings/backend-settings.ts';
import {
  type BuildSettings,
  buildSettings,
  type PageEnvironment,
} from '../settings/environment.ts';
import { databaseExists } from '../store/database-exists.ts';
import { firstIdentifier } from '../store/device/first-identifier.ts';
import type { LockStore } from '../store/lock/lock-contract.ts';
import { openStore, type Store } from '../store/open-store.ts';
import { copyPlace } from '../store/second-copy/copy-place.ts';
import type { DrainReason } from '../sync/drain-messages.ts';
import { NOTHING_TO_REPAIR, needsRepair, type Repair } from '../sync/second-copy/repair-need.ts';
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
  /** The report of this start's repair from the second copies. */
  repair: Repair;
  /** The server's option lists as stored at this start, so that a form's first frame has them. Null if none are stored yet. */
  options: OptionLists | null;
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

/** An idle page may wait for the database. During this time only the screen may use the database. */
const FIRST_READ_MS = 1_000;

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
 * Repairs the database from the second copies. If the copies can't be read or hang, this start continues without a
 * repair, so that the database stays usable.
 */
async function repairInTime(
  store: Store,
  sync: Services['sync'],
  isNewPhone: boolean,
): Promise<Repair> {
  const repaired = (async () => {
    if (!(await needsRepair(store, copyPlace(navigator.storage), isNewPhone)))
      return NOTHING_TO_REPAIR;
    return (await sync()).repair();
  })().catch(() => NOTHING_TO_REPAIR);
  return within(MAX_REPAIR_MS, repaired, () => NOTHING_TO_REPAIR);
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
  await store.opened();
  const [repair, options] = await Promise.all([
    repairInTime(store, sync, isNewPhone),
    store.queries.options().read(),
  ]);
  // A repair restores the agents of a wiped database with their locks. So the locks are read after the repair.
  const hasLock = await store.queries.hasLock().read();
  // Repairs the copies of the device identifier. Only a page can write `localStorage`. Nothing depends on the result,
  // so it is not awaited.
  void store.repairIdentifier().catch(() => undefined);
  void store.beginNewLog().catch(() => undefined);
  // The key cleanup must not run while the first screen is being drawn.
  void soonIdle()
    .then(() => pause(FIRST_READ_MS))
    .then(() => cleanUpKeys(store, sync))
    .catch(() => undefined);
  void store.forgetOldSims().catch(() => undefined);
  const drain = (reason: DrainReason) => drainInPage(store, sync, reason);
  const lock = async () => (await sync()).lock();
  return { store, drain, sync, hasLock, lock, settings: buildSettings, repair, options };
}
