import { capOf, nextAttemptAt as nextTryAt } from '../../domain/backoff.ts';
import type { SubmissionId } from '../../domain/ids.ts';
import type { Hold, Submission } from '../../domain/submission-types.ts';
import { isConnectionLost, isQuotaError } from '../../store/db/transactions.ts';
import type { SendingPorts } from '../ports/ports.ts';
import { repairFromSecondCopy } from '../second-copy/repair.ts';
import { deleteSendingSecret } from '../submit/secret-cleanup.ts';
import type { DrainReason } from '../worker-messages.ts';
import { BandwidthShare, type Sent, shareBandwidth } from './concurrency.ts';
import { deliverStep, TokenRefresh } from './deliver.ts';
import { refillPool } from './form-id-pool.ts';
import { type Lease, withDrainLease } from './lease.ts';
import { readVerdicts } from './read-verdicts.ts';
import { faultCode } from './record-outcome.ts';
import {
  attemptsOf,
  chooseNext,
  dueAt,
  hasTimeFor,
  PhotoPolicyGate,
  type Running,
  runningOf,
  wasHeld,
} from './scheduler.ts';
import { clearBackoff, type Delivery, Throttle } from './throttle.ts';

export type DrainOptions = Readonly<{
  reason?: DrainReason;
  /** No step starts later than this (ms), counted from the drain's start. */
  budgetMs: number;
  maxCallMs: number;
  /** Every call must end before this (ms), counted from the drain's start. Absent: only `maxCallMs` limits calls. */
  endMs?: number;
  signal: AbortSignal;
  /** Called with the new row after each step. */
  onProgress?: (submission: Submission) => void;
}>;

export type DrainResult =
  /** Another drain of this origin runs. `nextAt`: when to try again (ms since 1970), because that drain may be killed. */
  | Readonly<{ status: 'busy'; nextAt: number }>
  | Readonly<{
      status: 'drained';
      delivered: number;
      /** Submissions that still wait for the server. */
      waiting: number;
      /** The number of submissions that wait only for Wi-Fi, for 'Send now', or for their agent to unlock. */
      waitingForWifiOrUnlock: number;
      /** The time of the next attempt (ms since 1970). Null if nothing waits. */
      nextAt: number | null;
      hold: Hold | null;
    }>;

/** The browser ends a sync event after three minutes. So no step starts after two, and every call ends before three. */
export const syncEventLimits = { budgetMs: 120_000, maxCallMs: 170_000, endMs: 170_000 } as const;
export const pageLimits = { budgetMs: 600_000, maxCallMs: 600_000 } as const;

/** The longest wait (ms) that a drain sleeps through. Before a longer wait the drain ends, and a later drain continues. */
const MAX_SLEEP_MS = 30_000;
/** The wait (ms) before the next attempt if another drain runs. That drain may be killed before its end. */
const LOOK_AGAIN_AFTER_MS = 30_000;
/** How often (ms) a drain reads queue and hold again while it sleeps or sends. */
const REFRESH_EVERY_MS = 1000;

/** Sends the submissions of the outbox. Runs in a page or in the service worker, one at a time in the whole origin. */
export async function drain(ports: SendingPorts, options: DrainOptions): Promise<DrainResult> {
  // Ends waits before it takes the lease, so that another drain that sleeps through a wait continues too.
  await clearBackoff(ports, options.reason ?? 'timer');
  const result = await withDrainLease(ports, options.signal, async (lease) => {
    // If the sentinel is missing, the browser lost the database. Then the drain first restores submissions from the second copy. If that
    // fails, the drain sends the submissions in the store, and the next drain repairs again.
    if ((await ports.store.sentinel()) === null)
      await repairFromSecondCopy(ports).catch(() => null);
    const pass = new Pass(ports, lease, options);
    const done = await pass.run();
    if (done.hold === null) {
      const isFree = async () => pass.hasTime() && !(await pass.isAnythingDue());
      // An error in the answer about delivered forms must not stop the drain.
      await readVerdicts(ports, options.reason ?? 'timer', lease.signal, isFree).catch(() => null);
      await refillPool(ports, lease.signal, isFree);
    }
    return done;
  });
  return result ?? { status: 'busy', nextAt: ports.clock.now() + LOOK_AGAIN_AFTER_MS };
}

