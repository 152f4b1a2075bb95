import type { OptionLists } from '../domain/forms/form.ts';
import { type BuildSettings, buildSettings, type Environment } from '../environment.ts';
import { loadOnce } from '../load-once.ts';
import { opfsMirror } from '../store/mirror.ts';
import { openStore, type Store } from '../store/open-store.ts';
import type { DrainReason } from '../sync/drain/drain-reason.ts';
import type { Repair } from '../sync/mirror/mirror-repair.ts';
import { needsRepair, nothingToRepair } from '../sync/mirror/repair-need.ts';
import type { Sync } from './sync-services.ts';

/** What the screens that keep or send anything stand on. */
export type Services = Readonly<{
  store: Store;
  /** Loaded when somebody first does something: a form can be read and begun before. */
  sync: () => Promise<Sync>;
  /** One drain in this page, where no worker does it. Resolves with when to ask again (ms since 1970), or null. */
  drain: (reason: DrainReason) => Promise<number | null>;
  settings: BuildSettings;
  /** What the comparison with the second copies found at this start. */
  repair: Repair;
  /** The server's lists as they were kept at this start, so that a form's first frame has them; null: it has sent none. */
  options: OptionLists | null;
}>;

/** A first visit: once the worker is installed it claims the page, is told to drain, and fetches what the next forms need. */
const isWorkerComing = (): boolean =>
  import.meta.env.PROD && 'serviceWorker' in navigator && 'SyncManager' in globalThis;

async function drainHere(
  store: Store,
  sync: Services['sync'],
  reason: DrainReason,
): Promise<number | null> {
  if (reason === 'start' && isWorkerComing() && (await store.queries.counts().read()).queued === 0)
    return null;
  const [{ ports }, { drain, pageLimits }] = await Promise.all([
    sync(),
    import('../sync/drain/drain.ts'),
  ]);
  const { signal } = new AbortController();
  const result = await drain(ports, { ...pageLimits, reason, signal });
  return result.nextAt;
}

/** A phone with many drafts takes a second or two; a place for copies that hangs never ends, ms. */
const REPAIR_WITHIN_MS = 20_000;

/** Second copies that fail, or hang, must not take the first away: then this start goes on without them. */
async function repairInTime(store: Store, sync: Services['sync']): Promise<Repair> {
  const repaired = (async () => {
    if (!(await needsRepair(store, opfsMirror(navigator.storage)))) return nothingToRepair;
    return (await sync()).repair();
  })().catch(() => nothingToRepair);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Repair>((resolve) => {
    timer = setTimeout(() => resolve(nothingToRepair), REPAIR_WITHIN_MS);
  });
  const repair = await Promise.race([repaired, late]);
  clearTimeout(timer);
  return repair;
}

/** Opens the database and repairs it from the second copies, before anything is read from it. */
export async function openServices(environment: Environment): Promise<Services> {
  const store = openStore({ copy: () => localStorage });
  const sync = loadOnce(async () => {
    const [{ openSync }, outbox] = await Promise.all([
      import('./sync-services.ts'),
      store.outbox(),
    ]);
    return openSync(outbox, environment);
  });
  await store.opened();
  const [repair, options] = await Promise.all([
    repairInTime(store, sync),
    store.queries.options().read(),
  ]);
  // Only a page can write the copy in `localStorage`. Nothing waits for it, and without it nothing fails.
  void store.mendIdentifier().catch(() => undefined);
  const drain = (reason: DrainReason) => drainHere(store, sync, reason);
  return { store, drain, sync, settings: buildSettings, repair, options };
}
