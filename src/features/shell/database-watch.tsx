import { useEffect } from 'react';
import type { Store } from '../../store/open-store.ts';
import { useStored } from '../../store/use-stored.ts';
import type { LinkComponent } from '../../ui/link.tsx';
import { type FrameNews, frameNews } from './frame-news.tsx';
import { recheckOnline, useOnline } from './online.ts';
import { StorageNotice } from './storage-notice.tsx';

export interface DatabaseWatchProps {
  readonly store: Store;
  readonly onNews: (news: FrameNews) => void;
  /** Called each time the counts have changed: something may have been delivered or refused. */
  readonly onOutcomes?: ((store: Store) => void) | undefined;
  readonly Link: LinkComponent;
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

/**
 * Rendered once this device has a database: the notice about second copies, and the counts of what waits and what was refused,
 * for the frame and for the app's icon.
 */
export function DatabaseWatch({ store, onNews, onOutcomes, Link }: DatabaseWatchProps) {
  const online = useOnline();
  // If the facts can't be read, only the figures are missing: an error here would replace every screen.
  const facts = useStored(() => store.queries.frameFacts(), [store]);
  const { counts, onIcon } = facts ?? {};
  useEffect(() => {
    if (facts !== undefined) onNews(frameNews({ ...facts, online }, Link));
  }, [facts, online, onNews, Link]);
  useEffect(() => {
    if (onIcon !== undefined) void showOnIcon(onIcon);
  }, [onIcon]);
  useEffect(() => {
    if (counts !== undefined) onOutcomes?.(store);
  }, [store, counts, onOutcomes]);
  // Each attempt to send writes to the store, so after each commit the online state is read again.
  useEffect(() => store.onCommit(recheckOnline), [store]);
  return <StorageNotice />;
}
