import { useEffect } from 'react';
import type { Store } from '../../store/open-store.ts';
import { useStored } from '../../store/use-stored.ts';
import { recheckOnline } from './online.ts';

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
  // TypeScript's library declares badges for every browser; not every browser has them.
  const badging: Badging = navigator;
  try {
    await (count > 0 ? badging.setAppBadge?.(count) : badging.clearAppBadge?.());
  } catch {
    // Not installed, or not allowed: the status bar shows the count too.
  }
}

/** Renders nothing: passes the count of waiting submissions to the status bar and the app's icon. */
export function WaitingWatch({ store, onCount, onOutcomes }: WaitingWatchProps) {
  // If the counts can't be read, only the number is missing: an error here would replace every screen.
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
  // Each attempt to send writes to the store, so after each commit the online state is read again.
  useEffect(() => store.onCommit(recheckOnline), [store]);
  return null;
}
