import { type BackoffKind, nextAttemptAt, trustedTime } from '../../domain/backoff.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { stopsAll } from '../../domain/submission-state.ts';
import type { Hold, Submission } from '../../domain/submission-types.ts';
import type { OutboxState, SubmissionReads, SubmitPort } from '../../store/outbox/outbox-port.ts';
import type { DrainReason } from '../drain-messages.ts';
import type { ApiResult, Uses } from '../ports/ports.ts';
import { Concurrency, type Sent } from './concurrency.ts';

export type Retry = Extract<Outcome<ApiResult>, { outcome: 'retry' }>;
type Held = Extract<Outcome<ApiResult>, { outcome: 'held' }>;

/** The result of sending one step. `submission`: the row as it was written. */
export type Delivery =
  | ThrottleInput
  /** Nothing was sent: the submission is being submitted, or was changed or deleted meanwhile. Read it again later. */
  | Readonly<{ status: 'skipped' }>
  /** Nothing was sent and no attempt is counted: only its agent's unlock can decrypt it. */
  | Readonly<{ status: 'locked'; submission: Submission }>
  /** This drain has lost its lease, or was asked to stop. */
  | Readonly<{ status: 'stopped' }>;

/** The results that go to the drain's throttle. */
export type ThrottleInput =
  /** The backend answered: the step is done, or refused for a reason that concerns this submission only. */
  | Readonly<{ status: 'answered'; submission: Submission }>
  /** The step is sent again later. */
  | Readonly<{ status: 'retry'; submission: Submission; outcome: Retry }>
  /** The whole outbox waits. */
  | Readonly<{ status: 'held'; submission: Submission; outcome: Held }>
  /** Nothing was sent: a file is lost and the person must add it again. */
  | Readonly<{ status: 'fileLost'; submission: Submission }>
  /** Nothing was left to send: every step was confirmed already. */
  | Readonly<{ status: 'allConfirmed'; submission: Submission }>
  /** Nothing was sent: the device says that it is offline, and a harmless call to the server got no answer. */
  | Readonly<{ status: 'unreached' }>;

export const retry = (backoff: Retry['backoff'], stopsAll: Retry['stopsAll']): Retry => ({
  outcome: 'retry',
  backoff,
  stopsAll,
  httpStatus: null,
  notBefore: null,
});

type ThrottlePorts = Uses<'clock' | 'random', OutboxState>;

/** A clock that is further back than this is taken for wrong. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** Identifies a hold and each renewal of it. */
const epochOf = (hold: Hold | null): string =>
  hold === null ? '' : `${hold.reason}/${hold.since}/${hold.tries}`;

/** The backoff schedule of a hold. Each counts its own tries: a night without signal must not lengthen the wait for a busy server. */
function scheduleOf({ reason }: Hold): BackoffKind {
  switch (reason) {
    case 'network':
    case 'portal':
    case 'clock':
      return 'network';
    case 'busy':
      return 'server';
    case 'auth':
    case 'version':
    case 'formNumber':
      return 'held';
  }
}

/** How fast a drain may send: the number of concurrent calls, and the hold of the whole outbox, which is also in the store. */
export class Throttle {
  readonly #ports: ThrottlePorts;
  #hold: Hold | null;
  readonly concurrency: Concurrency;
  /** The server answered the last call. */
  #isReached = false;

  constructor(ports: ThrottlePorts, hold: Hold | null) {
    this.#ports = ports;
    this.#hold = hold;
    this.concurrency = new Concurrency(hold?.reason === 'network');
  }

  get hold(): Hold | null {
    return this.#hold;
  }

  /** The hold, if it stops every submission. */
  get blocking(): Hold | null {
    return this.#hold !== null && stopsAll(this.#hold) ? this.#hold : null;
  }

  get isReached(): boolean {
    return this.#isReached;
  }

