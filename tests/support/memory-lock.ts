import type { Lock } from '../../src/sync/ports/ports.ts';

/** One set for each origin: every actor's `Lock` over it sees the others'. */
export const createMemoryLock = (held: Set<string>): Lock => ({
  excludes: true,
  ifFree: async (name, work) => {
    if (held.has(name)) return { ran: false };
    held.add(name);
    try {
      return { ran: true, value: await work() };
    } finally {
      held.delete(name);
    }
  },
});
