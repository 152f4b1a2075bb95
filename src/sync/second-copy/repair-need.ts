import type { SubmissionId } from '../../domain/ids.ts';
import { SENTINEL_FOLDER } from '../../store/db/stored-names.ts';
import type { Store } from '../../store/open-store.ts';
import type { CopyPlace } from '../../store/second-copy/copy-place.ts';

/** A submission that was restored from its copy; shown to the person. */
export type Repaired = Readonly<{ id: SubmissionId; customerName: string }>;
/** A submission that could not be restored, or not with all its files; shown to the person. */
export type Lost = Readonly<{
  id: SubmissionId;
  /** Empty where the name is lost too. */
  customerName: string;
  /** Names of the lost files; empty: the whole submission is lost. */
  files: readonly string[];
}>;

export type Repair = Readonly<{
  /** The browser had lost the database since the last start. */
  wasWiped: boolean;
  restored: readonly Repaired[];
  lost: readonly Lost[];
}>;

export const NOTHING_TO_REPAIR: Repair = { wasWiped: false, restored: [], lost: [] };

/**
 * True if this start has anything to compare or repair. On a new phone, or with an empty outbox, the repair's code is not loaded.
 * Reads counts and folder names only.
 */
export async function needsRepair(
  { hasSentinel, queries }: Pick<Store, 'hasSentinel' | 'queries'>,
  secondCopy: Pick<CopyPlace, 'folders'>,
): Promise<boolean> {
  const { draft, queued, rejected } = await queries.counts().read();
  if (draft + queued + rejected > 0) return true;
  const folders = await secondCopy.folders();
  if (folders.some((folder) => folder !== SENTINEL_FOLDER)) return true;
  // The second copy has a sentinel and the database has none: the database was wiped. The repair reports it.
  return folders.length > 0 && !(await hasSentinel());
}
