import { Dexie } from 'dexie';
import { useEffect, useState } from 'react';
import type { Database } from '../../store/database.ts';

/** At most so often, ms: a drain writes dozens of rows a second, and each reading costs it a turn at the disk. */
const CALM_MS = 250;

type Result<T> = Readonly<{ value: T } | { error: unknown }> | undefined;

/**
 * Like `useLiveQuery`, for a query that reads many rows: the first change is shown at once, those that follow together.
 * `query` must keep its identity as long as it asks the same (`useCallback`). A failure is thrown to the screen.
 */
export function useCalmQuery<T>(db: Database, query: () => Promise<T>): T | undefined {
  const [result, setResult] = useState<Result<T>>();
  useEffect(() => watchCalmly(db, query, setResult), [db, query]);
  if (result !== undefined && 'error' in result) throw result.error;
  return result?.value;
}

/** Runs something after `ms`; the returned function calls it off. */
export type Later = (run: () => void, ms: number) => () => void;

const afterTimeout: Later = (run, ms) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

/** Runs `query` now and after changes, but never more often than every 250 ms; the returned function ends it. */
export function watchCalmly<T>(
  db: Database,
  query: () => Promise<T>,
  onResult: (result: Result<T>) => void,
  later: Later = afterTimeout,
): () => void {
  const prefix = `idb://${db.name}/`;
  let state: 'idle' | 'resting' | 'changed' | 'left' = 'idle';
  let callOff: (() => void) | undefined;

  function rested() {
    const again = state === 'changed';
    state = state === 'left' ? 'left' : 'idle';
    if (again) run();
  }
  function run() {
    state = 'resting';
    query()
      .then(
        (value) => state !== 'left' && onResult({ value }),
        (error: unknown) => state !== 'left' && onResult({ error }),
      )
      .finally(() => {
        if (state !== 'left') callOff = later(rested, CALM_MS);
      });
  }
  // Dexie tells of every commit of this origin, the worker's and other tabs' too.
  function changed(parts: object) {
    if (!Object.keys(parts).some((part) => part.startsWith(prefix))) return;
    if (state === 'idle') run();
    else if (state === 'resting') state = 'changed';
  }

  Dexie.on('storagemutated', changed);
  run();
  return () => {
    state = 'left';
    callOff?.();
    Dexie.on.storagemutated.unsubscribe(changed);
  };
}
