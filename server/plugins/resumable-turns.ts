interface Turn {
  readonly end: () => void;
  readonly over: Promise<void>;
}

/** Sees to it that of one upload one thing is done at a time. */
export type UploadTurns = Readonly<{
  /**
   * Ends what is under way under this name, waits until it is over, and then runs `work`. `end`: called when another comes: the
   * client has given this one up, though we may not know of it yet.
   */
  take: <T>(name: string, end: () => void, work: () => Promise<T>) => Promise<T>;
}>;

export function createUploadTurns(): UploadTurns {
  const turns = new Map<string, Turn>();
  return {
    take: async (name, end, work) => {
      const before = turns.get(name);
      let finish = () => {};
      const over = new Promise<void>((done) => {
        finish = done;
      });
      const turn: Turn = { end, over };
      turns.set(name, turn);
      before?.end();
      await before?.over;
      try {
        return await work();
      } finally {
        if (turns.get(name) === turn) turns.delete(name);
        finish();
      }
    },
  };
}
