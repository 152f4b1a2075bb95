import type { ReactNode } from 'react';
import { noticesText } from '../../messages/notices.ts';
import { say } from '../../messages/say.ts';
import { shellText } from '../../messages/shell.ts';
import { OUTBOX_PATH } from '../../page-paths.ts';
import type { FrameFacts } from '../../store/frame-facts.ts';
import { BarCount, TabMark } from '../../ui/bar-count.tsx';
import type { LinkComponent } from '../../ui/link.tsx';
import { Signal } from '../../ui/status-bar.tsx';
import type { UnsentCare } from '../../worker/unsent-care.ts';

/** Of use without a visit: then browsers on iOS delete what a site keeps. */
const DAYS = 7;

/** What the frame shows once this device has a database, at two places of it. */
export type FrameNews = Readonly<{
  /** In the status bar, in the place of the plain signal. */
  bar: ReactNode;
  /** On the outbox's tab. */
  tab: ReactNode;
}>;

export type FrameState = FrameFacts & Readonly<{ online: boolean; care: UnsentCare }>;

function signalWords({ online, isServerReached }: FrameState): string {
  const t = shellText();
  if (!online) return t.offline;
  return isServerReached ? t.online : t.serverNotReached;
}

/**
 * What is to be known before one leaves, where that can end badly. It stands there all the time, for nothing can be said at
 * the moment of leaving: browsers on iOS do not ask.
 */
function careWords({ care, counts: { queued, rejected } }: FrameState): string | null {
  const t = noticesText();
  if (care === 'open-within-7-days' && queued + rejected > 0)
    return say(t.openWithin, { days: DAYS });
  return care === 'open' && queued > 0 ? t.whileOpen : null;
}

/** What waits and what was refused; refused ones need a person, so they are red and on the tab as well. */
export function frameNews(state: FrameState, Link: LinkComponent): FrameNews {
  const t = shellText();
  const { online, isServerReached, counts } = state;
  const { queued, rejected } = counts;
  const words = careWords(state);
  return {
    bar: (
      <>
        <Signal isGood={online && isServerReached}>{signalWords(state)}</Signal>
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
        {words === null ? null : <span>{words}</span>}
      </>
    ),
    tab: rejected > 0 ? <TabMark>{rejected}</TabMark> : null,
  };
}
