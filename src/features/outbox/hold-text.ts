import type { Hold } from '../../domain/submission-types.ts';
import { formatSoon, isTime } from '../../messages/formats.ts';
import { holdText } from '../../messages/hold.ts';
import { say } from '../../messages/say.ts';
import { sentences } from '../../messages/sentences.ts';

export type HoldNotice = Readonly<{
  kind: 'info' | 'warning' | 'error';
  title: string;
  /** What happened and what is safe. */
  text: string;
  /** Who acts next, and when. */
  next: string;
}>;

/**
 * Why the whole outbox waits, what is safe, and who acts next. Every hold names somebody and a time.
 * `hasSignIn`: this build has a sign-in to speak of.
 */
export function holdNotice(hold: Hold, now: number, hasSignIn: boolean): HoldNotice {
  const t = holdText();
  const { httpStatus, nextProbeAt } = hold;
  const probe =
    isTime(nextProbeAt) && nextProbeAt > now
      ? say(t.triesAt, { at: formatSoon(nextProbeAt, now) })
      : t.triesNow;
  switch (hold.reason) {
    case 'auth':
      return httpStatus === 403
        ? {
            kind: 'error',
            title: t.forbidden,
            text: sentences(t.forbiddenDetail, t.safe),
            next: sentences(t.tellSupport, t.whenMended, probe),
          }
        : {
            kind: 'error',
            title: t.unknownPhone,
            text: sentences(say(t.unknownPhoneDetail, { status: httpStatus ?? 401 }), t.safe),
            next: sentences(t.tellSupport, hasSignIn ? t.maySignIn : null, t.whenMended, probe),
          };
    case 'version': {
      const detail =
        httpStatus === null
          ? t.versionDetail
          : say(t.versionDetailWithStatus, { status: httpStatus });
      return {
        kind: 'warning',
        title: t.version,
        text: sentences(detail, t.safe),
        next: sentences(probe, t.versionNext),
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
      return { kind: 'info', title: t.busy, text: sentences(t.busyDetail, t.safe), next: probe };
    case 'formNumber':
      return {
        kind: 'error',
        title: t.formNumber,
        text: sentences(t.formNumberDetail, t.safe),
        next: sentences(t.formNumberNext, probe),
      };
    case 'network':
      return {
        kind: 'info',
        title: t.network,
        text: sentences(t.networkDetail, t.safe),
        next: probe,
      };
  }
}
