import { useEffect, useState } from 'react';
import { count } from '../../../messages/count.ts';
import { readyText } from '../../../messages/help.ts';
import { pagesText } from '../../../messages/shell.ts';
import { READY_PATH } from '../../../paths/page-paths.ts';
import type { Store } from '../../../store/open-store.ts';
import { buttonClass } from '../../../ui/content/button.tsx';
import { Banner } from '../../../ui/frame/banner.tsx';
import type { LinkComponent } from '../../../ui/frame/link.tsx';
import { thingsToDo } from './ready-lines.ts';
import { useReadyLines } from './use-ready-lines.ts';

export interface ReadyCardProps {
  readonly store: Store;
  readonly Link: LinkComponent;
}

/**
 * Shown on Home: the number of things to do before the agent loses signal. If there are none, one line at the first
 * visit of a day.
 */
export function ReadyCard({ store, Link }: ReadyCardProps) {
  const t = readyText();
  const { lines } = useReadyLines(store);
  const [isFirstToday, setIsFirstToday] = useState(false);
  const missing = lines === null ? null : thingsToDo(lines);
  const isReady = missing === 0;
  // Counts only visits that show the line 'ready'.
  useEffect(() => {
    if (!isReady) return;
    void store
      .settings()
      .then(({ firstReadinessCheck: firstReadyLook }) => firstReadyLook(Date.now()))
      .then(
        (isFirst) => setIsFirstToday((before) => before || isFirst),
        () => undefined,
      );
  }, [store, isReady]);
  if (missing === null) return null;
  const title = pagesText().ready;
  if (missing > 0)
    return (
      <Banner
        actions={
          <Link className={buttonClass('secondary')} to={READY_PATH}>
            {title}
          </Link>
        }
        kind="warning"
        title={title}
      >
        {count(t.todo, missing)}
      </Banner>
    );
  return isFirstToday ? (
    <Banner kind="success" title={title}>
      {t.allGood}
    </Banner>
  ) : null;
}
