import { type ReactNode, useEffect, useState } from 'react';
import { shellText } from '../../messages/shell.ts';
import { format } from '../../messages/text.ts';
import type { ShellSummary, Store } from '../../store/open-store.ts';
import { useStored } from '../../store/use-stored.ts';
import { classNames } from '../../ui/content/class-names.ts';
import { Signal } from '../../ui/frame/app-bar.tsx';
import { lazyComponent } from '../../ui/frame/lazy-component.tsx';
import type { UnsentNoteProps } from './lazy-notices.tsx';
import { recheckOnline, useOnline } from './online.ts';
import { canWriteFiles, secondCopyNow } from './second-copy-state.ts';
import styles from './shell.module.css';

// Not part of any screen's first load: the note is needed only when something waits.
const UnsentNote = lazyComponent<UnsentNoteProps>(() =>
  import('./lazy-notices.tsx').then(
    (module) => module.UnsentNote,
    () => () => null,
  ),
);

/** The two parts of the frame that need the database. */
export type ShellStatus = Readonly<{
  /** Replaces the plain signal in the status bar. */
  bar: ReactNode;
  /** Shown on the outbox's tab. */
  tab: ReactNode;
}>;

export type FrameState = Omit<ShellSummary, 'onIcon'> & Readonly<{ online: boolean }>;

function signalState({ online, isServerReached }: FrameState) {
  if (!online) return 'offline';
  return isServerReached ? 'online' : 'notReached';
}

/** The badge on the outbox's tab: the refused and returned submissions, else '!' if sending has stopped, else the waiting ones. */
function tabMark({ counts: { queued, rejected }, returned, isPaused }: FrameState): ReactNode {
  if (rejected + returned > 0) return <TabMark isWaiting={false}>{rejected + returned}</TabMark>;
  if (queued === 0) return null;
  return <TabMark isWaiting={!isPaused}>{isPaused ? '!' : queued}</TabMark>;
}

/**
 * The counts of waiting and refused submissions. Screen readers get them as text on every screen. The tab shows the
 * worst of them.
 */
export function shellStatus(state: FrameState): ShellStatus {
  const t = shellText();
  const { returned } = state;
  const { queued, rejected } = state.counts;
  return {
    bar: (
      <>
        <Signal state={signalState(state)} />
        {returned > 0 ? (
          <span className="visually-hidden"> {format(t.returned, { count: returned })}</span>
        ) : null}
        {rejected + queued > 0 ? (
          <span className="visually-hidden">
            {rejected > 0 ? <span> {format(t.refused, { count: rejected })}</span> : null}
            {queued > 0 ? <span> {format(t.waiting, { count: queued })}</span> : null}
            <UnsentNote queued={queued} rejected={rejected} />
          </span>
        ) : null}
      </>
    ),
    tab: tabMark(state),
  };
}

/** Checks once per page, after the first screen, whether second copies can be written. The text is loaded on demand. */
export function StorageNotice() {
  const [words, setText] = useState<ReactNode>(null);
  useEffect(() => {
    const check = async (): Promise<void> => {
      const copy = await secondCopyNow(navigator.storage, canWriteFiles());
      if (copy !== 'refused' && copy !== 'failing') return;
      const { StorageText } = await import('./lazy-notices.tsx');
      setText(<StorageText copy={copy} />);
    };
    // If the text cannot be loaded, only the notice is missing.
    void check().catch(() => undefined);
  }, []);
  return words;
}

export interface DatabaseWatchProps {
  readonly store: Store;
  readonly onNews: (news: ShellStatus) => void;
  /** Called when the counts have changed, because a submission may have been delivered or refused. */
  readonly onOutcomes?: ((store: Store) => void) | undefined;
}

interface Badging {
  setAppBadge?: (count: number) => Promise<void>;
  clearAppBadge?: () => Promise<void>;
}

async function showOnIcon(count: number): Promise<void> {
  // TypeScript's library declares badges for every browser, but some browsers lack them.
  const badging: Badging = navigator;
  try {
    await (count > 0 ? badging.setAppBadge?.(count) : badging.clearAppBadge?.());
  } catch {
    // The app is not installed, or badges are not allowed. The tab also shows the count.
  }
}

/**
 * Rendered once this device has a database. Shows the notice about second copies, and reports the counts to the frame
 * and the app's icon.
 */
export function DatabaseWatch({ store, onNews, onOutcomes }: DatabaseWatchProps) {
  const online = useOnline();
  // If the facts cannot be read, only the figures are missing. An error here would replace every screen.
  const facts = useStored(() => store.queries.shellSummary(), [store]);
  const { counts, onIcon } = facts ?? {};
  useEffect(() => {
    if (facts !== undefined) onNews(shellStatus({ ...facts, online }));
  }, [facts, online, onNews]);
  useEffect(() => {
    if (onIcon !== undefined) void showOnIcon(onIcon);
  }, [onIcon]);
  useEffect(() => {
    if (counts !== undefined) onOutcomes?.(store);
  }, [store, counts, onOutcomes]);
  // Each attempt to send writes to the store, so the online state is read again after each commit.
  useEffect(() => store.onCommit(recheckOnline), [store]);
  return <StorageNotice />;
}

/**
 * A badge on a tab's icon: red, or amber if submissions only wait. Screen readers skip it, because the status has
 * the counts as text.
 */
export function TabMark({
  isWaiting,
  children,
}: {
  readonly isWaiting: boolean;
  readonly children: ReactNode;
}) {
  return (
    <span aria-hidden="true" className={classNames(styles['mark'], isWaiting && styles['waiting'])}>
      {children}
    </span>
  );
}
