import type { Answer } from '../../src/domain/outcome.ts';
import type { ApiRequest, ApiResult } from '../../src/sync/ports/ports.ts';
import type { Reply } from './backend.ts';
import type { Swarm } from './swarm.ts';
import type { Tally } from './tally.ts';

export type Episode =
  | 'offline'
  | 'portal'
  | 'ownShell'
  | 'unauthorised'
  | 'forbidden'
  | 'missing'
  | 'busy'
  | 'broken';

export type Result = Answer<ApiResult>;

/** The fate of a request and its answer. */
export type Fate = Readonly<{
  /** How often the request arrives at the backend before the answer. */
  arrivals: 0 | 1 | 2 | 3;
  /** The request arrives once more, this many ms later. */
  later?: number;
  /** Null: no answer ever comes. */
  answer: ((reply: Reply | null) => Result) | null;
  /** The ticks before which the server does not want another call. */
  notBefore?: () => number;
  /** The request and its answer take up to 20 s each. */
  isSlow?: true;
}>;

type Needs = Readonly<{
  random: () => number;
  now: () => number;
  ticks: () => number;
  rates: Swarm['network'];
  tally: Tally;
  excuseRemoval: (formFileId: string) => void;
}>;

const network: Result = { status: 'unanswered', reason: 'network' };
const foreign = (reason: 'redirected' | 'notJson' | 'wrongShape', isOwnShell = false): Result => ({
  status: 'foreign',
  reason,
  httpStatus: 200,
  isOwnShell,
});

