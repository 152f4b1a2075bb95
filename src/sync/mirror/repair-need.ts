import type { Mirror } from '../../store/mirror.ts';
import type { Store } from '../../store/open-store.ts';
import type { Repair } from './mirror-repair.ts';

/** The folder of the mirror that shows whether the database was wiped; it holds no submission. */
export const SENTINEL_FOLDER = 'mark';

export const nothingToRepair: Repair = { wasWiped: false, restored: [], lost: [] };

/**
 * Whether a start has anything to compare or to mend. Not on a new phone, nor on one whose outbox is empty: there the code
 * that repairs need not be loaded. Reads counts and names only.
 */
export async function needsRepair(
  { hasSentinel, queries }: Pick<Store, 'hasSentinel' | 'queries'>,
  mirror: Mirror,
): Promise<boolean> {
  const { draft, queued, rejected } = await queries.counts().read();
  if (draft + queued + rejected > 0) return true;
  const folders = await mirror.folders();
  if (folders.some((folder) => folder !== SENTINEL_FOLDER)) return true;
  // A sentinel here and none in the database: that was wiped, and the person is told.
  return folders.length > 0 && !(await hasSentinel());
}