  /** A call remembers it at its start and passes it to `record`: its answer says nothing about a hold that is newer. */
  get epoch(): string {
    return epochOf(this.#hold);
  }

  /** The earliest time at which the hold allows the next step; ms since 1970. */
  opensAt(now: number): number {
    return this.blocking === null ? now : trustedTime(this.blocking.nextProbeAt, now);
  }

  /** Takes over the hold as it is in the store: a person, or another page, may have ended it. */
  sync(hold: Hold | null): void {
    this.#hold = hold;
  }

  /** Ends the hold once nothing waits: the next submission tries at once. */
  async clear(): Promise<void> {
    if (this.#hold !== null) await this.#set(null);
  }

  /**
   * @param sent null: it was measured while it was sent
   * @param queue the waiting submissions, to tell whether the clock is wrong and whether some lack a formId
   */
  async record(
    delivery: ThrottleInput,
    sent: Sent | null,
    epoch: string,
    queue: Iterable<Submission>,
  ): Promise<void> {
    switch (delivery.status) {
      case 'fileLost':
      case 'allConfirmed':
        return;
      case 'answered':
        this.concurrency.success(this.#ports.clock.ticks(), sent);
        await this.heard(epoch, queue);
        return;
      case 'unreached':
        await this.#block(
          { backoff: 'network', httpStatus: null, notBefore: null },
          'network',
          epoch,
          queue,
        );
        return this.#triedInVain(null);
      case 'retry': {
        const { outcome } = delivery;
        const { stopsAll } = outcome;
        if (stopsAll !== null) await this.#block(outcome, stopsAll, epoch, queue);
        return this.#triedInVain(outcome.httpStatus);
      }
      case 'held': {
        const { httpStatus, reason } = delivery.outcome;
        const since = this.#hold?.reason === reason ? this.#hold.since : null;
        await this.#renew({ backoff: 'held', httpStatus, notBefore: null }, reason, epoch, since);
        return this.#triedInVain(httpStatus);
      }
    }
  }

  /**
   * The server answered, if only in the middle of a call: that ends a hold. Else a file that comes in pieces, over a link that is cut
   * again and again, would be waited for longer after each cut. Returns the epoch that the call goes on with.
   */
  async heard(epoch: string, queue: Iterable<Submission>): Promise<string> {
    this.#isReached = true;
    if (this.#hold !== null) {
      if (epoch !== this.epoch || this.#awaitsFormIds(queue)) return epoch;
      await this.#set(null);
    }
    return epochOf(null);
  }

  /** Counted for the outbox to show. */
  #triedInVain(httpStatus: number | null): Promise<void> {
    const { clock, store } = this.#ports;
    return store.failedAttempts({ at: clock.now(), httpStatus });
  }

  /** Any answer ends a hold, except one for lack of form numbers: that lasts while a submission has none. */
  #awaitsFormIds(queue: Iterable<Submission>): boolean {
    return this.blocking === null && [...queue].some(({ formId }) => formId === null);
  }

  /** Holds the outbox because no submission could be sent now. */
  async #block(
    wait: Pick<Retry, 'backoff' | 'httpStatus' | 'notBefore'>,
    reason: NonNullable<Retry['stopsAll']>,
    epoch: string,
    queue: Iterable<Submission>,
  ): Promise<void> {
    if (reason !== 'busy') {
      this.#isReached = false;
      this.concurrency.connectionLost(this.#ports.clock.ticks());
    }
    const isClock = reason === 'network' && this.#clockWentBack(queue);
    await this.#renew(wait, isClock ? 'clock' : reason, epoch, this.#hold?.since ?? null);
  }

  /** Now is earlier than a submission's time: with a wrong clock TLS connections fail, and only the person can set it. */
  #clockWentBack(queue: Iterable<Submission>): boolean {
    const latest = this.#ports.clock.now() + CLOCK_TOLERANCE_MS;
    return [...queue].some((row) => (row.submittedAt ?? 0) > latest);
  }

  async #renew(
    wait: Readonly<{
      backoff: BackoffKind;
      httpStatus: number | null;
      notBefore: number | null;
    }>,
    reason: Hold['reason'],
    epoch: string,
    since: number | null,
  ): Promise<void> {
    // Calls that fail at the same time count once: the first has changed the epoch.
    if (epoch !== this.epoch) return;
    const { clock, random } = this.#ports;
    const now = clock.now();
    const hold = this.#hold;
    const tries = hold !== null && scheduleOf(hold) === wait.backoff ? hold.tries : 0;
    const nextProbeAt = nextAttemptAt(wait.backoff, tries, now, random, wait.notBefore);
    const { httpStatus } = wait;
    await this.#set({ reason, since: since ?? now, nextProbeAt, httpStatus, tries: tries + 1 });
  }

  async #set(hold: Hold | null): Promise<void> {
    this.#hold = hold;
    await this.#ports.store.setHold(hold);
  }
}

/**
 * Ends waits before a drain with a reason to try at once: the network came back, or the app was opened. Attempts start at 0 again.
 * Safe while another drain runs, because that one reads hold and queue again every second.
 */
export async function clearBackoff(
  { clock, store }: Uses<'clock', SubmissionReads & SubmitPort & OutboxState>,
  reason: DrainReason,
): Promise<void> {
  if (reason === 'timer') return;
  const hold = await store.hold();
  // A server that is overloaded asked for this wait: it is kept. Every other hold is probed now.
  if (hold?.reason === 'busy') return;
  if (hold !== null) {
    // This may be another network: failures on the old one don't count.
    const tries = reason === 'online' ? 0 : hold.tries;
    await store.setHold({ ...hold, nextProbeAt: clock.now(), tries });
  }
  for (const { id } of await store.queued())
    await store.change(id, (row) => (isWaiting(row) ? { event: 'waitEnded' } : null));
}

const isWaiting = (row: Submission): boolean =>
  row.status === 'queued' &&
  (row.nextAttemptAt !== null || row.steps.some((step) => step.attempts > 0));
