import { type BackoffKind, believedAt, nextAttemptAt } from '../../domain/backoff.ts';
import { stopsAll } from '../../domain/submission-state.ts';
import type { Hold, Submission } from '../../domain/submission-types.ts';
import type { SyncPorts } from '../ports/ports.ts';
import { Concurrency, type Sent } from './concurrency.ts';
import type { Again, HeardDelivery } from './delivery.ts';

/** A clock that is further back than this is wrong. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** Tells one hold, and each renewal of it, from another, whatever the clock does. */
const epochOf = (hold: Hold | null): string =>
  hold === null ? '' : `${hold.reason}/${hold.since}/${hold.tries}`;

/** A night without signal says nothing of a server that is busy in the morning: each schedule counts its own tries. */
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

/** How fast a drain may go: how many calls side by side, and the hold of the whole outbox, which is also on the disk. */
export class Throttle {
  readonly #ports: SyncPorts;
  #hold: Hold | null;
  readonly concurrency: Concurrency;
  /** The last thing heard of the server was an answer. */
  #isReached = false;

  constructor(ports: SyncPorts, hold: Hold | null) {
    this.#ports = ports;
    this.#hold = hold;
    this.concurrency = new Concurrency(hold?.reason === 'network');
  }

  get hold(): Hold | null {
    return this.#hold;
  }

  /** The hold, where it keeps everything back. */
  get stop(): Hold | null {
    return this.#hold !== null && stopsAll(this.#hold) ? this.#hold : null;
  }

  get isReached(): boolean {
    return this.#isReached;
  }

  /** To be kept from a call's start until `learn`: an answer proves nothing against a newer hold. */
  get epoch(): string {
    return epochOf(this.#hold);
  }

  /** When the next step may go, as far as the hold has a say; ms since 1970. */
  opensAt(now: number): number {
    return this.stop === null ? now : believedAt(this.stop.nextProbeAt, now);
  }

  /** What the disk says: a person, or another page, may have ended the hold. */
  see(hold: Hold | null): void {
    this.#hold = hold;
  }

  /** Where nothing waits, nothing is held back: the next submission finds out for itself. */
  async end(): Promise<void> {
    if (this.#hold !== null) await this.#set(null);
  }

  /** @param queue what waits, for a look at the clock */
  async learn(
    delivery: HeardDelivery,
    sent: Sent,
    epoch: string,
    queue: Iterable<Submission>,
  ): Promise<void> {
    switch (delivery.status) {
      case 'fileLost':
      case 'completed':
        return;
      case 'answered':
        this.#isReached = true;
        this.concurrency.success(this.#ports.clock.ticks(), sent);
        if (this.#hold !== null && epoch === this.epoch && !this.#isUnanswered(queue))
          await this.#set(null);
        return;
      case 'unreached':
        return this.#cut(
          { backoff: 'network', httpStatus: null, notBefore: null },
          'network',
          epoch,
          queue,
        );
      case 'again': {
        const { stopsAll } = delivery.why;
        return stopsAll === null ? undefined : this.#cut(delivery.why, stopsAll, epoch, queue);
      }
      case 'held': {
        const { httpStatus, reason } = delivery.why;
        const since = this.#hold?.reason === reason ? this.#hold.since : null;
        return this.#renew({ backoff: 'held', httpStatus, notBefore: null }, reason, epoch, since);
      }
    }
  }

  /** Any answer ends a hold, but the one for want of form numbers: that lasts while some submission has none. */
  #isUnanswered(queue: Iterable<Submission>): boolean {
    return this.stop === null && [...queue].some(({ formId }) => formId === null);
  }

  /** No submission would fare better now. */
  async #cut(
    why: Pick<Again, 'backoff' | 'httpStatus' | 'notBefore'>,
    reason: NonNullable<Again['stopsAll']>,
    epoch: string,
    queue: Iterable<Submission>,
  ): Promise<void> {
    if (reason !== 'busy') {
      this.#isReached = false;
      this.concurrency.cut(this.#ports.clock.ticks());
    }
    const isClock = reason === 'network' && this.#clockWentBack(queue);
    await this.#renew(why, isClock ? 'clock' : reason, epoch, this.#hold?.since ?? null);
  }

  /** Earlier than what was written before: encrypted connections fail then, and only the person can help. */
  #clockWentBack(queue: Iterable<Submission>): boolean {
    const latest = this.#ports.clock.now() + CLOCK_TOLERANCE_MS;
    return [...queue].some((row) => (row.submittedAt ?? 0) > latest);
  }

  async #renew(
    why: Readonly<{
      backoff: BackoffKind;
      httpStatus: number | null;
      notBefore: number | null;
    }>,
    reason: Hold['reason'],
    epoch: string,
    since: number | null,
  ): Promise<void> {
    // Calls that fail together count once.
    if (epoch !== this.epoch) return;
    const { clock, random } = this.#ports;
    const now = clock.now();
    const hold = this.#hold;
    const tries = hold !== null && scheduleOf(hold) === why.backoff ? hold.tries : 0;
    const nextProbeAt = nextAttemptAt(why.backoff, tries, now, random, why.notBefore);
    const { httpStatus } = why;
    await this.#set({ reason, since: since ?? now, nextProbeAt, httpStatus, tries: tries + 1 });
  }

  async #set(hold: Hold | null): Promise<void> {
    this.#hold = hold;
    await this.#ports.store.setHold(hold);
  }
}
