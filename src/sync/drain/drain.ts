import { nextAttemptAt as nextTryAt } from '../../domain/backoff.ts';
import type { SubmissionId } from '../../domain/ids.ts';
import type { Hold, Submission } from '../../domain/submission-types.ts';
import { isConnectionLost, isQuotaError } from '../../store/blob-bytes.ts';
import { repairFromMirror } from '../mirror/mirror-repair.ts';
import type { SyncPorts } from '../ports/ports.ts';
import { clearWaits } from './clear-waits.ts';
import type { Sent } from './concurrency.ts';
import { deliverStep } from './deliver.ts';
import type { Delivery } from './delivery.ts';
import type { DrainReason } from './drain-reason.ts';
import { faultCode } from './fault-code.ts';
import { refillPool } from './form-id-pool.ts';
import { FreshToken } from './fresh-token.ts';
import { asOnlyDrain, type Lease } from './lease.ts';
import { chooseNext, dueAt, type Running, runningOf } from './scheduler.ts';
import { Throttle } from './throttle.ts';

export type DrainOptions = Readonly<{
  reason?: DrainReason;
  /** No step starts later than this after the drain's start. */
  budgetMs: number;
  /** The longest a call may take. */
  maxCallMs: number;
  /** Calls end by then, counted from the drain's start; absent: only `maxCallMs` counts. */
  endMs?: number;
  signal: AbortSignal;
  /** After each step: the row as it is now. */
  onProgress?: (submission: Submission) => void;
}>;

/** A sync event ends after three minutes: no new step after two, and every call ended before three. */
export const syncEventLimits = { budgetMs: 120_000, maxCallMs: 170_000, endMs: 170_000 } as const;
export const pageLimits = { budgetMs: 600_000, maxCallMs: 600_000 } as const;

export type DrainResult =
  /** Another drain of this origin is at work. `nextAt`: when to look whether it still lives (ms since 1970). */
  | Readonly<{ status: 'busy'; nextAt: number }>
  | Readonly<{
      status: 'drained';
      delivered: number;
      /** Submissions that still wait for the server. */
      waiting: number;
      /** When the next of them may be tried (ms since 1970); null where none waits. */
      nextAt: number | null;
      hold: Hold | null;
    }>;

/** A wait longer than this is slept out by the next drain, not by this one. */
const MAX_SLEEP_MS = 30_000;
/** Another drain may be killed before its end, ms. */
const ASK_AGAIN_AFTER_MS = 30_000;
/** While it sleeps or sends, a drain looks this often for new submissions. */
const LOOK_EVERY_MS = 1000;

/** One pass over the outbox: in page and worker alike, one at a time in the whole origin. */
export async function drain(ports: SyncPorts, options: DrainOptions): Promise<DrainResult> {
  // Before the lease: a drain that is at work, and sleeps out a wait, sees it too.
  await clearWaits(ports, options.reason ?? 'timer');
  const result = await asOnlyDrain(ports, options.signal, async (lease) => {
    // A store that has lost its sentinel has lost everything: what was submitted is brought back first.
    // Where the place for copies fails, what is here is sent all the same, and the next drain looks again.
    if ((await ports.store.sentinel()) === null) await repairFromMirror(ports).catch(() => null);
    const pass = new Pass(ports, lease, options);
    const done = await pass.run();
    if (done.hold === null) await refillPool(ports, lease.signal, () => pass.hasTime());
    return done;
  });
  return result ?? { status: 'busy', nextAt: ports.clock.now() + ASK_AGAIN_AFTER_MS };
}

type UnderWay = Running & Readonly<{ done: Promise<void> }>;

