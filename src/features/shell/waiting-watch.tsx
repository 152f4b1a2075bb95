import { useEffect } from 'react';
import type { Store } from '../../store/open-store.ts';
import { useStored } from '../../store/use-stored.ts';
import { readOnlineAnew } from './online.ts';

export interface WaitingWatchProps {
  readonly store: Store;
  readonly onCount: (waiting: number) => void;
  /** Called each time the counts have changed: something may have been delivered or refused. */
  readonly onOutcomes?: ((store: Store) => void) | undefined;
}

interface Badging {
  setAppBadge?: (count: number) => Promise<void>;
  clearAppBadge?: () => Promise<void>;
}

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
export function WaitingWatch({ store, onCount, onOutcomes }: WaitingWatchProps) {
  // Where they can't be read, only the number is missing: a throw here would take every screen away.
  const counts = useStored(() => store.queries.countsIfReadable(), [store]);
  const waiting = counts?.queued;
  useEffect(() => {
    if (waiting === undefined) return;
    onCount(waiting);
    void showOnIcon(waiting);
  }, [waiting, onCount]);
  useEffect(() => {
    if (counts !== undefined) onOutcomes?.(store);
  }, [store, counts, onOutcomes]);
  // What a try learned is written down: each writing is an occasion to look at the network again.
  useEffect(() => store.onCommit(readOnlineAnew), [store]);
  return null;
}
