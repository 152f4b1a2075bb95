import { pauseOf } from '../../domain/submission-state.ts';
import type { FailedAttemptsSummary, Hold } from '../../domain/submission-types.ts';
import { count } from '../../messages/count.ts';
import { formatSoon, isTime } from '../../messages/formats.ts';
import { outboxText } from '../../messages/outbox.ts';
import { holdText } from '../../messages/submission.ts';
import { format, sentences } from '../../messages/text.ts';
import { pauseText } from '../../messages/worker.ts';
import { DAYS_WITHOUT_VISIT, sendsWhenClosed, unsentAdvice } from '../../worker/unsent-advice.ts';

export type HoldNotice = Readonly<{
  kind: 'info' | 'warning' | 'error';
  title: string;
  /** At most three sentences, or four with the sign-in: the reason, that nothing is lost, and who acts. */
  text: string;
  /**
   * `operator`: the operator must act, or knows more. `signIn`: the agent may also sign in. Undefined if nobody needs to
   * act.
   */
  needs?: 'operator' | 'signIn';
}>;

/** The facts that the text depends on, besides the hold. */
export type HoldSituation = Readonly<{
  now: number;
  online: boolean;
  /** True if this build has a sign-in. */
  hasSignIn: boolean;
  /** True if only an unlocked Veld sends it. Default: false. */
  needsUnlock?: boolean;
}>;

/** Asks to open Veld in time if the browser deletes unsent forms. Null if it does not. */
const openInTime = (): string | null =>
  unsentAdvice() === 'open-within-7-days'
    ? format(holdText().openWithin, { days: DAYS_WITHOUT_VISIT })
    : null;

/** Explains why the whole outbox waits. */
export function holdNotice(hold: Hold, situation: HoldSituation): HoldNotice {
  const { now, online, hasSignIn, needsUnlock = false } = situation;
  const t = holdText();
  const { nextProbeAt } = hold;
  // A time in the past is not shown.
  const at = isTime(nextProbeAt) && nextProbeAt > now ? formatSoon(nextProbeAt, now) : null;
  const probe = at === null ? t.triesNow : format(t.triesAt, { at });
  switch (hold.reason) {
    case 'auth': {
      const why = pauseOf(hold) ?? 'unknownPhone';
      const maySignIn = hasSignIn && why === 'unknownPhone';
      return {
        kind: 'error',
        title: pauseText().title,
        text: sentences(pauseText()[why], t.safe, maySignIn ? t.signInFirst : t.tellOperator),
        needs: maySignIn ? 'signIn' : 'operator',
      };
    }
    case 'version':
      return {
        kind: 'info',
        title: t.version,
        text: sentences(t.safe, probe, t.versionNext),
        needs: 'operator',
      };
    case 'portal':
      return { kind: 'warning', title: t.portal, text: t.portalNext };
    case 'clock':
      return { kind: 'error', title: t.clock, text: t.clockNext };
    case 'busy':
      return { kind: 'info', title: t.busy, text: sentences(t.safe, probe) };
    case 'formNumber':
      return {
        kind: 'error',
        title: t.formNumber,
        text: sentences(t.formNumberDetail, t.safe, t.tellOperator),
        needs: 'operator',
      };
    case 'network':
      return online
        ? { kind: 'info', title: t.network, text: sentences(t.safe, probe) }
        : {
            kind: 'info',
            title: t.offline,
            text: sentences(
              t.safe,
              sendsWhenClosed() && !needsUnlock ? t.offlineDetail : t.offlineDetailWhileOpen,
              openInTime(),
            ),
          };
  }
}

/** The words while the whole outbox does not wait. */
export function restNotice(
  waiting: number,
  { photosWait, needsUnlock }: Readonly<{ photosWait: boolean; needsUnlock: boolean }>,
): HoldNotice {
  const t = outboxText();
  const rest = (title: string, text: string): HoldNotice => ({
    kind: 'info',
    title,
    text: sentences(text, openInTime()),
  });
  if (photosWait) return rest(t.photosHold, t.photosWaitDetail);
  if (needsUnlock) return rest(t.whileOpenTitle, t.whileUnlockedDetail);
  return sendsWhenClosed()
    ? rest(count(t.waits, waiting), t.waitsDetail)
    : rest(t.whileOpenTitle, t.whileOpenDetail);
}

/** The number of attempts since the last delivery, and the result of the last attempt. */
export function triedText({ tries, at, httpStatus }: FailedAttemptsSummary, now: number): string {
  const t = holdText();
  // Older versions stored 0 if the browser hid the answer.
  const answer = !httpStatus ? t.noAnswer : format(t.answered, { status: httpStatus });
  return count(t.tried, tries, { at: formatSoon(at, now), answer });
}
