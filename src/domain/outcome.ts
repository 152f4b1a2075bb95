import { retryAfterAt } from './backoff.ts';
import { localMessage } from './refusals.ts';
import { isWebp } from './submission-state.ts';
import type { Hold, ServerMessage, Step, StepCall } from './submission-types.ts';
import { REQUEST_ID_HEADER, requestIdIn } from './web-names.ts';

/** The meaning of an answer for its step. */
export type Outcome<R> =
  | Readonly<{ outcome: 'confirmed'; result: R | null }>
  /** The server refused the call. A person must correct this submission. All other submissions go on. */
  | Readonly<{ outcome: 'rejected'; message: ServerMessage }>
  /** Call again at once, with a fresh anti-forgery token. */
  | Readonly<{ outcome: 'retryFresh'; httpStatus: number }>
  /** Try again later. `stopsAll`: why no other submission can be sent now either. Null if the others can be sent. */
  | Readonly<{
      outcome: 'retry';
      backoff: 'network' | 'server';
      stopsAll: 'network' | 'portal' | 'busy' | null;
      httpStatus: number | null;
      notBefore: number | null;
    }>
  /** The whole outbox waits. The drain tries one step every 30 minutes (a probe). */
  | Readonly<{ outcome: 'held'; reason: Hold['reason']; httpStatus: number }>
  /** The app itself aborted the call. */
  | Readonly<{ outcome: 'stopped' }>;

export type CallContext = Readonly<{
  call: StepCall;
  /** This answer is for the second call, made with a fresh anti-forgery token. */
  wasFresh: boolean;
  /** An earlier attempt of the step was sent and not answered. */
  wasInDoubt: boolean;
  now: number;
}>;

/**
 * True if the document to remove is no longer on the server. After an attempt in doubt, a refusal also means that the server has nothing
 * to remove.
 */
const alreadyDone = ({ call, wasFresh, wasInDoubt }: CallContext, httpStatus: number): boolean =>
  call === 'RemoveDocument' &&
  (httpStatus === 404 ||
    httpStatus === 410 ||
    (wasInDoubt && (httpStatus === 409 || httpStatus === 422 || (httpStatus === 400 && wasFresh))));

/** The only function that decides what an answer means (the contract's table 'What an answer means'). */
export function classify<R extends GenericResult>(
  answer: Answer<R>,
  context: CallContext,
): Outcome<R> {
  switch (answer.status) {
    case 'result':
      return classifyResult(answer.httpStatus, answer.result, context);
    case 'foreign':
      if (answer.isOwnShell)
        return { outcome: 'held', reason: 'version', httpStatus: answer.httpStatus };
      // The status is dropped: another program answered, and the screens would name our server. A redirect has status 0.
      return retry('network', 'portal', null);
    case 'unanswered':
      return answer.reason === 'aborted'
        ? { outcome: 'stopped' }
        : retry('network', 'network', null);
    case 'unexpected':
      return classifyStatus(answer, context);
  }
}

function classifyResult<R extends GenericResult>(
  httpStatus: number,
  result: R,
  context: CallContext,
): Outcome<R> {
  if (httpStatus >= 500) return retry('server', null, httpStatus);
  if (result.wasSuccessful) return { outcome: 'confirmed', result };
  // The earlier attempt got no answer but removed the document, so this attempt found nothing to remove.
  if (context.call === 'RemoveDocument' && context.wasInDoubt)
    return { outcome: 'confirmed', result: null };
  const { heading, description, modelState } = result;
  return { outcome: 'rejected', message: { heading, description, modelState, httpStatus } };
}

type Unexpected = Extract<Answer, { status: 'unexpected' }>;

function classifyStatus(answer: Unexpected, context: CallContext): Outcome<never> {
  const { headers, httpStatus } = answer;
  const notBefore = retryAfterAt(headers, context.now);
  if (alreadyDone(context, httpStatus) && notBefore === null)
    return { outcome: 'confirmed', result: null };
  switch (httpStatus) {
    case 400:
      return context.wasFresh ? rejected(answer, context) : { outcome: 'retryFresh', httpStatus };
    case 401:
      return { outcome: 'held', reason: 'auth', httpStatus };
    case 403:
      return context.wasFresh
        ? { outcome: 'held', reason: 'auth', httpStatus }
        : { outcome: 'retryFresh', httpStatus };
    case 404:
    case 405:
    case 410:
    case 501:
      return { outcome: 'held', reason: 'version', httpStatus };
    case 408:
    case 425:
      // With `Retry-After`, the server asks every call to wait.
      return retry('network', notBefore === null ? null : 'busy', httpStatus, notBefore);
    case 409:
      // With `Retry-After`, the server is still working on a call with the same key. Without it, the server refuses the call.
      return notBefore === null
        ? rejected(answer, context)
        : retry('server', null, httpStatus, notBefore);
    case 429:
    case 502:
    case 503:
    case 504:
      return retry('server', 'busy', httpStatus, notBefore);
    default:
      if (httpStatus >= 500) return retry('server', null, httpStatus, notBefore);
      if (httpStatus >= 400) return rejected(answer, context);
      // 1xx, 2xx or 3xx without our body: a program between phone and backend answered.
      return retry('network', 'portal', null, notBefore);
  }
}