const sendingSecretNameOf = ({ keys }: Submission): string => keys?.q?.name ?? '';

type UnderWay = Running & Readonly<{ done: Promise<void> }>;

class Pass {
  readonly #ports: SendingPorts;
  readonly #lease: Lease;
  readonly #options: DrainOptions;
  readonly #freshToken: TokenRefresh;
  readonly #startedAt: number;
  readonly #running = new Map<SubmissionId, UnderWay>();
  readonly #share = new BandwidthShare();
  #queue = new Map<SubmissionId, Submission>();
  /**
   * Submissions that were locked when the drain tried them, with the name of their sending slot's secret. An unlock creates a new slot.
   * So if the name differs, the drain tries again.
   */
  readonly #locked = new Map<SubmissionId, string>();
  /** By submission: the `clock.ticks()` before which the drain does not try it. */
  readonly #pausedUntil = new Map<SubmissionId, number>();
  /** The number of faults of each submission in this drain. It also counts if the row can't be written. */
  readonly #faults = new Map<SubmissionId, number>();
  #refreshedAt = 0;
  /** Counts the drain's own writes of rows and hold. A read that started before a write is out of date. */
  #ownWrites = 0;
  #throttle: Throttle;
  readonly #photos: PhotoPolicyGate;
  #delivered = 0;
  #releasedAttempts = 0;
  #stopped = false;
  #failure: Readonly<{ error: unknown }> | null = null;

  constructor(ports: SendingPorts, lease: Lease, options: DrainOptions) {
    this.#ports = ports;
    this.#lease = lease;
    this.#options = options;
    this.#freshToken = new TokenRefresh(ports, lease.signal);
    this.#startedAt = ports.clock.ticks();
    this.#throttle = new Throttle(ports, null);
    this.#photos = new PhotoPolicyGate(ports);
  }

