/** Work of this page that a reload would lose. */
export type PendingWork = Readonly<{
  /** Counts `work` as under way until it settles, whether it fulfils or rejects. */
  add: (work: Promise<unknown>) => void;
  isUnderWay: () => boolean;
  /** Resolves once no work is under way, including work added meanwhile. */
  allSettled: () => Promise<void>;
}>;

export function createPendingWork(): PendingWork {
  const underWay = new Set<Promise<void>>();
  return {
    add(work) {
      const remove = (): void => void underWay.delete(settled);
      const settled: Promise<void> = work.then(remove, remove);
      underWay.add(settled);
    },
    isUnderWay: () => underWay.size > 0,
    async allSettled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

/** Chosen files, and strokes of a signature, until they are on the disk. */
export const pendingSaves = createPendingWork();
/** A check of the form waits for strokes that were drawn just before the press. */
export const strokesBeingSaved = createPendingWork();
/** Chosen files that could not be stored, until the person tries again or dismisses them. */
export const unsavedFiles = createPendingWork();
/** Drafts whose last changes are not on the disk. */
export const unsavedDrafts = new Set<Readonly<{ flush: () => Promise<void> }>>();

/** True if a reload would lose text, a file or a stroke. */
export const isUnsaved = (): boolean =>
  unsavedDrafts.size > 0 || pendingSaves.isUnderWay() || unsavedFiles.isUnderWay();

/**
 * Saves the unsaved changes of every form before memory is cleared. Returns false if the disk did not accept all of
 * them.
 */
export async function flushAllDrafts(): Promise<boolean> {
  await Promise.all([...unsavedDrafts].map((draft) => draft.flush()));
  return unsavedDrafts.size === 0;
}

/** Waits for pending saves and saves all drafts. Returns false if a reload would still lose something. */
export async function saveAll(): Promise<boolean> {
  await pendingSaves.allSettled();
  await flushAllDrafts();
  return !isUnsaved();
}
