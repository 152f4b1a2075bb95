import { type ReactNode, useEffect } from 'react';
import { dayText } from '../../../messages/day.ts';
import { formatDate, formatNumber } from '../../../messages/formats.ts';
import { format, formatParts } from '../../../messages/text.ts';
import { OUTBOX_PATH } from '../../../paths/page-paths.ts';
import { localDay } from '../../../store/drafts/new-submission.ts';
import type { DayTotals } from '../../../store/lists/outbox-queries.ts';
import type { Store } from '../../../store/open-store.ts';
import { useStored } from '../../../store/use-stored.ts';
import { Panel } from '../../../ui/content/panel.tsx';
import { useNow } from '../../../ui/content/use-now.ts';
import { type LinkComponent, PlainLink } from '../../../ui/frame/link.tsx';
import styles from './home-work.module.css';

const TICK_MS = 60_000;

/** The local day (YYYY-MM-DD) on which Home last played the sunset: the animation after every form of the day was sent. */
let sunsetDay = '';

const withFigure = (text: `${string}{count}${string}`, figure: number): ReactNode =>
  formatParts(text, { count: <b key="count">{formatNumber(figure)}</b> });

/** A thin bar that fills with the sent forms of the day. */
const DayBar = ({ captured, sent }: DayTotals) => (
  <svg aria-hidden="true" className={styles['bar']} height="4" width="100%">
    <rect className={styles['whole']} height="4" rx="2" width="100%" />
    {sent > 0 ? (
      <rect className={styles['part']} height="4" rx="2" width={`${(sent / captured) * 100}%`} />
    ) : null}
  </svg>
);

interface TodayViewProps {
  readonly now: number;
  readonly totals: DayTotals;
  /** The waiting and refused submissions of any day. */
  readonly waiting: number;
  readonly refused: number;
  /** The SIMs that became active today. Null if the backend does not say it. */
  readonly active: number | null;
  readonly Link: LinkComponent;
}

/** The day's figures. Screen readers get them as one sentence. */
function TodayView({ now, totals, waiting, refused, active, Link }: TodayViewProps) {
  const t = dayText();
  const { captured, sent } = totals;
  const isAllSent = captured > 0 && sent === captured && waiting + refused === 0;
  const day = localDay(now);
  const isSunset = isAllSent && sunsetDay !== day;
  useEffect(
    () => () => {
      if (isAllSent) sunsetDay = day;
    },
    [isAllSent, day],
  );
  const parts = [
    ...(sent > 0 && !isAllSent ? [withFigure(t.sent, sent)] : []),
    ...(active ? [withFigure(t.active, active)] : []),
    ...(waiting > 0 ? [withFigure(t.waiting, waiting)] : []),
    ...(refused > 0
      ? [
          <Link className={styles['fix'] ?? ''} key="refused" to={OUTBOX_PATH}>
            {format(t.toFix, { count: formatNumber(refused) })}
          </Link>,
        ]
      : []),
  ];
  return (
    <Panel
      label={format(t.today, { date: formatDate(now) })}
      sun={isSunset ? 'setting' : isAllSent ? 'low' : undefined}
    >
      <p className={styles['line']}>
        <span className={styles['figure']}>
          {withFigure(isAllSent ? t.allSent : t.captured, captured)}
        </span>
        {isAllSent ? null : <DayBar {...totals} />}
        <span className={styles['figures']}>
          {parts.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts have a fixed order.
            <span key={index}>
              <span className="visually-hidden">, </span>
              {part}
            </span>
          ))}
        </span>
      </p>
    </Panel>
  );
}

export interface TodayProps {
  readonly store: Store;
  /** Shown while the figures are read, and if this phone has no work. */
  readonly otherwise: (hasNoWork: boolean) => ReactNode;
  readonly Link?: LinkComponent;
}

/** Home's panel: the day's totals, and the number of submissions that wait or need the agent, of any day. */
export function Today({ store, otherwise, Link = PlainLink }: TodayProps) {
  const now = useNow(TICK_MS);
  const day = localDay(now);
  const totals = useStored(() => store.queries.dayTotals(day), [store, day]);
  const counts = useStored(() => store.queries.countsForAgent(), [store]);
  const active = useStored(() => store.queries.activeOn(day), [store, day]);
  if (totals === undefined || counts === undefined) return otherwise(false);
  if (Object.values(counts).every((count) => count === 0)) return otherwise(true);
  return (
    <TodayView
      active={active ?? null}
      Link={Link}
      now={now}
      refused={counts.rejected}
      totals={totals}
      waiting={counts.queued}
    />
  );
}
