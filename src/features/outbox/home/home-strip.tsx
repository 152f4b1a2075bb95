import { useRef } from 'react';
import type { MayBegin } from '../../../domain/announced.ts';
import { pauseOf } from '../../../domain/submission-state.ts';
import type { Hold } from '../../../domain/submission-types.ts';
import { count, pluralForm } from '../../../messages/count.ts';
import { dayText, policyText } from '../../../messages/day.ts';
import { formatDate, formatSoon } from '../../../messages/formats.ts';
import { holdText } from '../../../messages/submission.ts';
import { format, sentences } from '../../../messages/text.ts';
import { pauseText } from '../../../messages/worker.ts';
import {
  HELP_PATH,
  HOLD_FRAGMENT,
  OUTBOX_PATH,
  READY_PATH,
  SETTINGS_PATH,
  SIGN_IN_PATH,
} from '../../../paths/page-paths.ts';
import { customersThatFit } from '../../../store/files/disk-space.ts';
import type { Returned } from '../../../store/lists/lists.ts';
import type { Store } from '../../../store/open-store.ts';
import { useStored } from '../../../store/use-stored.ts';
import { classNames } from '../../../ui/content/class-names.ts';
import { tile } from '../../../ui/content/panel.tsx';
import { useNow } from '../../../ui/content/use-now.ts';
import { IconChevronRight, IconError, IconWarning } from '../../../ui/frame/icons.tsx';
import { type LinkComponent, PlainLink } from '../../../ui/frame/link.tsx';
import styles from './home-work.module.css';
import { othersWaiting, stopText } from './send-first.tsx';

/** The facts about the phone itself. Each is null if it is unknown. */
export type PhoneState = Readonly<{
  /** Free space in bytes. */
  free: number | null;
  /** The difference between the phone's clock and the server's, in ms. */
  clockOffMs: number | null;
  missingFiles: number | null;
}>;

export type HomeSituation = Readonly<{
  hold: Hold | null;
  /** The number of waiting submissions of all agents. */
  waiting: number;
  /** The number of waiting submissions of the current agent. */
  ownWaiting: number;
  /** The number of refused submissions of the current agent. */
  refused: number;
  /** The registrations of the current agent that the operator returned. */
  returned: Returned;
  /** When the current agent submitted the oldest unsent submission. */
  oldestUnsentAt: number | null;
  /** True if photos are sent only over Wi-Fi, and some wait. */
  photosWait: boolean;
  phone: PhoneState | null;
  /** Whether a new form may begin. */
  begin: MayBegin;
  online: boolean;
  /** True if this build has a sign-in. */
  hasSignIn: boolean;
  now: number;
}>;

export type Problem = Readonly<{
  title: string;
  /** '' if the title says everything. */
  detail: string;
  to: string;
  /** The fragment of the link. */
  hash?: string;
  /** False for amber. */
  isRed: boolean;
}>;

const FEW_FORMS = 5;
const MAX_CLOCK_OFF_MS = 5 * 60_000;
const DAY_MS = 24 * 3_600_000;

const red = (title: string, detail: string, to: string): Problem => ({
  title,
  detail,
  to,
  isRed: true,
});

function pauseProblem({ hold, waiting, hasSignIn }: HomeSituation): Problem | null {
  const pause = pauseOf(hold);
  if (pause === null || waiting === 0) return null;
  const t = pauseText();
  return hasSignIn && pause === 'unknownPhone'
    ? red(t.title, sentences(t[pause], t.signIn), SIGN_IN_PATH)
    : { ...red(t.title, sentences(t[pause], dayText().getHelp), OUTBOX_PATH), hash: HOLD_FRAGMENT };
}

function refusedProblem({ refused }: HomeSituation): Problem | null {
  const t = dayText();
  if (refused === 0) return null;
  return red(count(t.refused, refused), pluralForm(t.refusedDetail, refused), OUTBOX_PATH);
}

function returnedProblem({ returned }: HomeSituation): Problem | null {
  const t = dayText();
  if (returned.count === 0) return null;
  const detail = returned.hasDuplicate
    ? t.returnedWhy
    : pluralForm(t.returnedDetail, returned.count);
  return red(count(t.returned, returned.count), detail, OUTBOX_PATH);
}

function stopProblem({
  begin,
  oldestUnsentAt: ownOldestAt,
  ownWaiting: own,
  waiting: all,
}: HomeSituation): Problem | null {
  if (begin.may !== 'no') return null;
  const { title, detail } = stopText(begin, othersWaiting(begin, { all, own, ownOldestAt }));
  return red(title, detail, begin.why === 'revoked' ? HELP_PATH : OUTBOX_PATH);
}

function limitProblem({ begin, now }: HomeSituation): Problem | null {
  if (begin.may !== 'warn') return null;
  const t = policyText();
  const title =
    begin.why === 'count'
      ? format(t.near, { count: begin.unsent, limit: begin.limit })
      : format(t.nearlyOld, { when: formatSoon(begin.since, now) });
  return { title, detail: '', to: OUTBOX_PATH, isRed: false };
}

function spaceProblem({ phone }: HomeSituation): Problem | null {
  const t = dayText();
  const forms = customersThatFit(phone?.free ?? Infinity);
  if (forms >= FEW_FORMS) return null;
  return red(forms === 0 ? t.full : count(t.room, forms), t.roomDetail, `${SETTINGS_PATH}/phone`);
}

