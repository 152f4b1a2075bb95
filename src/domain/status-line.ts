import { type Pause, pauseOf } from './pause.ts';
import { type PhotoPermission, waitsForLink, willWaitForLink } from './photo-sending.ts';
import { lacksFormId, shownStatus } from './submission-state.ts';
import type { Hold, Submission } from './submission-types.ts';

/*
 * The one table of what a screen may say about a submission. Captured and its receipt read the whole line. Home, the outbox, the
 * locked screen and the notification read the pause.
 */

/** Everything that the line depends on. */
export type Situation = Readonly<{
  hold: Hold | null;
  /** A drain holds an unexpired lease. */
  drainLive: boolean;
  photos: PhotoPermission;
  online: boolean;
  /** This browser sends while Veld is closed. */
  sendsWhenClosed: boolean;
}>;

/** The key of a sentence. The texts are in `messages/captured`. */
export type Sentence =
  | Pause
  | 'backToDraft'
  | 'sent'
  | 'sending'
  | 'clock'
  | 'needsNumber'
  | 'photosOffline'
  | 'savedOffline'
  | 'savedOfflineWhileOpen'
  | 'portal'
  | 'busy'
  | 'version'
  | 'notReached'
  | 'photosOnly'
  | 'photosWait'
  | 'queued'
  | 'queuedWhileOpen';

export type StatusLine = Readonly<{
  heading: 'captured' | 'notAccepted' | 'notSubmitted';
  /** Null if the server's own words say it. */
  sentence: Sentence | null;
  /** The main button. */
  action: 'next' | 'getHelp' | 'correct' | 'continue';
  /** The text that the customer may take along; null for none. */
  receipt: 'captured' | 'refused' | null;
  /** The sentence names a next try. This browser makes it only while Veld is open. */
  keepsOpen: boolean;
}>;

/** If its sending key is not stored, only an open and unlocked Veld sends it. */
const isSentWhenClosed = ({ keys }: Submission, sendsWhenClosed: boolean): boolean =>
  sendsWhenClosed && !(keys && !keys.q);

/** The sentence of a waiting submission: the first reason that applies. */
function waitingSentence(
  submission: Submission,
  situation: Situation,
  isClosedEnough: boolean,
): Sentence {
  const { hold, online, photos } = situation;
  if (hold?.reason === 'clock') return 'clock';
  if (hold?.reason === 'formNumber' && lacksFormId(submission)) return 'needsNumber';
  if (waitsForLink(submission, photos)) return 'photosOnly';
  const photosWait = willWaitForLink(submission, photos);
  if (!online) {
    if (photosWait) return 'photosOffline';
    return isClosedEnough ? 'savedOffline' : 'savedOfflineWhileOpen';
  }
  switch (hold?.reason) {
    case 'portal':
    case 'busy':
    case 'version':
      return hold.reason;
    case 'network':
      return 'notReached';
    default:
      if (photosWait) return 'photosWait';
      return isClosedEnough ? 'queued' : 'queuedWhileOpen';
  }
}

const captured = { heading: 'captured', action: 'next', receipt: 'captured' } as const;

/** Heading, sentence, main button and receipt of a submission in a situation. */
export function statusLine(submission: Submission, situation: Situation): StatusLine {
  switch (shownStatus(submission, situation)) {
    case 'draft':
      return {
        heading: 'notSubmitted',
        sentence: 'backToDraft',
        action: 'continue',
        receipt: null,
        keepsOpen: false,
      };
    case 'sent':
      return { ...captured, sentence: 'sent', keepsOpen: false };
    case 'attention':
      return {
        heading: 'notAccepted',
        sentence: null,
        action: 'correct',
        receipt: 'refused',
        keepsOpen: false,
      };
    case 'sending':
      return { ...captured, sentence: 'sending', keepsOpen: false };
    case 'paused': {
      const sentence = pauseOf(situation.hold) ?? 'unknownPhone';
      return { ...captured, sentence, action: 'getHelp', keepsOpen: false };
    }
    case 'waiting': {
      const isClosedEnough = isSentWhenClosed(submission, situation.sendsWhenClosed);
      const sentence = waitingSentence(submission, situation, isClosedEnough);
      const isTried = sentence === 'notReached' || sentence === 'busy' || sentence === 'version';
      return { ...captured, sentence, keepsOpen: isTried && !isClosedEnough };
    }
  }
}
