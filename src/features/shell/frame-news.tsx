import type { ReactNode } from 'react';
import { say } from '../../messages/say.ts';
import { shellText } from '../../messages/shell.ts';
import { OUTBOX_PATH } from '../../page-paths.ts';
import type { FrameFacts } from '../../store/frame-facts.ts';
import { BarCount, TabMark } from '../../ui/bar-count.tsx';
import { latePart } from '../../ui/late-part.tsx';
import type { LinkComponent } from '../../ui/link.tsx';
import { Signal } from '../../ui/status-bar.tsx';
import type { UnsentNoteProps } from './unsent-note.tsx';

// Of no use until something waits, so that it is no part of any screen's first load.
const UnsentNote = latePart<UnsentNoteProps>(() =>
  import('./unsent-note.tsx').then(
    (module) => module.UnsentNote,
    () => () => null,
  ),
);

/** What the frame shows once this device has a database, at two places of it. */
export type FrameNews = Readonly<{
  /** In the status bar, in the place of the plain signal. */
  bar: ReactNode;
  /** On the outbox's tab. */
  tab: ReactNode;
}>;

export type FrameState = Omit<FrameFacts, 'onIcon'> & Readonly<{ online: boolean }>;

function signalText({ online, isServerReached }: FrameState): string {
  const t = shellText();
  if (!online) return t.offline;
  return isServerReached ? t.online : t.serverNotReached;
}

/** What waits and what was refused; refused ones need a person, so they are red and on the tab as well. */
export function frameNews(state: FrameState, Link: LinkComponent): FrameNews {
  const t = shellText();
  const { online, isServerReached, counts } = state;
  const { queued, rejected } = counts;
  return {
    bar: (
      <>
        <Signal isGood={online && isServerReached}>{signalText(state)}</Signal>
        {rejected > 0 ? (
          <BarCount kind="refused">
            <Link to={OUTBOX_PATH}>{say(t.refused, { count: rejected })}</Link>
          </BarCount>
        ) : null}
        {queued > 0 ? (
          <BarCount kind="waiting">
            <Link to={OUTBOX_PATH}>{say(t.waiting, { count: queued })}</Link>
          </BarCount>
        ) : null}
        {rejected + queued > 0 ? <UnsentNote queued={queued} rejected={rejected} /> : null}
      </>
    ),
    tab: rejected > 0 ? <TabMark>{rejected}</TabMark> : null,
  };
}
