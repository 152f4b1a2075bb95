import type { Uses } from '../ports/ports.ts';

const MAX_CALLS = 3;
/** The number of calls after `SUCCESSES_TO_PROVE` successful steps since the last lost connection. It helps small files. */
const MAX_CALLS_WHEN_PROVEN = 4;
const SUCCESSES_TO_PROVE = 12;
const SUCCESSES_TO_WIDEN = 4;
const QUIET_TO_WIDEN_MS = 60_000;
/** If the connection is lost, all running calls must be sent again. Together they may take this time (ms). */
const MAX_AT_RISK_MS = 10_000;
/** Smaller files are not measured: their time depends on the server more than on the connection. */
const MIN_MEASURED_BYTES = 4_000;

/** A step that was sent and answered. */
export type Sent = Readonly<{
  /** The size of the step's file. 0 for a text step. */
  bytes: number;
  tookMs: number;
  /** The average number of files that shared the connection, this one included. */
  concurrent: number;
}>;

export type CallUnderWay = Readonly<{
  /** The size of the file in bytes. 0 for a text step. */
  bytes: number;
  /** The start as `clock.ticks()`, ms. */
  startedAt: number;
}>;

/**
 * Decides how many submissions are sent at the same time: 3, or 4 on a proven connection. All running calls together must take at most
 * ten seconds to repeat, so on a slow connection large files are sent one by one.
 * A file starts when the earlier files are about half sent. If files started together, they would also wait for their answers together,
 * and the connection would be idle.
 * After a lost connection only one call runs, because a failing connection wastes whole files. This ends when four steps have succeeded,
 * but not within a minute after a loss in this drain.
 */
export class Concurrency {
  #isNarrow: boolean;
  #successes = 0;
  #connectionLostAt = Number.NEGATIVE_INFINITY;
  /** The time of the quickest text step (ms): a call without a file. */
  #minCallMs = Number.POSITIVE_INFINITY;
  /** The sent bytes and their time (ms). Each new measurement halves the weight of the older ones. */
  #bytes = 0;
  #ms = 0;

  /** @param startsNarrow true if the connection was lost before this drain; then it starts with one call at a time */
  constructor(startsNarrow: boolean) {
    this.#isNarrow = startsNarrow;
  }

  /** True if a step with `bytes` bytes may start now. `underWay`: the running calls, in the order of their start. */
  mayAdd(underWay: readonly CallUnderWay[], bytes: number, ticks: number): boolean {
    if (underWay.length === 0) return true;
    if (underWay.length >= this.#maxCalls()) return false;
    if (bytes > 0 && ticks < this.nextFileAt(underWay)) return false;
    const atRisk = underWay.reduce((all, each) => all + each.bytes, bytes);
    return this.transferMs(atRisk) <= MAX_AT_RISK_MS;
  }

  /** The earliest time at which the connection allows the next file to start, as `clock.ticks()`. */
  nextFileAt(underWay: readonly CallUnderWay[]): number {
    return underWay.reduce(
      (at, { bytes, startedAt }) => Math.max(at, startedAt) + this.transferMs(bytes) / 2,
      Number.NEGATIVE_INFINITY,
    );
  }

  #maxCalls(): number {
    if (this.#isNarrow) return 1;
    return this.#successes < SUCCESSES_TO_PROVE ? MAX_CALLS : MAX_CALLS_WHEN_PROVEN;
  }

  /** The expected time (ms) to send `bytes` bytes. 0 before the first measurement. */
  transferMs(bytes: number): number {
    return this.#bytes === 0 ? 0 : (bytes * this.#ms) / this.#bytes;
  }

  /**
   * @param ticks `clock.ticks()`
   * @param sent null if the step's pieces were measured while they were sent
   */
  success(ticks: number, sent: Sent | null): void {
    this.#successes += 1;
    if (
      this.#successes >= SUCCESSES_TO_WIDEN &&
      ticks - this.#connectionLostAt >= QUIET_TO_WIDEN_MS
    )
      this.#isNarrow = false;
    if (sent !== null) this.measure(sent);
  }

  /** Measures the connection by a sent step or a sent piece of a file. */
  measure({ bytes, tookMs, concurrent }: Sent): void {
    if (bytes === 0) this.#minCallMs = Math.min(this.#minCallMs, tookMs);
    if (bytes < MIN_MEASURED_BYTES) return;
    const transferMs = this.#minCallMs < tookMs ? tookMs - this.#minCallMs : tookMs;
    this.#bytes = this.#bytes / 2 + bytes * concurrent;
    this.#ms = this.#ms / 2 + transferMs;
  }

  connectionLost(ticks: number): void {
    this.#isNarrow = true;
    this.#successes = 0;
    this.#connectionLostAt = ticks;
  }
}

/** Measures a step's share of the connection. */
type Share = Readonly<{
  /** The average number of files on the connection, since the step began or since the last call of `average`. */
  average: (ticks: number) => number;
  end: (ticks: number) => void;
}>;

/**
 * Counts the files that share the connection over time. The number at a file's end would be wrong. The last of three files that end
 * together would count as one file alone. Then the connection would seem three times slower.
 */
export class BandwidthShare {
  #files = 0;
  #at = 0;
  /** The time share of one file (ms): each passed time divided by the number of files in it. */
  #shared = 0;

