import type { KeptHistoryEntry } from './history.ts';
import { type PhotoPermission, waitsForWifi, willWaitForWifi } from './photo-sending.ts';
import { isAnythingConfirmed, saysFormIsUnknown } from './refusals.ts';
import { lacksFormId, type Pause, pauseOf, refusalOf, shownStatus } from './submission-state.ts';
import type { Hold, ServerMessage, Submission } from './submission-types.ts';
import type { Verdict } from './verdict.ts';

/*
 * The table of all sentences about a submission. The screens Captured and Details, and the receipt, use the whole line. An outbox
 * row uses the sentence of a refusal. Home, the outbox's strip, the locked screen and the notification use the pause.
 */

export type Situation = Readonly<{
  hold: Hold | null;
  /** A drain holds an unexpired lease. */
  drainLive: boolean;
  photos: PhotoPermission;
  online: boolean;
  /** A worker sends while Veld is closed. */
  sendsWhenClosed: boolean;
  /** This build has a sign-in. */
  hasSignIn: boolean;
}>;

/** Why a form was refused. */
export type Refusal =
  | 'serverSays'
  | 'serverSaysNothing'
  | 'numberLost'
  /** Like `numberLost`, but the server has already confirmed a part of the form. */
  | 'formLost'
  /** This phone's own reason, with its own text. */
  | 'ownReason';

/** The key of a sentence. The texts are in `messages/captured`. */
export type Sentence =
  | Pause
  | Refusal
  | 'signIn'
  | 'draft'
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
  heading: 'captured' | 'notAccepted' | 'notSubmitted' | 'returned';
  sentence: Sentence;
  /** The main button. */
  action: 'next' | 'getHelp' | 'signIn' | 'correct' | 'startCorrection' | 'continue';
  /** The second button. Null if there is none. */
  also: 'getHelp' | 'whatToDo' | 'sendPhotos' | 'correct' | null;
  /** The text that the agent can share with the customer. Null if there is none. */
  receipt: 'captured' | 'refused' | null;
  /** True if the sentence names a next try and this browser tries only while Veld is open. */
  keepsOpen: boolean;
}>;

/** Whether Veld sends it while closed. If the submission has no sending key slot, only an open and unlocked Veld sends it. */
const isSentWhenClosed = ({ keys }: Submission, sendsWhenClosed: boolean): boolean =>
  sendsWhenClosed && !(keys && !keys.q);

/** The sentence of a waiting submission: the first one that applies. */
function waitingSentence(
  submission: Submission,
  situation: Situation,
  isClosedEnough: boolean,
): Sentence {
  const { hold, online, photos } = situation;
  if (hold?.reason === 'clock') return 'clock';
  if (hold?.reason === 'formNumber' && lacksFormId(submission)) return 'needsNumber';
  if (waitsForWifi(submission, photos)) return 'photosOnly';
  const photosWait = willWaitForWifi(submission, photos);
  if (!online) {
    if (!isClosedEnough) return 'savedOfflineWhileOpen';
    return photosWait ? 'photosOffline' : 'savedOffline';
  }
  switch (hold?.reason) {
    case 'portal':
    case 'busy':
    case 'version':
      return hold.reason;
    case 'network':
      return 'notReached';
    default:
      if (!isClosedEnough) return 'queuedWhileOpen';
      return photosWait ? 'photosWait' : 'queued';
  }
}

const captured = { heading: 'captured', action: 'next', also: null, receipt: 'captured' } as const;

function alsoFor(sentence: Sentence): StatusLine['also'] {
  if (sentence === 'clock' || sentence === 'portal') return 'whatToDo';
  if (sentence === 'needsNumber') return 'getHelp';
  return sentence === 'photosOnly' ? 'sendPhotos' : null;
}

/** The reason, from the server's message or from this phone. */
function whyRefused(submission: Submission, message: ServerMessage): Refusal {
  const { description, modelState, reason } = message;
  const refused = submission.steps.find(({ state }) => state.status === 'rejected');
  if (refused !== undefined && saysFormIsUnknown(refused, message))
    return isAnythingConfirmed(submission) ? 'formLost' : 'numberLost';
  if (reason !== undefined) return reason.code === 'unexpected' ? 'serverSaysNothing' : 'ownReason';
  const saysNothing = description === '' && Object.values(modelState).flat().length === 0;
  return saysNothing ? 'serverSaysNothing' : 'serverSays';
}

function refusedLine(submission: Submission): StatusLine {
  const message = refusalOf(submission);
  const sentence = message === null ? 'serverSaysNothing' : whyRefused(submission, message);
  // If a correction can't help, the main button is 'Get help'.
  const needsHelp =
    sentence === 'serverSaysNothing' ||
    sentence === 'formLost' ||
    message?.reason?.code === 'faulted';
  return {
    heading: 'notAccepted',
    sentence,
    action: needsHelp ? 'getHelp' : 'correct',
    also: needsHelp ? 'correct' : null,
    receipt: 'refused',
    keepsOpen: false,
  };
}

/** True if the correction of a returned registration can begin. A registration that the operator has twice needs none. */
export const canStartCorrection = (verdict: Verdict | undefined): boolean =>
  (verdict?.state === 'returned' || verdict?.state === 'known') && verdict.code !== 'duplicate';

function sentLine(verdict: Verdict | undefined): StatusLine {
  const line = { ...captured, sentence: 'sent', keepsOpen: false } as const;
  if (verdict?.state !== 'returned' && verdict?.state !== 'known') return line;
  const action = canStartCorrection(verdict) ? 'startCorrection' : 'next';
  return { ...line, heading: 'returned', action };
}

/** 'Taken back to change it' is how an older version of the app stored it. */
const isTakenBack = ({ what }: KeptHistoryEntry): boolean => /^taken ?back/i.test(what);

/**
 * Heading, sentence, main button and receipt of a submission in a situation.
 * @param verdict the operator's verdict on a sent submission
 */
export function statusLine(
  submission: Submission,
  situation: Situation,
  verdict?: Verdict,
): StatusLine {
  switch (shownStatus(submission, situation)) {
    case 'draft':
      return {
        heading: 'notSubmitted',
        sentence: submission.history.some(isTakenBack) ? 'backToDraft' : 'draft',
        action: 'continue',
        also: null,
        receipt: null,
        keepsOpen: false,
      };
    case 'sent':
      return sentLine(verdict);
    case 'attention':
      return refusedLine(submission);
    case 'sending':
      return { ...captured, sentence: 'sending', keepsOpen: false };
    case 'paused': {
      const pause = pauseOf(situation.hold) ?? 'unknownPhone';
      const asksToSignIn = situation.hasSignIn && pause === 'unknownPhone';
      return asksToSignIn
        ? { ...captured, sentence: 'signIn', action: 'signIn', also: 'getHelp', keepsOpen: false }
        : { ...captured, sentence: pause, action: 'getHelp', keepsOpen: false };
    }
    case 'waiting': {
      const isClosedEnough = isSentWhenClosed(submission, situation.sendsWhenClosed);
      const sentence = waitingSentence(submission, situation, isClosedEnough);
      const isTried = sentence === 'notReached' || sentence === 'busy' || sentence === 'version';
      return {
        ...captured,
        sentence,
        also: alsoFor(sentence),
        keepsOpen: isTried && !isClosedEnough,
      };
    }
  }
}
