import { Dexie } from 'dexie';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect } from 'react';
import { countsByStatus } from '../../store/counters.ts';
import type { Database } from '../../store/database.ts';
import { readOnlineAnew } from './online.ts';

export interface WaitingWatchProps {
  readonly db: Database;
  readonly onCount: (waiting: number) => void;
  /** Called each time the counts have changed: something may have been delivered or refused. */
  readonly onOutcomes?: ((db: Database) => void) | undefined;
}

type Badging = {
  setAppBadge?: (count: number) => Promise<void>;
  clearAppBadge?: () => Promise<void>;
};

async function showOnIcon(count: number): Promise<void> {
  // Not every browser has badges, and lib.dom says that all do.
  const badging: Badging = navigator;
  try {
    await (count > 0 ? badging.setAppBadge?.(count) : badging.clearAppBadge?.());
  } catch {
    // Not installed, or not allowed: the status bar says the same.
  }
}

/** Shows nothing itself: counts what waits, for the status bar and the app's icon. */
export function WaitingWatch({ db, onCount, onOutcomes }: WaitingWatchProps) {
  // Where they can't be read, only the number is missing: a throw here would take every screen away.
  const counts = useLiveQuery(() => countsByStatus(db).catch(() => undefined), [db]);
  const waiting = counts?.queued;
  useEffect(() => {
    if (waiting === undefined) return;
    onCount(waiting);
    void showOnIcon(waiting);
  }, [waiting, onCount]);
  useEffect(() => {
    if (counts !== undefined) onOutcomes?.(db);
  }, [db, counts, onOutcomes]);
  // What a try learned is written down: each writing is an occasion to look at the network again.
  useEffect(() => {
    Dexie.on('storagemutated', readOnlineAnew);
    return () => Dexie.on.storagemutated.unsubscribe(readOnlineAnew);
  }, []);
  return null;
}
