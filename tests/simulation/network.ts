import type { Answer } from '../../src/domain/answer.ts';
import type { ApiRequest, ApiResult, CallOptions } from '../../src/sync/ports.ts';
import type { Backend, Reply } from './backend.ts';
import type { Oracle } from './oracle.ts';
import type { Actor, Scheduler } from './scheduler.ts';
import type { Swarm } from './swarm.ts';

export type Episode =
  | 'offline'
  | 'portal'
  | 'ownShell'
  | 'unauthorised'
  | 'forbidden'
  | 'missing'
  | 'busy'
  | 'broken';

type Result = Answer<ApiResult>;

/** Where a request and its answer go. */
type Fate = Readonly<{
  /** How often it reaches the backend, before it is answered. */
  arrivals: 0 | 1 | 2 | 3;
  /** Another arrival, long after (ms). */
  later?: number;
  /** Null: no answer ever comes. */
  answer: ((reply: Reply | null) => Result) | null;
  /** The ticks before which the server does not want to be asked again. */
  notBefore?: () => number;
}>;

type Needs = Readonly<{
  scheduler: Scheduler;
  random: () => number;
  now: () => number;
  backend: Backend;
  oracle: Oracle;
  swarm: Swarm;
  /** Whether the actor dies at this await. */
  dies: (actor: Actor) => boolean;
  excuseRemoval: (formFileId: string) => void;
}>;

const network: Result = { status: 'unanswered', reason: 'network' };
const foreign = (reason: 'redirected' | 'notJson' | 'wrongShape', isOwnShell = false): Result => ({
  status: 'foreign',
  reason,
  httpStatus: 200,
  isOwnShell,
});

/** Everything between the device and the backend. */
export class Network {
  /** Each request fares by the seed's rates; false: all is well. */
  isStormy = true;
  episode: Episode | null = null;
  /** The next request carries an anti-forgery token that the backend has just replaced. */
  tokenIsStale = false;
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  send(actor: Actor, request: ApiRequest, options: CallOptions): Promise<Result> {
    const { backend, oracle, random, scheduler } = this.#needs;
    const { idempotencyKey: key, signal, timeoutMs } = options;
    if (signal.aborted) return Promise.resolve({ status: 'unanswered', reason: 'aborted' });
    oracle.sending(actor, request, key, scheduler.ticks);
    const fate = this.#fateOf(request, key);
    const sentAt = scheduler.ticks;
    const road = (): number => this.#latency(random);

    return new Promise((resolve) => {
      let isOpen = true;
      const settle = (answer: Result): void => {
        if (!isOpen) return;
        isOpen = false;
        scheduler.cancel(timeout);
        signal.removeEventListener('abort', abort);
        resolve(answer);
      };
      const abort = (): void => settle({ status: 'unanswered', reason: 'aborted' });
      signal.addEventListener('abort', abort);
      const timeout = scheduler.add(
        actor,
        `${actor.name} ${request.call} timed out`,
        timeoutMs,
        () => settle({ status: 'unanswered', reason: 'timeout' }),
      );
      const answer = (reply: Reply | null): void => {
        if (fate.answer === null) return;
        const result = fate.answer(reply);
        const label = `${actor.name} ${request.call} is answered: ${wordOf(result)}`;
        scheduler.add(actor, label, road(), () => {
          if (!isOpen || this.#needs.dies(actor)) return;
          settle(result);
          oracle.answered(actor, request, result);
          if (fate.notBefore !== undefined) oracle.askedToWait(actor, key, fate.notBefore());
        });
      };
      const arrive = (left: number, late: boolean): void => {
        const label = `${request.call} arrives${late ? ' late' : ''}`;
        scheduler.add(null, label, late ? left : road(), () => {
          const givenUp = late || !isOpen || !actor.alive;
          const reply = backend.receive(request, { key, sentAt, late: givenUp });
          if (late) return;
          if (left > 1) arrive(left - 1, false);
          else answer(reply);
        });
      };
      if (fate.arrivals > 0) arrive(fate.arrivals, false);
      else answer(null);
      if (fate.later !== undefined) arrive(fate.later, true);
    });
  }

  #latency(random: () => number): number {
    const { isStormy } = this;
    const { slow } = this.#needs.swarm.network;
    return Math.floor((isStormy && random() < slow ? 20_000 : 300) * random());
  }

