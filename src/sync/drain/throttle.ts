import {
  type BackoffKind,
  nextAttemptAt,
  nextOfflineProbeAt,
  trustedTime,
} from '../../domain/backoff.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { stopsAll } from '../../domain/submission-state.ts';
import type { Hold, Submission } from '../../domain/submission-types.ts';
import type { ChangePort, OutboxState, SubmissionReads } from '../../store/outbox/outbox-port.ts';
import type { ApiResult, Uses } from '../ports/ports.ts';
import type { DrainReason } from '../worker-messages.ts';
import { Concurrency, type Sent } from './concurrency.ts';
import { wasHeld } from './scheduler.ts';

export type Retry = Extract<Outcome<ApiResult>, { outcome: 'retry' }>;
type Held = Extract<Outcome<ApiResult>, { outcome: 'held' }>;

/** The result of sending one step. `submission`: the row as it was stored. */
export type Delivery =
  | ThrottleInput
  /** Nothing was sent. The submission is being submitted, or was changed or deleted meanwhile. The drain reads the row again later. */
  | Readonly<{ status: 'skipped' }>
  /** Nothing was sent, and no attempt is counted. Only an unlock by the agent can decrypt the submission. */
  | Readonly<{ status: 'locked'; submission: Submission }>
  /** The drain has lost its lease, or the caller stops the drain. */
  | Readonly<{ status: 'stopped' }>;

/** The results that may change the drain's throttle. */
export type ThrottleInput =
  /** The backend answered. The step is confirmed, or refused for a reason that concerns only this submission. */
  | Readonly<{ status: 'answered'; submission: Submission }>
  /** The drain sends the step again later. */
  | Readonly<{ status: 'retry'; submission: Submission; outcome: Retry }>
  /** The whole outbox waits. */
  | Readonly<{ status: 'held'; submission: Submission; outcome: Held }>
  /** Nothing was sent. A file is lost, and the person must add it again. */
  | Readonly<{ status: 'fileLost'; submission: Submission }>
  /** Nothing was sent, because every step was already confirmed. */
  | Readonly<{ status: 'allConfirmed'; submission: Submission }>
  /** Nothing was sent. The device reports that it is offline, and a harmless call got no answer. */
  | Readonly<{ status: 'unreached' }>;

export const retry = (backoff: Retry['backoff'], stopsAll: Retry['stopsAll']): Retry => ({
  outcome: 'retry',
  backoff,
  stopsAll,
  httpStatus: null,
  notBefore: null,
});

type ThrottlePorts = Uses<'clock' | 'random', OutboxState>;

/** If the clock is more than this (ms) before a submission's time, the clock is wrong. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** False if a call's result renewed the hold since. The end of a wait is no renewal: it changes `nextProbeAt` and may set `tries` to 0. */
const isSameHold = (start: Hold | null, now: Hold | null): boolean =>
  start?.reason === now?.reason &&
  start?.since === now?.since &&
  (now?.tries ?? 0) <= (start?.tries ?? 0);

type Wait = Readonly<{
  backoff: BackoffKind;
  httpStatus: number | null;
  notBefore: number | null;
  /** The device reports to be offline. Then no call was lost, and no try is counted. */
  isOffline?: true;
}>;

/** The backoff schedule of a hold. Each schedule counts its own tries: a night without signal must not delay a busy server's retry. */
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

/**
 * Decides how fast a drain may send. It knows the number of concurrent calls and the outbox's hold,
 * which is also in the store.
 */
export class Throttle {
  readonly #ports: ThrottlePorts;
  #hold: Hold | null;
  readonly concurrency: Concurrency;
  /** True if the server answered the last call. */
  #isReached = false;

  constructor(ports: ThrottlePorts, hold: Hold | null) {
    this.#ports = ports;
    this.#hold = hold;
    this.concurrency = new Concurrency(hold?.reason === 'network');
  }

  /** A call remembers the hold at its start and passes it to `record`. So an old call's answer does not change a newer hold. */
  get hold(): Hold | null {
    return this.#hold;
  }

  /** The hold, if it stops all submissions, else null. */
  get blocking(): Hold | null {
    return this.#hold !== null && stopsAll(this.#hold) ? this.#hold : null;
  }

  get isReached(): boolean {
    return this.#isReached;
  }

  /** The earliest time at which the hold allows the next step, ms since 1970. */
  opensAt(now: number): number {
    return this.blocking === null ? now : trustedTime(this.blocking.nextProbeAt, now);
  }

  /** Uses the hold of the store, because a person or another page may have ended it. */
  sync(hold: Hold | null): void {
    this.#hold = hold;
  }

