import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect } from 'react';
import type { Database } from '../../store/database.ts';
import { countsByStatus } from '../../store/outbox-queries.ts';

export interface WaitingWatchProps {
  readonly db: Database;
  readonly onCount: (waiting: number) => void;
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
export function WaitingWatch({ db, onCount }: WaitingWatchProps) {
  const waiting = useLiveQuery(async () => (await countsByStatus(db)).queued, [db]);
  useEffect(() => {
    if (waiting === undefined) return;
    onCount(waiting);
    void showOnIcon(waiting);
  }, [waiting, onCount]);
  return null;
}