class Pass {
  readonly #ports: SyncPorts;
  readonly #lease: Lease;
  readonly #options: DrainOptions;
  readonly #fresh: FreshToken;
  readonly #startedAt: number;
  readonly #running = new Map<SubmissionId, UnderWay>();
  #queue = new Map<SubmissionId, Submission>();
  /** Submissions to leave alone for a moment, until these ticks. */
  readonly #later = new Map<SubmissionId, number>();
  /** How often each threw in this drain, for rows that can't be written either. */
  readonly #faults = new Map<SubmissionId, number>();
  #lookedAt = 0;
  /** Grows with each step that ended: a look at the store that began before is out of date. */
  #ended = 0;
  #throttle: Throttle;
  #delivered = 0;
  #stopped = false;
  #failure: Readonly<{ error: unknown }> | null = null;

  constructor(ports: SyncPorts, lease: Lease, options: DrainOptions) {
    this.#ports = ports;
    this.#lease = lease;
    this.#options = options;
    this.#fresh = new FreshToken(ports, lease.signal);
    this.#startedAt = ports.clock.ticks();
    this.#throttle = new Throttle(ports, null);
  }

  async run(): Promise<Extract<DrainResult, { status: 'drained' }>> {
    const { clock, store } = this.#ports;
    this.#throttle = new Throttle(this.#ports, await store.hold());
    this.#keep(await store.recover(this.#lease.owner, clock.now()));
    for (;;) {
      const next = this.#mayStart() ? this.#choice() : null;
      if (next !== null) this.#start(next);
      else if (this.#running.size > 0) await this.#someoneEnds();
      else if (!(await this.#waitForWork())) break;
      if (clock.ticks() - this.#lookedAt >= LOOK_EVERY_MS) await this.#look();
    }
    if (this.#failure !== null) throw this.#failure.error;
    return this.#result();
  }

  #elapsed(): number {
    return this.#ports.clock.ticks() - this.#startedAt;
  }

  /** Whether something new may still be started. */
  hasTime(): boolean {
    return !this.#lease.signal.aborted && this.#elapsed() < this.#options.budgetMs;
  }

  #mayStart(): boolean {
    return !this.#stopped && this.hasTime();
  }

  #keep(rows: readonly Submission[]): void {
    this.#queue = new Map(rows.map((row) => [row.id, row]));
    this.#lookedAt = this.#ports.clock.ticks();
  }

  async #look(): Promise<void> {
    const ended = this.#ended;
    const hold = await this.#ports.store.hold();
    const rows = await this.#ports.store.queued();
    this.#lookedAt = this.#ports.clock.ticks();
    if (ended !== this.#ended) return;
    this.#throttle.see(hold);
    this.#keep(rows);
  }

  #choice(): Submission | null {
    const ticks = this.#ports.clock.ticks();
    return chooseNext({
      queue: [...this.#queue.values()].filter((row) => this.#restOf(row.id, ticks) <= 0),
      running: this.#running,
      concurrency: this.#throttle.concurrency,
      hold: this.#throttle.stop,
      now: this.#ports.clock.now(),
      ticks,
    });
  }

  #restOf(id: SubmissionId, ticks: number): number {
    return (this.#later.get(id) ?? ticks) - ticks;
  }

  #start(row: Submission): void {
    const { maxCallMs, endMs } = this.#options;
    const most = endMs === undefined ? maxCallMs : Math.min(maxCallMs, endMs - this.#elapsed());
    const { isReached, epoch } = this.#throttle;
    const running = runningOf(row);
    const { clock } = this.#ports;
    const startedAt = clock.ticks();
    const done = deliverStep(this.#ports, this.#lease, row, {
      maxCallMs: most,
      isReached,
      fresh: this.#fresh,
    })
      .then((delivery) => {
        const tookMs = clock.ticks() - startedAt;
        const sent = { bytes: running.bytes, tookMs, together: this.#running.size };
        return this.#settle(row.id, delivery, sent, epoch);
      })
      .catch((error: unknown) => this.#stumble(row.id, error))
      .finally(() => this.#running.delete(row.id));
    this.#running.set(row.id, { ...running, startedAt, done });
  }

  /**
   * Something threw. Where the whole disk fails, this drain ends. Else it is this submission's own fault: it is counted
   * and put off, on the disk if that can be written, and all others go on.
   */
  async #stumble(id: SubmissionId, error: unknown): Promise<void> {
    this.#ended += 1;
    if (isQuotaError(error) || isConnectionLost(error)) {
      this.#stopped = true;
      this.#failure ??= { error };
      return;
    }
    const { clock, random, store } = this.#ports;
    const faults = (this.#faults.get(id) ?? 0) + 1;
    this.#faults.set(id, faults);
    const at = clock.now();
    const nextAttemptAt = nextTryAt('server', faults, at, random);
    this.#later.set(id, clock.ticks() + Math.max(nextAttemptAt - at, LOOK_EVERY_MS));
    const event = { event: 'faulted', at, code: faultCode(error), nextAttemptAt } as const;
    const recorded = await store.record(this.#lease.owner, id, event).catch(() => null);
    if (recorded?.status === 'fenced') this.#stopped = true;
    if (recorded?.status === 'recorded') this.#take(recorded.submission);
  }

  async #settle(id: SubmissionId, delivery: Delivery, sent: Sent, epoch: string): Promise<void> {
    this.#ended += 1;
    if (delivery.status === 'stopped') {
      this.#stopped = true;
      return;
    }
    if (delivery.status === 'skipped') {
      this.#later.set(id, this.#ports.clock.ticks() + LOOK_EVERY_MS);
      return;
    }
    if (delivery.status !== 'unreached') this.#take(delivery.submission);
    await this.#throttle.learn(delivery, sent, epoch, this.#queue.values());
  }

  #take(submission: Submission): void {
    if (submission.status === 'queued') this.#queue.set(submission.id, submission);
    else this.#queue.delete(submission.id);
    if (submission.status === 'delivered') this.#delivered += 1;
    this.#options.onProgress?.(submission);
  }

  /** Resolves when a call ends, another may start, or it is time to look for new work. */
  async #someoneEnds(): Promise<void> {
    const { clock } = this.#ports;
    const awake = new AbortController();
    const underWay = [...this.#running.values()];
    const opensIn = this.#throttle.concurrency.opensAt(underWay) - clock.ticks();
    const wait = opensIn > 0 ? Math.min(opensIn, LOOK_EVERY_MS) : LOOK_EVERY_MS;
    const endings = underWay.map(({ done }) => done);
    await Promise.race([...endings, clock.sleep(wait, awake.signal)]);
    awake.abort();
  }

  /** False: there is nothing left that this drain should wait for. */
  async #waitForWork(): Promise<boolean> {
    if (!this.#mayStart()) return false;
    await this.#look();
    const now = this.#ports.clock.now();
    const next = this.#nextAt(now);
    if (next === null) return false;
    const wait = Math.max(next - now, 0);
    if (wait > MAX_SLEEP_MS || this.#elapsed() + wait >= this.#options.budgetMs) return false;
    if (wait > 0) await this.#ports.clock.sleep(Math.min(wait, LOOK_EVERY_MS), this.#lease.signal);
    return true;
  }

  #nextAt(now: number): number | null {
    if (this.#queue.size === 0) return null;
    const ticks = this.#ports.clock.ticks();
    const first = Math.min(
      ...[...this.#queue.values()].map((row) =>
        Math.max(dueAt(row, now), now + this.#restOf(row.id, ticks)),
      ),
    );
    return Math.max(first, this.#throttle.opensAt(now));
  }

  async #result(): Promise<Extract<DrainResult, { status: 'drained' }>> {
    await this.#look();
    if (this.#queue.size === 0) await this.#throttle.end();
    return {
      status: 'drained',
      delivered: this.#delivered,
      waiting: this.#queue.size,
      nextAt: this.#nextAt(this.#ports.clock.now()),
      hold: this.#throttle.hold,
    };
  }
}
