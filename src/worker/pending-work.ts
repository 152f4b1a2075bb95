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
