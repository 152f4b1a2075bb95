import type { Answer, GenericResult } from './answer.ts';
import { retryAfterAt } from './backoff.ts';
import type { Hold, ServerMessage, StepCall } from './submission-types.ts';

/** What an answer means for the step that asked. */
export type Outcome<R> =
  | Readonly<{ outcome: 'confirmed'; result: R | null }>
  /** Only a person can help this submission; the others go on. */
  | Readonly<{ outcome: 'rejected'; message: ServerMessage }>
  /** Once more at once: the call reads the anti-forgery cookie anew. */
  | Readonly<{ outcome: 'retryFresh'; httpStatus: number }>
  /** Later, by itself. `stopsAll`: no other submission would fare better now. */
  | Readonly<{
      outcome: 'again';
      backoff: 'network' | 'server';
      stopsAll: 'network' | 'portal' | 'busy' | null;
      httpStatus: number | null;
      notBefore: number | null;
    }>
  /** The whole outbox waits, probing now and then. */
  | Readonly<{ outcome: 'held'; reason: Hold['reason']; httpStatus: number }>
  /** We stopped it ourselves. */
  | Readonly<{ outcome: 'stopped' }>;

export type Asked = Readonly<{
  call: StepCall;
  /** This answer came on the second, fresh try. */
  wasFresh: boolean;
  /** The step had been sent before without an answer. */
  wasInDoubt: boolean;
  now: number;
}>;

/** A step that finds its work already done: the document it should remove is not there any more. */
const alreadyDone = (asked: Asked, httpStatus: number): boolean =>
  asked.call === 'RemoveDocument' && (httpStatus === 404 || httpStatus === 410);

/** The one place where an answer is judged (the contract's table 'What an answer means'). */
export function classify<R extends GenericResult>(answer: Answer<R>, asked: Asked): Outcome<R> {
  switch (answer.status) {
    case 'result':
      return classifyResult(answer.httpStatus, answer.result, asked);
    case 'foreign':
      if (answer.isOwnShell)
        return { outcome: 'held', reason: 'version', httpStatus: answer.httpStatus };
      return again('network', 'portal', answer.httpStatus);
    case 'unanswered':
      return answer.reason === 'aborted'
        ? { outcome: 'stopped' }
        : again('network', 'network', null);
    case 'unexpected':
      return classifyStatus(answer.httpStatus, answer.headers, asked);
  }
}

function classifyResult<R extends GenericResult>(
  httpStatus: number,
  result: R,
  asked: Asked,
): Outcome<R> {
  if (httpStatus >= 500) return again('server', null, httpStatus);
  if (result.wasSuccessful) return { outcome: 'confirmed', result };
  // Sent before without an answer: that try removed it, so this one found nothing to remove.
  if (asked.call === 'RemoveDocument' && asked.wasInDoubt)
    return { outcome: 'confirmed', result: null };
  const { heading, description, modelState } = result;
  return { outcome: 'rejected', message: { heading, description, modelState, httpStatus } };
}

function classifyStatus(
  httpStatus: number,
  headers: Readonly<Record<string, string>>,
  asked: Asked,
): Outcome<never> {
  if (alreadyDone(asked, httpStatus)) return { outcome: 'confirmed', result: null };
  const notBefore = retryAfterAt(headers, asked.now);
  switch (httpStatus) {
    case 400:
      return asked.wasFresh ? rejected(httpStatus) : { outcome: 'retryFresh', httpStatus };
    case 401:
      return { outcome: 'held', reason: 'auth', httpStatus };
    case 403:
      return asked.wasFresh
        ? { outcome: 'held', reason: 'auth', httpStatus }
        : { outcome: 'retryFresh', httpStatus };
    case 404:
    case 405:
    case 410:
    case 501:
      return { outcome: 'held', reason: 'version', httpStatus };
    case 408:
    case 425:
      return again('network', null, httpStatus, notBefore);
    case 409:
      // With a time to come back the server is still at work on this very key; without one it refuses.
      return notBefore === null
        ? rejected(httpStatus)
        : again('server', null, httpStatus, notBefore);
    case 429:
    case 502:
    case 503:
    case 504:
      return again('server', 'busy', httpStatus, notBefore);
    default:
      if (httpStatus >= 500) return again('server', null, httpStatus, notBefore);
      if (httpStatus >= 400) return rejected(httpStatus);
      // Neither done nor refused: something on the way answered, not the backend.
      return again('network', 'portal', httpStatus, notBefore);
  }
}

const rejected = (httpStatus: number): Outcome<never> => ({
  outcome: 'rejected',
  message: {
    heading: 'There was a problem',
    description: 'An unexpected server error occurred.',
    modelState: {},
    httpStatus,
  },
});

const again = (
  backoff: 'network' | 'server',
  stopsAll: 'network' | 'portal' | 'busy' | null,
  httpStatus: number | null,
  notBefore: number | null = null,
): Outcome<never> => ({ outcome: 'again', backoff, stopsAll, httpStatus, notBefore });
