import type { Hold } from '../../domain/submission-types.ts';
import { isTime } from '../../ui/when.ts';
import { timeWords } from './submission-text.ts';

export type HoldWords = Readonly<{
  kind: 'info' | 'warning' | 'error';
  title: string;
  /** What happened and what is safe. */
  text: string;
  /** Who acts next, and when. */
  next: string;
}>;

const safe = 'Nothing is lost: everything is kept on this phone.';

/**
 * Why the whole outbox waits, what is safe, and who acts next. Every hold names somebody and a time.
 * `hasSignIn`: this build has a sign-in to speak of.
 */
export function holdWords(hold: Hold, now: number, hasSignIn: boolean): HoldWords {
  const { nextProbeAt } = hold;
  const probe =
    isTime(nextProbeAt) && nextProbeAt > now
      ? `Veld tries again by itself at ${timeWords(nextProbeAt, now)}.`
      : 'Veld tries again by itself now.';
  switch (hold.reason) {
    case 'auth':
      return hold.httpStatus === 403
        ? {
            kind: 'error',
            title: 'Paused: this phone is not allowed to send',
            text: `The server refused it (403). ${safe}`,
            next: `Tell support, with this phone’s identifier from Settings. When they have put it right, press ‘Send now’. ${probe}`,
          }
        : {
            kind: 'error',
            title: 'Paused: the server does not know this phone',
            text: `It did not accept what this phone sends with each call (${hold.httpStatus ?? 401}). ${safe}`,
            next: `Tell support, with this phone’s identifier from Settings.${hasSignIn ? ' They may ask you to sign in there.' : ''} When they have put it right, press ‘Send now’. ${probe}`,
          };
    case 'version':
      return {
        kind: 'warning',
        title: 'The server is being updated',
        text: `It did not know what this app asked for${hold.httpStatus === null ? '' : ` (${hold.httpStatus})`}. ${safe}`,
        next: `${probe} If it lasts for a day, tell support.`,
      };
    case 'portal':
      return {
        kind: 'warning',
        title: 'This Wi-Fi needs a login page',
        text: `Something other than our server answered. ${safe}`,
        next: `Open any web page, log in to the Wi-Fi, or switch to mobile data; then press ‘Send now’. ${probe}`,
      };
    case 'clock':
      return {
        kind: 'warning',
        title: 'Check the phone’s date and time',
        text: `They differ from the server’s, so no safe connection can be made. ${safe}`,
        next: `Set them to automatic, then press ‘Send now’. ${probe}`,
      };
    case 'busy':
      return {
        kind: 'info',
        title: 'The server is busy',
        text: `It asked us to wait. ${safe}`,
        next: probe,
      };
    case 'formNumber':
      return {
        kind: 'error',
        title: 'The server gives out used form numbers',
        text: `What has no number yet waits, so that no two customers end on one form. What has one is sent. ${safe}`,
        next: `Tell support. ${probe}`,
      };
    case 'network':
      return {
        kind: 'info',
        title: 'No connection yet',
        text: `The server could not be reached. ${safe}`,
        next: probe,
      };
  }
}
