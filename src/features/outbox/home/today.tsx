import type { ReactNode } from 'react';
import { pauseOf } from '../../../domain/submission-state.ts';
import type { Hold } from '../../../domain/submission-types.ts';
import { count, pluralForm } from '../../../messages/count.ts';
import { dayText } from '../../../messages/day.ts';
import { formatNumber } from '../../../messages/formats.ts';
import { sentences } from '../../../messages/text.ts';
import { pauseText } from '../../../messages/worker.ts';
import { OUTBOX_PATH } from '../../../paths/page-paths.ts';
import { localDay } from '../../../store/drafts/new-submission.ts';
import type { Store } from '../../../store/open-store.ts';
import { useStored } from '../../../store/use-stored.ts';
import { useNow } from '../../../ui/content/use-now.ts';
import { IconArrowRight, IconError } from '../../../ui/frame/icons.tsx';
import { type LinkComponent, PlainLink } from '../../../ui/frame/link.tsx';
import stripStyles from './attention-strip.module.css';
import styles from './today.module.css';

const TICK_MS = 60_000;

export interface TodayProps {
  readonly store: Store;
  readonly otherwise: ReactNode;
}

/** At the top of Home: the day's totals, and the number of submissions that need the agent, of any day. */
export function Today({ store, otherwise }: TodayProps) {
  const t = dayText();
  const day = localDay(useNow(TICK_MS));
  const totals = useStored(() => store.queries.dayTotals(day), [store, day]);
  const counts = useStored(() => store.queries.countsForAgent(), [store]);
  if (totals === undefined || counts === undefined) return otherwise;
  if (Object.values(counts).every((count) => count === 0)) return otherwise;
  const figures = [
    { name: t.captured, figure: totals.captured },
    { name: t.sent, figure: totals.sent },
    // A zero is left out: it would contradict a pause that the strip below shows.
    ...(counts.rejected === 0
      ? []
      : [{ name: pluralForm(t.needYou, counts.rejected), figure: counts.rejected }]),
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

export interface AttentionStripProps {
  readonly store: Store;
  readonly hasSignIn: boolean;
  readonly Link?: LinkComponent;
}

/** A strip that is one link, with one line of detail. */
function Strip({
  title,
  detail,
  Link,
}: Readonly<{ title: string; detail: string; Link: LinkComponent }>) {
  return (
    <div className={stripStyles['strip']}>
      <IconError className={stripStyles['icon']} />
      <div className={stripStyles['words']}>
        <Link className={stripStyles['link'] ?? ''} to={OUTBOX_PATH}>
          {title}
        </Link>
        <p>{detail}</p>
      </div>
      <IconArrowRight />
    </div>
  );
}

export type HomeSituation = Readonly<{
  hold: Hold | null;
  /** The number of waiting submissions of all agents. */
  waiting: number;
  /** The number of refused submissions of the current agent. */
  refused: number;
  /** True if this build has a sign-in. */
  hasSignIn: boolean;
}>;

/**
 * Returns the text of Home's strip: sending is paused, or the server refused a submission. A pause comes first, because
 * nothing is sent during a pause. Returns null if neither is true.
 */
export function stripText({
  hold,
  waiting,
  refused,
  hasSignIn,
}: HomeSituation): Readonly<{ title: string; detail: string }> | null {
  const t = dayText();
  const pause = pauseOf(hold);
  if (pause !== null && waiting > 0) {
    const reasons = pauseText();
    return hasSignIn && pause === 'unknownPhone'
      ? { title: reasons.signInTitle, detail: reasons.signIn }
      : { title: reasons.title, detail: sentences(reasons[pause], t.getHelp) };
  }
  if (refused === 0) return null;
  return { title: count(t.refused, refused), detail: pluralForm(t.refusedDetail, refused) };
}

/** Home's line about the first problem for the agent, with a link to it. */
export function AttentionStrip({ store, hasSignIn, Link = PlainLink }: AttentionStripProps) {
  const counts = useStored(() => store.queries.countsForAgent(), [store]);
  const waiting = useStored(() => store.queries.counts(), [store])?.queued ?? 0;
  const hold = useStored(() => store.queries.sending(), [store])?.hold ?? null;
  const text = stripText({ hold, waiting, refused: counts?.rejected ?? 0, hasSignIn });
  return text === null ? null : <Strip {...text} Link={Link} />;
}
