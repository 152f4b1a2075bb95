import type { Store } from '../store/open-store.ts';
import type { Counts } from '../store/outbox/counters.ts';
import type { Sync } from './sync-services.ts';

type CleanUpStore = Pick<Store, 'needsSecretCleanup' | 'overwritePlaintext'> &
  Readonly<{ queries: Readonly<{ counts: () => Readonly<{ read: () => Promise<Counts> }> }> }>;

/**
 * Cleans up keys at a start if the phone has data, or if an earlier cleanup was stopped. A first start has nothing to
 * encrypt, and its first form creates its own secrets. Every start also overwrites leftover plaintext, if there is any.
 */
export async function cleanUpKeys(
  store: CleanUpStore,
  sync: () => Promise<Pick<Sync, 'cleanUpKeys'>>,
): Promise<void> {
  const { draft, queued, rejected } = await store.queries.counts().read();
  if (draft + queued + rejected > 0 || (await store.needsSecretCleanup()))
    await (await sync()).cleanUpKeys();
  await store.overwritePlaintext();
}