function clockProblem({ hold, waiting, phone }: HomeSituation): Problem | null {
  const t = dayText();
  const off = Math.abs(phone?.clockOffMs ?? 0);
  if (off > MAX_CLOCK_OFF_MS)
    return red(count(t.clockWrong, Math.round(off / 60_000)), t.clockDetail, READY_PATH);
  return hold?.reason === 'clock' && waiting > 0
    ? red(holdText().clock, t.clockDetail, READY_PATH)
    : null;
}

const numberProblem = ({ hold, waiting }: HomeSituation): Problem | null =>
  hold?.reason === 'formNumber' && waiting > 0
    ? { ...red(holdText().formNumber, dayText().numberDetail, OUTBOX_PATH), hash: HOLD_FRAGMENT }
    : null;

const portalProblem = ({ hold, waiting, online }: HomeSituation): Problem | null =>
  hold?.reason === 'portal' && online && waiting > 0
    ? {
        title: holdText().portal,
        detail: dayText().portalDetail,
        to: OUTBOX_PATH,
        hash: HOLD_FRAGMENT,
        isRed: false,
      }
    : null;

function oldProblem(situation: HomeSituation): Problem | null {
  const { begin, hold, oldestUnsentAt: at, online, ownWaiting, photosWait, now } = situation;
  const t = dayText();
  if (at === null || ownWaiting === 0 || now - at <= DAY_MS) return null;
  if (begin.may !== 'yes' && begin.why === 'age') return null;
  const isYesterday = new Date(now - DAY_MS).toDateString() === new Date(at).toDateString();
  const title = count(t.waitsSince, ownWaiting, {
    day: isYesterday ? t.yesterday : formatDate(at),
  });
  // Without signal, or while the server is out of reach, the form itself waits too.
  const detail = photosWait && online && hold === null ? t.photosWaitDetail : t.waitsDetail;
  return { title, detail, to: OUTBOX_PATH, isRed: false };
}

function fileProblem({ phone, online }: HomeSituation): Problem | null {
  const t = dayText();
  if (!online || (phone?.missingFiles ?? 0) === 0) return null;
  return { title: t.incomplete, detail: t.incompleteDetail, to: READY_PATH, isRed: false };
}

/** The checks for a problem, the worst problem first. */
const problemChecks = [
  pauseProblem,
  refusedProblem,
  returnedProblem,
  stopProblem,
  spaceProblem,
  clockProblem,
  numberProblem,
  portalProblem,
  limitProblem,
  oldProblem,
  fileProblem,
];

/** The worst problem, and how many more there are. Null if all is well. */
export function worstProblem(situation: HomeSituation): Problem | null {
  const [worst, ...others] = problemChecks
    .map((check) => check(situation))
    .filter((one) => one !== null);
  if (worst === undefined) return null;
  if (others.length === 0) return worst;
  const more = format(dayText().more, { count: others.length });
  return { ...worst, detail: worst.detail === '' ? more : sentences(worst.detail, more) };
}

const TICK_MS = 60_000;

export interface HomeStripProps {
  readonly store: Store;
  readonly hasSignIn: boolean;
  readonly online: boolean;
  /** Null until the phone was checked. */
  readonly phone: PhoneState | null;
  readonly begin: MayBegin;
  readonly Link?: LinkComponent;
}

/** Home's line about the worst problem, as one link. Announced only if it appears while the page is open. */
export function HomeStrip({
  store,
  hasSignIn,
  online,
  phone,
  begin,
  Link = PlainLink,
}: HomeStripProps) {
  const now = useNow(TICK_MS);
  const counts = useStored(() => store.queries.countsForAgent(), [store]);
  const waiting = useStored(() => store.queries.counts(), [store])?.queued;
  const returned = useStored(() => store.queries.returned(), [store]);
  const sending = useStored(() => store.queries.sending(), [store]);
  const unsent = useStored(() => store.queries.readinessChecks(), [store]);
  const first = useRef<string>(undefined);
  if (counts === undefined || waiting === undefined || returned === undefined) return null;
  if (!sending || !unsent) return null;
  const problem = worstProblem({
    hold: sending.hold,
    waiting,
    ownWaiting: counts.queued,
    refused: counts.rejected,
    returned,
    oldestUnsentAt: unsent.oldestUnsentAt,
    photosWait: sending.photosWait,
    phone,
    begin,
    online,
    hasSignIn,
    now,
  });
  first.current ??= problem?.title ?? '';
  if (problem === null) return null;
  const link = classNames(tile.link, styles['link']);
  const Icon = problem.isRed ? IconError : IconWarning;
  return (
    <div
      className={classNames(
        tile.box,
        styles['strip'],
        !problem.isRed && styles['amber'],
        problem.detail === '' && styles['slim'],
      )}
      role={first.current === problem.title ? undefined : 'alert'}
    >
      <Icon className={tile.icon} />
      <div className={tile.words}>
        {problem.to === SIGN_IN_PATH ? (
          <a className={link} href={SIGN_IN_PATH}>
            {problem.title}
          </a>
        ) : (
          <Link className={link} hash={problem.hash ?? ''} to={problem.to}>
            {problem.title}
          </Link>
        )}
        {problem.detail === '' ? null : <p>{problem.detail}</p>}
      </div>
      <IconChevronRight />
    </div>
  );
}
