import { isIos } from '../../worker/unsent-advice.ts';

/** This site's storage in bytes. Null if the browser does not report a value. */
export type StorageState = Readonly<{
  used: number | null;
  free: number | null;
  /** True if the browser promised not to clear the storage by itself. Null if unknown. */
  persisted: boolean | null;
}>;

export type StoragePort = Partial<Pick<StorageManager, 'estimate' | 'persist' | 'persisted'>>;

/** To prevent fingerprinting, Chromium always reports this value as free, and Firefox as the quota. */
const MADE_UP_FREE_BYTES = 10 * 2 ** 30;

export async function readStorage(storage: StoragePort | undefined): Promise<StorageState> {
  const estimate = await storage?.estimate?.().catch(() => undefined);
  const persisted = await storage?.persisted?.().catch(() => undefined);
  const used = estimate?.usage ?? null;
  const quota = estimate?.quota ?? null;
  const free = quota === null || used === null ? null : Math.max(0, quota - used);
  return {
    used,
    free: free === MADE_UP_FREE_BYTES || quota === MADE_UP_FREE_BYTES ? null : free,
    persisted: persisted ?? null,
  };
}

/**
 * already: promised before. refused: the browser may agree once the app is installed. On iOS, an installed app has a
 * separate, empty storage.
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
