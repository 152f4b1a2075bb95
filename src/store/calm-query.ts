import { type Later, later } from '../timers.ts';
import { onCommit } from './commits.ts';
import type { Database } from './database.ts';
import type { Query } from './query.ts';

/** At most so often, ms: a drain writes dozens of rows a second, and each reading costs it a turn at the disk. */
const CALM_MS = 250;

/**
 * A query that reads many rows: live, the first change is told at once, those that follow together, and never more often
 * than every 250 ms.
 */
export const calmQueryOf = <T>(
  db: Database,
  read: () => Promise<T>,
  after: Later = later,
): Query<T> => ({
  read,
  subscribe(onValue, onError) {
    let state: 'idle' | 'resting' | 'changed' | 'left' = 'idle';
    let callOff: (() => void) | undefined;

    function rested(): void {
      const again = state === 'changed';
      state = state === 'left' ? 'left' : 'idle';
      if (again) run();
    }
    function run(): void {
      state = 'resting';
      read()
        .then(
          (value) => state !== 'left' && onValue(value),
          (error: unknown) => state !== 'left' && onError?.(error),
        )
        .finally(() => {
          if (state !== 'left') callOff = after(CALM_MS, rested);
        });
    }
    const end = onCommit(db, () => {
      if (state === 'idle') run();
      else if (state === 'resting') state = 'changed';
    });
    run();
    return () => {
      state = 'left';
      callOff?.();
      end();
    };
  },
});
