import { type SubmissionId, submissionId } from '../../domain/ids.ts';
import { SENTINEL_FOLDER } from '../../store/db/stored-names.ts';
import type { StartFacts, Store } from '../../store/open-store.ts';
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
 * `now`: something is missing in the database or among the second copies, so the repair must run before a screen is shown.
 * `later`: nothing is missing by name, but a file or a copy may be damaged. `none`: there are no forms.
 */
export type RepairNeed = 'now' | 'later' | 'none';

const isForm = (folder: string): boolean => folder !== SENTINEL_FOLDER;

/**
 * Compares the names of the second copies with the primary keys of the database. The repair's code is loaded only if there are forms.
 * @param asked the facts, or their promise, so that the names are listed while the database opens
 * @param isNewPhone true if this browser has no device identifier yet
 */
export async function repairNeed(
  { setSentinel }: Pick<Store, 'setSentinel'>,
  asked: StartFacts | Promise<StartFacts>,
  place: Pick<CopyPlace, 'folders' | 'state'>,
  isNewPhone: boolean,
): Promise<RepairNeed> {
  const listed = place
    .state(isNewPhone ? undefined : WIPED_PATIENCE_MS)
    .then((state) => (state === 'late' ? null : place.folders()));
  // The branches below handle a rejection.
  listed.catch(() => undefined);
  const { hasSentinel, isFileLost, submitted, undelivered } = await asked;

  if (undelivered.size === 0) {
    const folders = await listed;
    // With a sentinel the next start does not count as wiped. It still waits for late files, and repairs if it finds a form's copy.
    if (folders === null && !hasSentinel && !isNewPhone) await setSentinel(crypto.randomUUID());
    if (!folders?.length) return 'none';
    // If the second copy has a sentinel and the database has none, the database was wiped. The repair reports the wipe.
    return !hasSentinel || folders.some(isForm) ? 'now' : 'none';
  }

  if (!hasSentinel || isFileLost) return 'now';
  // Known forms do not wait as long for the private files as a wiped database.
  if ((await place.state()) !== 'open') return 'later';
  const folders = await listed.catch(() => null);
  if (folders === null) return 'later';
  const isComplete =
    submitted.every((id) => folders.includes(id)) &&
    folders.filter(isForm).every((folder) => undelivered.has(submissionId(folder)));
  return isComplete ? 'later' : 'now';
}
