import { isIos } from '../../worker/unsent-advice.ts';

/** The browser's storage of this site, in bytes; null: the browser does not say. */
export type StorageState = Readonly<{
  used: number | null;
  free: number | null;
  /** Whether the browser promised not to clear it by itself. */
  persisted: boolean | null;
}>;

export type StoragePort = Partial<Pick<StorageManager, 'estimate' | 'persist' | 'persisted'>>;

/** Against fingerprinting, Chromium always reports this as free, and Firefox as the quota. */
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

/** already: promised before. refused: may be granted once the app is installed, but on iOS that is another, empty storage. */
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

let wasShown = false;

/**
 * Asks the browser for persistent storage after each Submit, until the storage is protected: the answer may change once the app is
 * installed. A refusal is shown only once on each page. Returns the answer to show, or null.
 */
export async function protectAfterSubmit(
  storage: StoragePort | undefined,
): Promise<PersistenceAnswer | null> {
  const answer = await requestPersistence(storage);
  if (answer === 'already' || (wasShown && answer !== 'promised')) return null;
  wasShown = true;
  return answer;
}
