import type { SubmissionId } from '../../domain/ids.ts';
import { SENTINEL_FOLDER } from '../../store/db/stored-names.ts';
import type { Store } from '../../store/open-store.ts';
import type { CopyPlace } from '../../store/second-copy/copy-place.ts';

export type Repaired = Readonly<{ id: SubmissionId; customerName: string }>;
/** A submission that was not restored, or not with all its files. */
export type Lost = Readonly<{
  id: SubmissionId;
  /** Empty if the name is lost too. */
  customerName: string;
  /** The names of the lost files. Empty if the whole submission is lost. */
  files: readonly string[];
}>;

export type Repair = Readonly<{
  /** The browser had lost the database since the last start. */
  wasWiped: boolean;
  restored: readonly Repaired[];
  lost: readonly Lost[];
}>;

export const NOTHING_TO_REPAIR: Repair = { wasWiped: false, restored: [], lost: [] };

/** A wiped database waits this long (ms) for the private files of a slow phone. Otherwise the outbox would look empty. */
const WIPED_PATIENCE_MS = 15_000;

/**
 * True if this start may need a repair. On a new phone, or with an empty outbox, the app does not load the repair's code. This function
 * reads only counts and folder names.
 * @param isNewPhone true if this browser has no device identifier yet
 */
export async function needsRepair(
  { hasSentinel, queries, setSentinel }: Pick<Store, 'hasSentinel' | 'queries' | 'setSentinel'>,
  place: Pick<CopyPlace, 'folders' | 'state'>,
  isNewPhone: boolean,
): Promise<boolean> {
  const { draft, queued, rejected } = await queries.counts().read();
  if (draft + queued + rejected > 0) return true;
  const mayBeWiped = !(await hasSentinel());
  // The next start does not wait again. It repairs if it finds a copy.
  if (mayBeWiped && !isNewPhone && (await place.state(WIPED_PATIENCE_MS)) === 'late')
    await setSentinel(crypto.randomUUID());
  const folders = await place.folders();
  if (folders.some((folder) => folder !== SENTINEL_FOLDER)) return true;
  // If the second copy has a sentinel and the database has none, the database was wiped. The repair reports the wipe.
  return folders.length > 0 && mayBeWiped;
}
