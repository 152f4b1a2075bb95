import type { Exchange, Unanswered } from '../../src/api/client.ts';
import type { Received } from '../../src/api/read-answer.ts';
import { createResumableUploads } from '../../src/api/resumable-upload.ts';
import type { ApiRequest, CallOptions } from '../../src/sync/ports/ports.ts';
import type { Arrival, Backend, Reply } from './backend.ts';
import type { Fate, Fates, Result } from './fates.ts';
import type { Oracle } from './oracle.ts';
import type { Actor, Scheduler } from './scheduler.ts';
import type { FileRequest, Uploads } from './uploads.ts';
import type { VerdictChecks } from './verdict-checks.ts';
import { Violation } from './violation.ts';

type Message = Parameters<Exchange>[0];
type PieceOptions = CallOptions &
  Readonly<{ resumableUpload: NonNullable<CallOptions['resumableUpload']> }>;
type Answering = NonNullable<Fate['answer']>;

/** How the network handles one request: which part of the backend receives it, and which answer its sender gets. */
type Way<Said, Heard> = Readonly<{
  /** Null: the request is not sent. */
  fate: Fate | null;
  receive: (arrival: Arrival) => Said;
  /** Called if the request does not arrive completely. */
  isCut: (road: number) => void;
  answer: (fate: Answering, said: Said | null) => Heard;
  lost: (reason: 'aborted' | 'timeout') => Heard;
  wordOf: (heard: Heard) => string;
  heard: (heard: Heard) => void;
}>;

/** Stands for any answer that comes from the backend itself. */
const fine: Reply = {
  httpStatus: 200,
  result: { wasSuccessful: true, heading: '', description: '', modelState: {} },
};

type Needs = Readonly<{
  scheduler: Scheduler;
  random: () => number;
  oddRandom: () => number;
  backend: Backend;
  uploads: Uploads;
  losesUploads: number;
  oracle: Oracle;
  verdicts: VerdictChecks;
  fates: Fates;
  /** Returns true if the actor is killed at this await. */
  dies: (actor: Actor) => boolean;
}>;

/** The network between device and backend: carries requests and answers as their fates say. */
export class Network {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  send(actor: Actor, request: ApiRequest, options: CallOptions): Promise<Result> {
    const { resumableUpload } = options;
    return 'file' in request && resumableUpload !== undefined
      ? this.#sendPieces(actor, request, { ...options, resumableUpload })
      : this.#sendAtOnce(actor, request, options);
  }

