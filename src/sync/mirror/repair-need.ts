import type { Mirror } from '../../store/mirror.ts';
import type { Store } from '../../store/open-store.ts';
import type { Repair } from './mirror-repair.ts';

/** The mirror's folder with the copy of the sentinel, which shows whether the database was wiped. It holds no submission. */
export const SENTINEL_FOLDER = 'mark';

export const NOTHING_TO_REPAIR: Repair = { wasWiped: false, restored: [], lost: [] };

/**
 * Whether this start has anything to compare or repair. On a new phone, or with an empty outbox, it has not, and the code of
 * the repair need not be loaded. Reads counts and folder names only.
 */
export async function needsRepair(
  { hasSentinel, queries }: Pick<Store, 'hasSentinel' | 'queries'>,
  mirror: Mirror,
): Promise<boolean> {
  const { draft, queued, rejected } = await queries.counts().read();
  if (draft + queued + rejected > 0) return true;
  const folders = await mirror.folders();
  if (folders.some((folder) => folder !== SENTINEL_FOLDER)) return true;
  // The mirror has a sentinel and the database none: the database was wiped. The repair says so in its result.
  return folders.length > 0 && !(await hasSentinel());
}