/** Draws what happens to each request, by the seed's rates and the current episode. */
export class Fates {
  /** True while faults happen. An episode may last longer. */
  isStormy = true;
  episode: Episode | null = null;
  /** The next request carries an anti-forgery token that the backend has just replaced. */
  tokenIsStale = false;
  /** Keys of requests that arrived at the backend, or still may. */
  readonly #carried = new Set<string>();
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  draw(request: ApiRequest, key: string): Fate {
    const { random, rates, tally } = this.#needs;
    const [kind, fate] =
      this.#inEpisode(request, key) ??
      (this.isStormy ? this.#byRate(request, key) : ['fine', fine]);
    if (kind !== 'fine') tally.count(kind);
    if (fate.arrivals > 0 || fate.later !== undefined) this.#carried.add(key);
    const isSlow = this.isStormy && random() < rates.slow;
    if (isSlow) tally.count('slow');
    return isSlow ? { ...fate, isSlow: true } : fate;
  }

  #byRate(request: ApiRequest, key: string): readonly [string, Fate] {
    const { random, rates } = this.#needs;
    let roll = random();
    const kind = order.find((each) => {
      roll -= rates[each];
      return roll < 0;
    });
    const later = (): number => Math.floor(1000 * 10 ** (4 * random()));
    switch (kind) {
      case 'lateTwin':
        return [kind, { arrivals: 1, later: later(), answer: passedOn }];
      case 'lateRequest':
        return [kind, { arrivals: 0, later: later(), answer: () => network }];
      case 'noContent':
        return request.call === 'GetInfo' ? ['fine', fine] : [kind, plain[kind]];
      case 'status': {
        const [status] = this.#drawn(rates.statuses);
        // No 400 after an effect, because the server would contradict itself.
        return status === undefined || (status === 400 && this.#carried.has(key))
          ? ['fine', fine]
          : [`${status}`, this.#status(request, status, 0)];
      }
      case 'statusAfterEffect': {
        const [status = 500] = this.#drawn([408, 500, 502, 503, 504]);
        return [`${status} after the effect`, this.#status(request, status, 1)];
      }
      case 'refused':
        return this.#carried.has(key) ? ['fine', fine] : [kind, this.#refusal(request)];
      case undefined:
        return ['fine', fine];
      default:
        return [kind, plain[kind]];
    }
  }

  #drawn<T>(from: readonly T[]): readonly T[] {
    const chosen = from[Math.floor(this.#needs.random() * from.length)];
    return chosen === undefined ? [] : [chosen];
  }

  #inEpisode(request: ApiRequest, key: string): readonly [string, Fate] | null {
    const { random } = this.#needs;
    if (this.tokenIsStale && request.call !== 'GetInfo') {
      // Each call reads the cookie again. So only a call that is under way carries the old token.
      this.tokenIsStale = false;
      // A repeated 400 counts as a refusal. After an effect there is no 400, because the server would contradict itself.
      const is400 = !this.#carried.has(key) && random() < 0.5;
      return ['token rotated', this.#status(request, is400 ? 400 : 403, 0)];
    }
    const { episode } = this;
    return episode === null ? null : [`in ${episode}`, this.#whileIn(episode, request)];
  }

  #whileIn(episode: Episode, request: ApiRequest): Fate {
    const { random } = this.#needs;
    const either = (one: number, other: number): number => (random() < 0.5 ? one : other);
    switch (episode) {
      case 'offline':
        return plain.lost;
      case 'portal':
        return random() < 0.5 ? plain.html : plain.redirected;
      case 'ownShell':
        return plain.ownShell;
      case 'unauthorised':
        return this.#status(request, 401, 0);
      case 'forbidden':
        return this.#status(request, 403, 0);
      case 'missing':
        return this.#status(request, either(404, 405), 0);
      case 'busy':
        return this.#status(request, either(429, 503), 0);
      case 'broken':
        return this.#status(request, either(500, 502), random() < 0.3 ? 1 : 0);
    }
  }

  #status(request: ApiRequest, httpStatus: number, arrivals: 0 | 1): Fate {
    const { excuseRemoval, now, random, rates, ticks } = this.#needs;
    if (request.call === 'RemoveDocument' && (httpStatus === 404 || httpStatus === 410))
      excuseRemoval(request.formFileId);
    if (httpStatus === 500)
      return {
        arrivals,
        answer: () => ({ status: 'result', httpStatus, result: { ...unsuccessful } }),
      };
    const refused: Result = { status: 'unexpected', httpStatus, response: '', headers: {} };
    if (random() >= rates.retryAfter) return { arrivals, answer: () => refused };
    const wait = Math.floor(5000 * random());
    // A date has whole seconds, and does not change while the answer is under way.
    const inDate = random() < 0.5 ? Math.floor(now() / 1000) + wait : null;
    const header = inDate === null ? String(wait) : new Date(inDate * 1000).toUTCString();
    const asked = (): number => (inDate === null ? wait * 1000 : inDate * 1000 - now());
    return {
      arrivals,
      answer: () => ({ ...refused, headers: { 'Retry-After': header } }),
      // The client waits for an hour at most.
      ...([429, 502, 503, 504].includes(httpStatus)
        ? { notBefore: () => ticks() + Math.min(asked(), 3_600_000) }
        : {}),
    };
  }

  #refusal(request: ApiRequest): Fate {
    if (request.call === 'GetInfo' || request.call === 'RemoveDocument') return fine;
    const [httpStatus = 413] = this.#drawn([200, 400, 409, 413, 415, 422]);
    const answer: Result =
      httpStatus === 200 || httpStatus === 400
        ? { status: 'result', httpStatus, result: { ...refusal } }
        : { status: 'unexpected', httpStatus, response: '', headers: {} };
    return { arrivals: 0, answer: () => answer };
  }
}

const unsuccessful = {
  wasSuccessful: false,
  heading: 'There was a problem',
  description: 'We experienced a problem. Please try again.',
  modelState: {},
};

/** Servers repeat the typed values in their messages. */
const refusal = { ...unsuccessful, description: 'This SIM card is registered to Thandi Nkosi.' };

/** The backend’s own answer. */
export const passedOn = (reply: Reply | null): Result => {
  if (reply === null) return network;
  const { httpStatus, result } = reply;
  return httpStatus === 404
    ? { status: 'unexpected', httpStatus, response: '', headers: {} }
    : { status: 'result', httpStatus, result };
};

const saidWithoutBody = (reply: Reply | null): Result => {
  const answer = passedOn(reply);
  if (answer.status !== 'result' || !answer.result.wasSuccessful) return answer;
  const { documents: _, ...result } = answer.result;
  return { ...answer, httpStatus: 204, result };
};

const fine: Fate = { arrivals: 1, answer: passedOn };

const order = [
  'lost',
  'hangs',
  'lostReply',
  'lostReplyHangs',
  'resent',
  'resentThrice',
  'resentLost',
  'lateTwin',
  'lateRequest',
  'truncated',
  'html',
  'redirected',
  'ownShell',
  'noContent',
  'status',
  'statusAfterEffect',
  'refused',
] as const;

const plain = {
  lost: { arrivals: 0, answer: () => network },
  hangs: { arrivals: 0, answer: null },
  lostReply: { arrivals: 1, answer: () => network },
  lostReplyHangs: { arrivals: 1, answer: null },
  resent: { arrivals: 2, answer: passedOn },
  resentThrice: { arrivals: 3, answer: passedOn },
  resentLost: { arrivals: 2, answer: () => network },
  truncated: { arrivals: 1, answer: () => foreign('wrongShape') },
  html: { arrivals: 0, answer: () => foreign('notJson') },
  redirected: { arrivals: 0, answer: () => foreign('redirected') },
  ownShell: { arrivals: 0, answer: () => foreign('notJson', true) },
  noContent: { arrivals: 1, answer: saidWithoutBody },
} as const satisfies Readonly<Record<string, Fate>>;