  async #sendPieces(actor: Actor, request: FileRequest, options: PieceOptions): Promise<Result> {
    const { oracle, uploads } = this.#needs;
    const { idempotencyKey: key, signal } = options;
    const sender = createResumableUploads(
      (message, { timeoutMs }) =>
        this.#exchange(actor, request, message, { ...options, timeoutMs }),
      '/api',
      async () => null,
    );
    const sent = await sender.send(`/${request.call}`, uploads.bodyOf(request, key), options);
    if (sent.status === 'unusable') return this.#sendAtOnce(actor, request, options);
    if (sent.status === 'unanswered') return sent;
    const result = uploads.resultOf(sent);
    if (result === undefined)
      throw new Violation('wire', 'what is no answer to the call was taken for it');
    oracle.answered(request, key, signal, result);
    return result;
  }

  /** Sends one request of an upload in pieces. */
  #exchange(actor: Actor, request: FileRequest, message: Message, options: CallOptions) {
    const { fates, oddRandom, scheduler, uploads } = this.#needs;
    const { idempotencyKey: key } = options;
    const { body, method } = message;
    const isPiece = body instanceof Blob && (method === 'PATCH' || body.size > 0);
    return this.#carry<Received, Received | Unanswered>(actor, method, request, options, {
      receive: (arrival) => {
        if (method === 'PATCH' && this.#losesUpload()) uploads.server.lose(message.address);
        return uploads.receive(message, arrival);
      },
      isCut: (road) => {
        if (!isPiece) return;
        const came = Math.floor(oddRandom() * body.size);
        scheduler.add(null, 'a part of a piece arrives', road, () =>
          uploads.server.receivePart(message, key, came),
        );
      },
      answer: (fate, said) => {
        const drawn = fate(said === null ? null : fine);
        if (drawn.status === 'unanswered') return drawn;
        const isOwn = drawn.status === 'result' && drawn.result.wasSuccessful;
        return isOwn && said !== null ? this.changed(said) : uploads.answeredElsewhere(drawn);
      },
      lost: (reason) => ({ status: 'unanswered', reason }),
      wordOf: ({ status }) => String(status),
      heard: () => {},
      fate: fates.draw(request, key),
    });
  }

  /** A planted mistake replaces this function to change the answer to a piece. */
  changed = (said: Received): Received => said;

  #losesUpload(): boolean {
    const { losesUploads, fates, oddRandom } = this.#needs;
    return fates.isStormy && losesUploads > 0 && oddRandom() < losesUploads;
  }

  #sendAtOnce(actor: Actor, request: ApiRequest, options: CallOptions): Promise<Result> {
    const { backend, fates, oracle } = this.#needs;
    const { idempotencyKey: key, signal } = options;
    return this.#carry<Reply, Result>(actor, request.call, request, options, {
      receive: (arrival) => backend.receive(request, arrival),
      isCut: () => {},
      answer: (fate, said) => fate(said),
      lost: (reason) => ({ status: 'unanswered', reason }),
      wordOf,
      heard: (result) => oracle.answered(request, key, signal, result),
      fate: signal.aborted ? null : fates.draw(request, key),
    });
  }

  /** Carries a request to the backend and an answer back, or loses one of them. */
  #carry<Said, Heard>(
    actor: Actor,
    name: string,
    request: ApiRequest,
    options: CallOptions,
    way: Way<Said, Heard>,
  ): Promise<Heard> {
    const { oracle, random, scheduler, verdicts } = this.#needs;
    const { idempotencyKey: key, signal, timeoutMs } = options;
    const { fate } = way;
    if (signal.aborted || fate === null) return Promise.resolve(way.lost('aborted'));
    oracle.sending(request, key, signal, scheduler.ticks);
    verdicts.sending(actor.name, request, signal);
    const sentAt = scheduler.ticks;
    const road = (): number => Math.floor((fate.isSlow ? 20_000 : 300) * random());

    return new Promise((resolve) => {
      let isOpen = true;
      const settle = (answer: Heard): void => {
        if (!isOpen) return;
        isOpen = false;
        scheduler.cancel(timeout);
        signal.removeEventListener('abort', abort);
        resolve(answer);
      };
      const abort = (): void => settle(way.lost('aborted'));
      signal.addEventListener('abort', abort);
      const timeout = scheduler.add(actor, `${actor.name} ${name} timed out`, timeoutMs, () =>
        settle(way.lost('timeout')),
      );
      const answer = (said: Said | null): void => {
        if (fate.answer === null) return;
        const heard = way.answer(fate.answer, said);
        const label = `${actor.name} ${name} is answered: ${way.wordOf(heard)}`;
        scheduler.add(actor, label, road(), () => {
          if (!isOpen || this.#needs.dies(actor)) return;
          settle(heard);
          way.heard(heard);
          if (fate.notBefore !== undefined) oracle.askedToWait(key, signal, fate.notBefore());
        });
      };
      const arrive = (left: number, late: boolean): void => {
        const label = `${name} arrives${late ? ' late' : ''}`;
        scheduler.add(null, label, late ? left : road(), () => {
          const givenUp = late || !isOpen || !actor.alive;
          const said = way.receive({ key, sentAt, late: givenUp });
          if (late) return;
          if (left > 1) arrive(left - 1, false);
          else answer(said);
        });
      };
      if (fate.arrivals > 0) arrive(fate.arrivals, false);
      else {
        way.isCut(0);
        answer(null);
      }
      if (fate.later !== undefined) arrive(fate.later, true);
    });
  }
}

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