  /**
   * A step begins. Only steps with a file are counted.
   * @param ticks `clock.ticks()`, here and below
   */
  begin(ticks: number, bytes: number): Share {
    const files = bytes > 0 ? 1 : 0;
    let from = this.#sharedAt(ticks);
    let since = ticks;
    this.#files += files;
    return {
      average: (now) => {
        const shared = this.#sharedAt(now) - from;
        const passed = now - since;
        from += shared;
        since = now;
        return shared > 0 ? passed / shared : Math.max(1, this.#files);
      },
      end: (now) => {
        this.#sharedAt(now);
        this.#files -= files;
      },
    };
  }

  #sharedAt(ticks: number): number {
    this.#shared += (ticks - this.#at) / Math.max(1, this.#files);
    this.#at = ticks;
    return this.#shared;
  }
}

/** The speed of the connection as a drain measured it, and functions that report to the drain. */
export type ConnectionSpeed = Readonly<{
  /** The expected time (ms) to send this many bytes. 0 if this drain has not measured the connection yet. */
  expectedMs: (bytes: number) => number;
  /** Reports a sent piece of a file. Other files may have been sent at the same time. */
  pieceSent: (bytes: number, tookMs: number) => void;
  /** Reports the server's progress message during a call. */
  serverAnswered: () => Promise<void>;
}>;

/** Starts one step on the connection. Returns the expected speed for the step, and functions that measure the step. */
export function shareBandwidth(
  { clock }: Uses<'clock', unknown>,
  share: BandwidthShare,
  concurrency: Pick<Concurrency, 'measure' | 'transferMs'>,
  bytes: number,
) {
  const startedAt = clock.ticks();
  const own = share.begin(startedAt, bytes);
  const concurrent = (): number => own.average(clock.ticks());
  let isMeasured = false;
  const speed: Omit<ConnectionSpeed, 'serverAnswered'> = {
    expectedMs: (all) => concurrency.transferMs(all),
    pieceSent(piece, tookMs) {
      isMeasured = true;
      concurrency.measure({ bytes: piece, tookMs, concurrent: concurrent() });
    },
  };
  return {
    startedAt,
    speed,
    /** The measurement of the answered step. Returns null if the step's pieces were measured. */
    sent: (): Sent | null =>
      isMeasured ? null : { bytes, tookMs: clock.ticks() - startedAt, concurrent: concurrent() },
    end: () => own.end(clock.ticks()),
  };
}