  async run(): Promise<Extract<DrainResult, { status: 'drained' }>> {
    const { clock, store } = this.#ports;
    this.#throttle = new Throttle(this.#ports, await store.hold());
    await this.#photos.look();
    this.#setQueue(await store.recover(this.#lease.owner, clock.now()));
    for (;;) {
      const next = this.#mayStart() ? this.#chooseNext() : null;
      if (next !== null) this.#start(next);
      else if (this.#running.size > 0) await this.#waitForChange();
      else if (!(await this.#waitForWork())) break;
      if (clock.ticks() - this.#refreshedAt >= REFRESH_EVERY_MS) await this.#refresh();
    }
    if (this.#failure && (this.#stopped || this.#delivered === 0)) throw this.#failure.error;
    return this.#result();
  }

  #elapsed(): number {
    return this.#ports.clock.ticks() - this.#startedAt;
  }

  /** True if a new step may start. */
  hasTime(): boolean {
    return !this.#lease.signal.aborted && this.#elapsed() < this.#options.budgetMs;
  }

  /** True if a submission can be sent now. Then the refill of the pool stops, because sending comes first. */
  async isAnythingDue(): Promise<boolean> {
    const now = this.#ports.clock.now();
    const queued = await this.#ports.store.queued();
    return queued.filter(this.#isOpenFor).some((row) => dueAt(row, now) <= now);
  }

  #mayStart(): boolean {
    return !this.#stopped && this.hasTime();
  }

  #setQueue(rows: readonly Submission[]): void {
    this.#queue = new Map(rows.map((row) => [row.id, row]));
    this.#refreshedAt = this.#ports.clock.ticks();
  }

  async #refresh(): Promise<void> {
    const ownWrites = this.#ownWrites;
    const hold = await this.#ports.store.hold();
    await this.#photos.look();
    const rows = await this.#ports.store.queued();
    this.#refreshedAt = this.#ports.clock.ticks();
    if (ownWrites !== this.#ownWrites) return;
    this.#throttle.sync(hold);
    this.#setQueue(rows);
  }

  /** The submissions that wait neither for Wi-Fi nor for an unlock. */
  #open(): readonly Submission[] {
    return [...this.#queue.values()].filter(this.#isOpenFor);
  }

  readonly #isOpenFor = (row: Submission): boolean =>
    this.#photos.isOpenFor(row) && this.#locked.get(row.id) !== sendingSecretNameOf(row);

  /** The open submissions for whose next call there is enough time left. */
  #startable(): readonly Submission[] {
    const left = this.#maxCallMs();
    return this.#open().filter((row) => hasTimeFor(row, left));
  }

  #maxCallMs(): number {
    const { maxCallMs, endMs } = this.#options;
    return endMs === undefined ? maxCallMs : Math.min(maxCallMs, endMs - this.#elapsed());
  }

  #chooseNext(): Submission | null {
    const ticks = this.#ports.clock.ticks();
    return chooseNext({
      queue: this.#startable().filter((row) => this.#pauseLeft(row.id, ticks) <= 0),
      running: this.#running,
      concurrency: this.#throttle.concurrency,
      hold: this.#throttle.blocking,
      now: this.#ports.clock.now(),
      ticks,
      releasedAttempts: this.#releasedAttempts,
    });
  }

  #pauseLeft(id: SubmissionId, ticks: number): number {
    return (this.#pausedUntil.get(id) ?? ticks) - ticks;
  }

  #start(row: Submission): void {
    const { isReached } = this.#throttle;
    let holdAtStart = this.#throttle.hold;
    const serverAnswered = async (): Promise<void> => {
      this.#ownWrites += 1;
      holdAtStart = await this.#throttle.serverAnswered(holdAtStart, this.#queue.values());
    };
    const running = runningOf(row);
    const use = shareBandwidth(this.#ports, this.#share, this.#throttle.concurrency, running.bytes);
    const done = deliverStep(this.#ports, this.#lease, row, {
      maxCallMs: this.#maxCallMs(),
      isReached,
      freshToken: this.#freshToken,
      connection: { ...use.speed, serverAnswered },
    })
      .then((delivery) => this.#settle(row.id, delivery, use.sent(), holdAtStart))
      .catch((error: unknown) => this.#handleFault(row.id, error))
      .finally(() => {
        use.end();
        this.#running.delete(row.id);
      });
    this.#running.set(row.id, { ...running, startedAt: use.startedAt, done });
  }

  /**
   * Handles an error during a submission's delivery. A lost database connection ends the drain, and so does a disk that is too full for
   * two submissions. Any other error concerns only this submission: the drain counts it on the row, if it can write the row, and
   * postpones the submission.
   */
  async #handleFault(id: SubmissionId, error: unknown): Promise<void> {
    this.#ownWrites += 1;
    if (isQuotaError(error) || isConnectionLost(error)) {
      // Another submission may still fit, and its delivery frees space. So only a second error stops the drain.
      if (isConnectionLost(error) || this.#failure !== null) this.#stopped = true;
      this.#pausedUntil.set(id, this.#ports.clock.ticks() + capOf('server'));
      this.#failure ??= { error };
      return;
    }
    const { clock, random, store } = this.#ports;
    const faults = (this.#faults.get(id) ?? 0) + 1;
    this.#faults.set(id, faults);
    const at = clock.now();
    const nextAttemptAt = nextTryAt('server', faults, at, random);
    this.#pausedUntil.set(id, clock.ticks() + Math.max(nextAttemptAt - at, REFRESH_EVERY_MS));
    const event = { event: 'faulted', at, code: faultCode(error), nextAttemptAt } as const;
    const before = this.#queue.get(id)?.keys;
    const recorded = await store.record(this.#lease.owner, id, event).catch(() => null);
    if (recorded?.status === 'fenced') this.#stopped = true;
    if (recorded?.status !== 'recorded') return;
    this.#update(recorded.submission);
    await deleteSendingSecret(this.#ports, before, recorded.submission);
  }

  async #settle(
    id: SubmissionId,
    delivery: Delivery,
    sent: Sent | null,
    holdAtStart: Hold | null,
  ): Promise<void> {
    this.#ownWrites += 1;
    if (delivery.status === 'stopped') {
      this.#stopped = true;
      return;
    }
    if (delivery.status === 'locked') {
      this.#locked.set(id, sendingSecretNameOf(delivery.submission));
      return;
    }
    if (delivery.status === 'skipped') {
      this.#pausedUntil.set(id, this.#ports.clock.ticks() + REFRESH_EVERY_MS);
      return;
    }
    const before = this.#queue.get(id);
    if (delivery.status === 'answered' && before !== undefined && wasHeld(before))
      this.#releasedAttempts = Math.max(this.#releasedAttempts, attemptsOf(before));
    if (delivery.status !== 'unreached') this.#update(delivery.submission);
    await this.#throttle.record(delivery, sent, holdAtStart, this.#queue.values());
  }

  #update(submission: Submission): void {
    if (submission.status === 'queued') this.#queue.set(submission.id, submission);
    else this.#queue.delete(submission.id);
    if (submission.status === 'delivered') this.#delivered += 1;
    this.#options.onProgress?.(submission);
  }

  /** Resolves when a call ends, when the next file may start, or when the drain must read the queue again. */
  async #waitForChange(): Promise<void> {
    const { clock } = this.#ports;
    const stopSleep = new AbortController();
    const underWay = [...this.#running.values()];
    const untilNextFile = this.#throttle.concurrency.nextFileAt(underWay) - clock.ticks();
    const wait = untilNextFile > 0 ? Math.min(untilNextFile, REFRESH_EVERY_MS) : REFRESH_EVERY_MS;
    const calls = underWay.map(({ done }) => done);
    await Promise.race([...calls, clock.sleep(wait, stopSleep.signal)]);
    stopSleep.abort();
  }

  /** Sleeps until the next submission is due, at most a second. Returns false if none is due soon enough for this drain. */
  async #waitForWork(): Promise<boolean> {
    if (!this.#mayStart()) return false;
    await this.#refresh();
    const now = this.#ports.clock.now();
    const next = this.#nextAt(this.#startable(), now);
    if (next === null) return false;
    const wait = Math.max(next - now, 0);
    if (wait > MAX_SLEEP_MS || this.#elapsed() + wait >= this.#options.budgetMs) return false;
    if (wait > 0)
      await this.#ports.clock.sleep(Math.min(wait, REFRESH_EVERY_MS), this.#lease.signal);
    return true;
  }

  #nextAt(mayGo: readonly Submission[], now: number): number | null {
    if (mayGo.length === 0) return null;
    const ticks = this.#ports.clock.ticks();
    const first = Math.min(
      ...mayGo.map((row) => Math.max(dueAt(row, now), now + this.#pauseLeft(row.id, ticks))),
    );
    return Math.max(first, this.#throttle.opensAt(now));
  }

  async #result(): Promise<Extract<DrainResult, { status: 'drained' }>> {
    await this.#refresh();
    if (this.#queue.size === 0) await this.#throttle.clear();
    return {
      status: 'drained',
      delivered: this.#delivered,
      waiting: this.#queue.size,
      waitingForWifiOrUnlock: this.#queue.size - this.#open().length,
      nextAt: this.#nextAt(this.#open(), this.#ports.clock.now()),
      hold: this.#throttle.hold,
    };
  }
}
