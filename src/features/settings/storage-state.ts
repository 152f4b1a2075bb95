import { isIos } from '../../worker/unsent-advice.ts';

/** This site's storage in bytes. Null if the browser does not report a value. */
export type StorageState = Readonly<{
  used: number | null;
  free: number | null;
  /** True if the browser promised not to clear the storage by itself. Null if unknown. */
  persisted: boolean | null;
}>;

export type StoragePort = Partial<Pick<StorageManager, 'estimate' | 'persist' | 'persisted'>>;

/** To prevent fingerprinting, new versions of Chromium always report this value as free. */
const MADE_UP_FREE_BYTES = 10 * 2 ** 30;

/**
 * Returns the free space in bytes, or null if the browser does not report it. Firefox and WebKit report a share of the
 * whole disk as the quota, even if the disk is full. Only Chromium looks at the free space, and only its estimate has
 * `usageDetails`.
 */
function freeBytes(estimate: StorageEstimate | undefined): number | null {
  const { quota, usage } = estimate ?? {};
  if (estimate === undefined || quota === undefined || usage === undefined) return null;
  const free = Math.max(0, quota - usage);
  return 'usageDetails' in estimate && free !== MADE_UP_FREE_BYTES ? free : null;
}

export async function readStorage(storage: StoragePort | undefined): Promise<StorageState> {
  const estimate = await storage?.estimate?.().catch(() => undefined);
  const persisted = await storage?.persisted?.().catch(() => undefined);
  return {
    used: estimate?.usage ?? null,
    free: freeBytes(estimate),
    persisted: persisted ?? null,
  };
}

/**
 * `already`: the browser promised it earlier. `promised`: it agrees now. `refused`: it may agree once the app is
 * installed. `refusedOnIos`: as `refused`, but an installed app there starts with empty storage. `unsupported`: the
 * browser has no such function, or the function failed.
 */
export type PersistenceAnswer = 'already' | 'promised' | 'refused' | 'refusedOnIos' | 'unsupported';

/** Asks the browser for persistent storage. Some browsers ask the person. */
export async function requestPersistence(
  storage: StoragePort | undefined,
  ios = isIos(),
): Promise<PersistenceAnswer> {
  if (storage?.persist === undefined || storage.persisted === undefined) return 'unsupported';
  try {
    if (await storage.persisted()) return 'already';
    if (await storage.persist()) return 'promised';
    return ios ? 'refusedOnIos' : 'refused';
  } catch {
    return 'unsupported';
  }
}