  #fateOf(request: ApiRequest, key: string): Fate {
    const { backend, random, swarm } = this.#needs;
    const weather = this.#fateInEpisode(request);
    if (weather !== null) return weather;
    if (!this.isStormy) return fine;
    const rates = swarm.network;
    let roll = random();
    const falls = (rate: number): boolean => {
      roll -= rate;
      return roll < 0;
    };
    const later = (): number => Math.floor(1000 * 10 ** (4 * random()));
    if (falls(rates.lost)) return { arrivals: 0, answer: () => network };
    if (falls(rates.hangs)) return { arrivals: 0, answer: null };
    if (falls(rates.lostReply)) return { arrivals: 1, answer: () => network };
    if (falls(rates.lostReplyHangs)) return { arrivals: 1, answer: null };
    if (falls(rates.resent)) return { arrivals: random() < 0.3 ? 3 : 2, answer: said };
    if (falls(rates.resentLost)) return { arrivals: 2, answer: () => network };
    if (falls(rates.lateTwin)) return { arrivals: 1, later: later(), answer: said };
    if (falls(rates.lateRequest)) return { arrivals: 0, later: later(), answer: () => network };
    if (falls(rates.truncated)) return { arrivals: 1, answer: () => foreign('wrongShape') };
    if (falls(rates.html)) return { arrivals: 0, answer: () => foreign('notJson') };
    if (falls(rates.redirected)) return { arrivals: 0, answer: () => foreign('redirected') };
    if (falls(rates.ownShell)) return { arrivals: 0, answer: () => foreign('notJson', true) };
    if (falls(rates.noContent) && request.call !== 'GetInfo')
      return { arrivals: 1, answer: saidWithoutBody };
    const [status] = this.#drawn(rates.statuses);
    if (falls(rates.status) && status !== undefined)
      // A refusal after an effect would be a server that contradicts itself.
      return status === 400 && backend.effects.has(key) ? fine : this.#status(request, status, 0);
    if (falls(rates.statusAfterEffect))
      return this.#status(request, this.#drawn([408, 500, 502, 503, 504])[0] ?? 500, 1);
    if (falls(rates.refused) && !backend.effects.has(key)) return this.#refusal(request);
    return fine;
  }

  #drawn<T>(from: readonly T[]): readonly T[] {
    const chosen = from[Math.floor(this.#needs.random() * from.length)];
    return chosen === undefined ? [] : [chosen];
  }

  #fateInEpisode(request: ApiRequest): Fate | null {
    const { random } = this.#needs;
    if (this.tokenIsStale && request.call !== 'GetInfo') {
      // Each call reads the cookie anew: only what was already on its way carries the old one.
      this.tokenIsStale = false;
      return this.#status(request, random() < 0.5 ? 400 : 403, 0);
    }
    switch (this.episode) {
      case null:
        return null;
      case 'offline':
        return { arrivals: 0, answer: () => network };
      case 'portal':
        return { arrivals: 0, answer: () => foreign(random() < 0.5 ? 'notJson' : 'redirected') };
      case 'ownShell':
        return { arrivals: 0, answer: () => foreign('notJson', true) };
      case 'unauthorised':
        return this.#status(request, 401, 0);
      case 'forbidden':
        return this.#status(request, 403, 0);
      case 'missing':
        return this.#status(request, random() < 0.5 ? 404 : 405, 0);
      case 'busy':
        return this.#status(request, random() < 0.5 ? 429 : 503, 0);
      case 'broken':
        return this.#status(request, random() < 0.5 ? 500 : 502, random() < 0.3 ? 1 : 0);
    }
  }

  #status(request: ApiRequest, httpStatus: number, arrivals: 0 | 1): Fate {
    const { excuseRemoval, now, random, scheduler, swarm } = this.#needs;
    if (request.call === 'RemoveDocument' && (httpStatus === 404 || httpStatus === 410))
      excuseRemoval(request.formFileId);
    if (httpStatus === 500)
      return {
        arrivals,
        answer: () => ({ status: 'result', httpStatus, result: { ...unsuccessful } }),
      };
    const refused: Result = { status: 'unexpected', httpStatus, response: '', headers: {} };
    if (random() >= swarm.network.retryAfter) return { arrivals, answer: () => refused };
    const wait = Math.floor(5000 * random());
    // A date is in whole seconds, and counts from when it is said.
    const inDate = random() < 0.5 ? Math.floor(now() / 1000) + wait : null;
    const header = inDate === null ? String(wait) : new Date(inDate * 1000).toUTCString();
    const asked = (): number => (inDate === null ? wait * 1000 : inDate * 1000 - now());
    return {
      arrivals,
      answer: () => ({ ...refused, headers: { 'Retry-After': header } }),
      // Longer than an hour is not believed.
      ...([429, 502, 503, 504].includes(httpStatus)
        ? { notBefore: () => scheduler.ticks + Math.min(asked(), 3_600_000) }
        : {}),
    };
  }

  #refusal(request: ApiRequest): Fate {
    if (request.call === 'GetInfo' || request.call === 'RemoveDocument') return fine;
    const [httpStatus = 413] = this.#drawn([200, 400, 409, 413, 415, 422]);
    const answer: Result =
      httpStatus === 200 || httpStatus === 400
        ? { status: 'result', httpStatus, result: { ...unsuccessful } }
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

const said = (reply: Reply | null): Result => {
  if (reply === null) return network;
  const { httpStatus, result } = reply;
  return httpStatus === 404
    ? { status: 'unexpected', httpStatus, response: '', headers: {} }
    : { status: 'result', httpStatus, result };
};

const saidWithoutBody = (reply: Reply | null): Result => {
  const answer = said(reply);
  if (answer.status !== 'result' || !answer.result.wasSuccessful) return answer;
  const { documents: _, ...result } = answer.result;
  return { ...answer, httpStatus: 204, result };
};

const fine: Fate = { arrivals: 1, answer: said };

const wordOf = (answer: Result): string => {
  switch (answer.status) {
    case 'result':
      return `${answer.httpStatus} ${answer.result.wasSuccessful}`;
    case 'unexpected':
      return `${answer.httpStatus}`;
    default:
      return answer.reason;
  }
};
