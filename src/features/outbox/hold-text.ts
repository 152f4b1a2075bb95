import { pauseOf } from '../../domain/submission-state.ts';
import type { FailedAttemptsSummary, Hold } from '../../domain/submission-types.ts';
import { count } from '../../messages/count.ts';
import { formatSoon, isTime } from '../../messages/formats.ts';
import { holdText } from '../../messages/submission.ts';
import { format, sentences } from '../../messages/text.ts';
import { pauseText } from '../../messages/worker.ts';

export type HoldNotice = Readonly<{
  kind: 'info' | 'warning' | 'error';
  title: string;
  /** The reason, and the statement that the data is safe. */
  text: string;
  /** Who acts next, and when. */
  next: string;
  /**
   * `operator`: the operator must act, or knows more. `signIn`: the agent must sign in. Undefined if nobody needs to
   * act.
   */
  needs?: 'operator' | 'signIn';
}>;

/** `at`: the time of the next try. Null if the next try is now. */
function answeredText(status: number, at: string | null): string {
  const t = holdText();
  return at === null
    ? format(t.answeredTriesNow, { status })
    : format(t.answeredTriesAt, { status, at });
}

/** The facts that the text depends on, besides the hold. */
export type HoldSituation = Readonly<{
  now: number;
  online: boolean;
  /** True if this build has a sign-in. */
  hasSignIn: boolean;
}>;

/**
 * Explains why the whole outbox waits, that the data is safe, and who acts next. Every hold names an actor and a time.
 */
export function holdNotice(hold: Hold, { now, online, hasSignIn }: HoldSituation): HoldNotice {
  const t = holdText();
  const { httpStatus, nextProbeAt } = hold;
  // A time in the past is not shown.
  const at = isTime(nextProbeAt) && nextProbeAt > now ? formatSoon(nextProbeAt, now) : null;
  const probe = at === null ? t.triesNow : format(t.triesAt, { at });
  switch (hold.reason) {
    case 'auth': {
      const why = pauseOf(hold) ?? 'unknownPhone';
      const asksToSignIn = hasSignIn && why === 'unknownPhone';
      const answer = format(t.answeredWith, { status: httpStatus ?? 401 });
      return {
        kind: 'error',
        title: asksToSignIn ? pauseText().signInTitle : pauseText().title,
        text: sentences(pauseText()[why], answer, t.safe),
        next: asksToSignIn
          ? sentences(t.signInFirst, probe)
          : sentences(t.tellOperator, t.whenRepaired, probe),
        needs: asksToSignIn ? 'signIn' : 'operator',
      };
    }
    case 'version': {
      const detail =
        httpStatus === null
          ? t.versionDetail
          : format(t.versionDetailWithStatus, { status: httpStatus });
      return {
        kind: 'warning',
        title: t.version,
        text: sentences(detail, t.safe),
        next: sentences(probe, t.versionNext),
        needs: 'operator',
      };
    }
    case 'portal':
      return {
        kind: 'warning',
        title: t.portal,
        text: sentences(t.portalDetail, t.safe),
        next: sentences(t.portalNext, probe),
      };
    case 'clock':
      return {
        kind: 'warning',
        title: t.clock,
        text: sentences(t.clockDetail, t.safe),
        next: sentences(t.clockNext, probe),
      };
    case 'busy':
      return {
        kind: 'info',
        title: t.busy,
        text: sentences(t.busyDetail, t.safe),
        next: httpStatus === null ? probe : answeredText(httpStatus, at),
      };
    case 'formNumber':
      return {
        kind: 'error',
        title: t.formNumber,
        text: sentences(t.formNumberDetail, t.safe),
        next: sentences(t.formNumberNext, probe),
        needs: 'operator',
      };
    case 'network':
      return {
        kind: 'info',
        title: online ? t.network : t.offline,
        text: sentences(online ? t.networkDetail : t.offlineDetail, t.safe),
        next: probe,
      };
  }
}

/** The number of attempts since the last delivery, and the result of the last attempt. */
export function triedText({ tries, at, httpStatus }: FailedAttemptsSummary, now: number): string {
  const t = holdText();
  // Older versions stored 0 if the browser hid the answer.
  const answer = !httpStatus ? t.noAnswer : format(t.answered, { status: httpStatus });
  return count(t.tried, tries, { at: formatSoon(at, now), answer });
}
