import type { Counts } from '../store/counters.ts';
import type { Store } from '../store/open-store.ts';
import type { Sync } from './sync-services.ts';

type Tended = Pick<Store, 'secretsNeedTending' | 'overwriteClearText'> &
  Readonly<{ queries: Readonly<{ counts: () => Readonly<{ read: () => Promise<Counts> }> }> }>;

/**
 * At a start, on a phone that has anything, or was stopped before it had tidied up behind what it had: a first start has nothing to
 * seal, and its first form makes its own secrets.
 */
export async function tendKeys(
  store: Tended,
  sync: () => Promise<Pick<Sync, 'tendKeys'>>,
): Promise<void> {
  const { draft, queued, rejected } = await store.queries.counts().read();
  if (draft + queued + rejected > 0 || (await store.secretsNeedTending()))
    await (await sync()).tendKeys();
  await store.overwriteClearText();
}