  /** Ends the hold. Call it if no submission waits, so that the next one is tried at once. */
  async clear(): Promise<void> {
    if (this.#hold !== null) await this.#set(null);
  }

  /**
   * @param sent null if the step was measured while it was sent
   * @param queue the waiting submissions, to find out whether the clock is wrong and whether some lack a formId
   */
  async record(
    delivery: ThrottleInput,
    sent: Sent | null,
    holdAtStart: Hold | null,
    queue: Iterable<Submission>,
  ): Promise<void> {
    switch (delivery.status) {
      case 'fileLost':
      case 'allConfirmed':
        return;
      case 'answered':
        this.concurrency.success(this.#ports.clock.ticks(), sent);
        await this.serverAnswered(holdAtStart, queue);
        return;
      case 'unreached':
        await this.#block(
          { backoff: 'network', httpStatus: null, notBefore: null, isOffline: true },
          'network',
          holdAtStart,
          queue,
        );
        return this.#countFailedAttempt(null);
      case 'retry': {
        const { outcome } = delivery;
        const { stopsAll } = outcome;
        if (stopsAll !== null) await this.#block(outcome, stopsAll, holdAtStart, queue);
        else if (outcome.httpStatus !== null) await this.serverAnswered(holdAtStart, queue);
        return this.#countFailedAttempt(outcome.httpStatus);
      }
      case 'held': {
        const { httpStatus, reason } = delivery.outcome;
        const wait = { backoff: 'held', httpStatus, notBefore: null } as const;
        await this.#renew(wait, reason, holdAtStart);
        return this.#countFailedAttempt(httpStatus);
      }
    }
  }

  /**
   * Ends a hold, because the server answered, perhaps during a call. Otherwise a resumable upload over a bad connection would wait longer
   * after each interruption. Returns the hold with which the call continues.
   */
  async serverAnswered(
    holdAtStart: Hold | null,
    queue: Iterable<Submission>,
  ): Promise<Hold | null> {
    this.#isReached = true;
    if (this.#hold !== null) {
      if (!isSameHold(holdAtStart, this.#hold) || this.#awaitsFormIds(queue)) return holdAtStart;
      await this.#set(null);
    }
    return null;
  }

  /** Counts a failed attempt, which the outbox shows. */
  #countFailedAttempt(httpStatus: number | null): Promise<void> {
    const { clock, store } = this.#ports;
    return store.failedAttempts({ at: clock.now(), httpStatus });
  }

  /** Any answer ends a hold, except the hold `formNumber` while a submission has no formId. Returns true for this exception. */
  #awaitsFormIds(queue: Iterable<Submission>): boolean {
    return this.blocking === null && [...queue].some(({ formId }) => formId === null);
  }

  /** Holds the outbox because no submission could be sent now. */
  async #block(
    wait: Wait,
    reason: NonNullable<Retry['stopsAll']>,
    holdAtStart: Hold | null,
    queue: Iterable<Submission>,
  ): Promise<void> {
    if (reason !== 'busy') {
      this.#isReached = false;
      this.concurrency.connectionLost(this.#ports.clock.ticks());
    }
    const isClock = reason === 'network' && this.#clockWentBack(queue);
    await this.#renew(wait, isClock ? 'clock' : reason, holdAtStart);
  }

  /** True if now is earlier than a submission's time. With a wrong clock TLS connections fail, and only the person can set the clock. */
  #clockWentBack(queue: Iterable<Submission>): boolean {
    const latest = this.#ports.clock.now() + CLOCK_TOLERANCE_MS;
    return [...queue].some((row) => (row.submittedAt ?? 0) > latest);
  }

  async #renew(wait: Wait, reason: Hold['reason'], holdAtStart: Hold | null): Promise<void> {
    const { clock, random, store } = this.#ports;
    const { backoff, httpStatus, notBefore } = wait;
    this.#hold = await store.changeHold((stored) => {
      // Calls that fail at the same time count once, because the first one renews the hold. An agent may also have ended it meanwhile.
      if (!isSameHold(holdAtStart, stored)) return stored;
      // The network came back, or the agent opened the app, while the call was in flight. The next call starts at once.
      if (backoff === 'network' && stored?.nextProbeAt !== holdAtStart?.nextProbeAt) return stored;
      const now = clock.now();
      // A signal that comes and goes is one interruption, with or without a portal. A refusal for another reason begins anew.
      const isSame = backoff !== 'held' || stored?.reason === reason;
      const since = (isSame ? stored?.since : undefined) ?? now;
      const tries = stored !== null && scheduleOf(stored) === backoff ? stored.tries : 0;
      return {
        reason,
        since,
        httpStatus,
        ...(wait.isOffline
          ? { nextProbeAt: nextOfflineProbeAt(since, now, random), tries }
          : {
              nextProbeAt: nextAttemptAt(backoff, tries, now, random, notBefore),
              tries: tries + 1,
            }),
      };
    });
  }

  async #set(hold: Hold | null): Promise<void> {
    this.#hold = hold;
    await this.#ports.store.changeHold(() => hold);
  }
}

/**
 * Ends waits before a drain that has a reason to try at once: the network is back, or the app was opened. Sets attempts to 0. Safe while
 * another drain runs, because that drain reads hold and queue again every second.
 */
export async function clearBackoff(
  { clock, store }: Uses<'clock', SubmissionReads & ChangePort & OutboxState>,
  reason: DrainReason,
): Promise<void> {
  if (reason === 'timer') return;
  // The phone may be in another network, so failures in the old network do not count.
  const hold = await store.changeHold((stored) =>
    stored === null || stored.reason === 'busy'
      ? stored
      : { ...stored, nextProbeAt: clock.now(), tries: reason === 'online' ? 0 : stored.tries },
  );
  // An overloaded server asked for this wait, so the wait stays. For every other hold a probe may start now.
  if (hold?.reason === 'busy') return;
  // Each change is a transaction of its own, so the rows that do not wait are left out.
  // The submissions whose answers held the outbox keep their attempts, so that others are sent before them.
  const ends = (row: Submission): boolean =>
    isWaiting(row) && !(hold !== null && stopsAll(hold) && wasHeld(row));
  for (const { id } of (await store.queued()).filter(ends))
    await store.change(id, (row) => (ends(row) ? { event: 'waitEnded' } : null));
}

const isWaiting = (row: Submission): boolean =>
  row.status === 'queued' &&
  (row.nextAttemptAt !== null || row.steps.some((step) => step.attempts > 0));
