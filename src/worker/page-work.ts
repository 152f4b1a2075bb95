/** Work of this page that a reload would throw away. */
export type PageWork = Readonly<{
  /** Counts `work` in until it settles, however it does. */
  add: (work: Promise<unknown>) => void;
  isUnderWay: () => boolean;
  /** Resolves once none is under way, whatever is added meanwhile. */
  ended: () => Promise<void>;
}>;

export function createPageWork(): PageWork {
  const underWay = new Set<Promise<void>>();
  return {
    add(work) {
      const over = (): void => void underWay.delete(ended);
      const ended: Promise<void> = work.then(over, over);
      underWay.add(ended);
    },
    isUnderWay: () => underWay.size > 0,
    async ended() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

/** Chosen files on their way to the disk. */
export const filesInWork = createPageWork();
/** Chosen files that failed, until somebody said what is to become of them. */
export const filesInDoubt = createPageWork();
