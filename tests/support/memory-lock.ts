import type { Lock } from '../../src/sync/ports/ports.ts';

/** A `Lock` over the names that are held; all actors of an origin share one set. */
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
