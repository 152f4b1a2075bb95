import type { ReactNode } from 'react';
import { formFor } from '../../messages/count.ts';
import { dayText } from '../../messages/day.ts';
import { formatNumber } from '../../messages/formats.ts';
import { localDay } from '../../store/draft-rows.ts';
import type { Store } from '../../store/open-store.ts';
import { useStored } from '../../store/use-stored.ts';
import { useNow } from '../../ui/use-now.ts';
import styles from './today.module.css';

const TICK_MS = 60_000;

export interface TodayProps {
  readonly store: Store;
  /** What stands there until this phone has work on it. */
  readonly otherwise: ReactNode;
}

/** At the top of Home: what the day came to, and what waits for the agent, whichever day that is from. */
export function Today({ store, otherwise }: TodayProps) {
  const t = dayText();
  const day = localDay(useNow(TICK_MS));
  const totals = useStored(() => store.queries.dayTotals(day), [store, day]);
  const counts = useStored(() => store.queries.ownCounts(), [store]);
  if (totals === undefined || counts === undefined) return otherwise;
  if (Object.values(counts).every((count) => count === 0)) return otherwise;
  const figures = [
    { name: t.captured, figure: totals.captured },
    { name: t.sent, figure: totals.sent },
    { name: formFor(t.needYou, counts.rejected), figure: counts.rejected },
  ];
  return (
    <div className={styles['today']}>
      <h1>{t.today}</h1>
      <ul className={styles['figures']}>
        {figures.map(({ name, figure }) => (
          <li key={name}>
            <b>{formatNumber(figure)}</b> {name}
          </li>
        ))}
      </ul>
    </div>
  );
}
