import type { ApiRequest, CallOptions } from '../../src/sync/ports/ports.ts';
import type { Backend, Reply } from './backend.ts';
import type { Fates, Result } from './fates.ts';
import type { Oracle } from './oracle.ts';
import type { Actor, Scheduler } from './scheduler.ts';

type Needs = Readonly<{
  scheduler: Scheduler;
  random: () => number;
  backend: Backend;
  oracle: Oracle;
  fates: Fates;
  /** Whether the actor is killed at this await. */
  dies: (actor: Actor) => boolean;
}>;

/** The network between device and backend: carries requests and answers as their fates say. */
export class Network {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  send(actor: Actor, request: ApiRequest, options: CallOptions): Promise<Result> {
    const { backend, oracle, random, scheduler } = this.#needs;
    const { idempotencyKey: key, signal, timeoutMs } = options;
    if (signal.aborted) return Promise.resolve({ status: 'unanswered', reason: 'aborted' });
    oracle.sending(request, key, signal, scheduler.ticks);
    const fate = this.#needs.fates.draw(request, key);
    const sentAt = scheduler.ticks;
    const road = (): number => Math.floor((fate.isSlow ? 20_000 : 300) * random());

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
          oracle.answered(request, key, signal, result);
          if (fate.notBefore !== undefined) oracle.askedToWait(key, signal, fate.notBefore());
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