function rejected(
  { headers, httpStatus, response }: Unexpected,
  { call }: CallContext,
): Outcome<never> {
  const { modelState, said } = wordsOfRefusal(response, headers);
  const support = { call, requestId: requestIdIn(headers[REQUEST_ID_HEADER]) };
  const message = localMessage({ code: 'unexpected' }, httpStatus);
  return {
    outcome: 'rejected',
    message: { ...message, modelState, support, ...(said === '' ? {} : { said }) },
  };
}

const retry = (
  backoff: 'network' | 'server',
  stopsAll: 'network' | 'portal' | 'busy' | null,
  httpStatus: number | null,
  notBefore: number | null = null,
): Outcome<never> => ({ outcome: 'retry', backoff, stopsAll, httpStatus, notBefore });

/** Words by which a server refuses a file's type. */
const OF_TYPES =
  /\b(webp|file types?|types? of files?|formats?|jpe?g|png|extensions?|not (?:an? )?(?:valid|supported) image)\b/i;

/** Statuses by which a server refuses a file. With 200, `wasSuccessful` is false. */
const OF_FILES: ReadonlySet<number> = new Set([200, 400, 413, 415, 422]);

/**
 * Whether a refusal may mean that the server accepts no WebP. `says`: the status or the words say so. `may`: the app must send the
 * photo as JPEG to find out.
 */
export function webpRefusal(step: Step, message: ServerMessage): 'says' | 'may' | 'no' {
  if (!isWebp(step) || !OF_FILES.has(message.httpStatus)) return 'no';
  const { description, heading, modelState, said = '' } = message;
  const words = [heading, description, said, ...Object.values(modelState).flat()];
  return message.httpStatus === 415 || words.some((text) => OF_TYPES.test(text)) ? 'says' : 'may';
}

/*
 * The words in a refusal by status alone (409, 413, 415, 422, 400 without `errors`). The specification defines no body for such a
 * refusal, but many backends send one. HTML comes from a proxy and is not shown.
 */

export type RefusedWords = Readonly<{
  /** The server's sentences; empty if there are none. */
  said: string;
  modelState: Readonly<Record<string, readonly string[]>>;
}>;

const NO_WORDS: RefusedWords = { said: '', modelState: {} };

/** A longer text is not a sentence for an agent, and is not shown. */
const MAX_LENGTH = 300;

/** The members that may hold the words: from the generic result, problem details (RFC 9457), and common APIs. */
const SENTENCES = ['heading', 'title', 'description', 'detail', 'message', 'error'] as const;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const sentenceOf = (value: unknown): readonly string[] => {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' || text.length > MAX_LENGTH || text.includes('<') ? [] : [text];
};

const sentencesOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.flatMap(sentenceOf) : sentenceOf(value);

function fieldsOf(errors: unknown): RefusedWords['modelState'] {
  if (!isObject(errors)) return {};
  const entries = Object.entries(errors).map(([key, value]) => [key, sentencesOf(value)] as const);
  return Object.fromEntries(entries.filter(([, texts]) => texts.length > 0));
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** @param headers names in lower case */
export function wordsOfRefusal(
  body: string,
  headers: Readonly<Record<string, string>>,
): RefusedWords {
  const json = parsed(body);
  if (isObject(json)) {
    const said = [...new Set(SENTENCES.flatMap((name) => sentenceOf(json[name])))].join(' ');
    return { said, modelState: fieldsOf(json['errors'] ?? json['modelState']) };
  }
  const isText = /^\s*text\/plain/i.test(headers['content-type'] ?? '');
  return isText ? { ...NO_WORDS, said: sentenceOf(body).join('') } : NO_WORDS;
}

/** The generic result: the base of every response of the backend (specification, section 3). */
export type GenericResult = Readonly<{
  description: string;
  heading: string;
  wasSuccessful: boolean;
  /** The messages by field key. A key has the server's spelling. */
  modelState: Readonly<Record<string, readonly string[]>>;
}>;

/**
 * The parsed answer to one call. `outcome.ts` decides what an answer means.
 * `result`: 200 or 204 with the expected body, or a 500 or 400 with a generic result.
 * `foreign`: another program answered (a captive portal's page, a redirect, the app's own HTML).
 * `unexpected`: any other status, with the content of the specification's exception.
 */
export type Answer<R extends GenericResult = GenericResult> =
  | Readonly<{ status: 'result'; httpStatus: number; result: R }>
  | Readonly<{
      status: 'foreign';
      /** `emptyPage`: 200 with an empty body of type HTML. Some backends answer so, and some captive portals, too. */
      reason: 'redirected' | 'notJson' | 'wrongShape' | 'emptyPage';
      httpStatus: number;
      /** True if the API's path returned the app's own HTML: the web server runs, but the API does not. */
      isOwnShell: boolean;
    }>
  | Readonly<{ status: 'unanswered'; reason: 'network' | 'timeout' | 'aborted' }>
  | Readonly<{
      status: 'unexpected';
      httpStatus: number;
      response: string;
      headers: Readonly<Record<string, string>>;
    }>;
