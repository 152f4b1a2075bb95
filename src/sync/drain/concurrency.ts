import type { Uses } from '../ports/ports.ts';
import type { ConnectionSpeed } from './prepare-request.ts';

const MAX_CALLS = 3;
/** One more call, which helps small files, after this many successful steps since the last lost connection. */
const MAX_CALLS_WHEN_PROVEN = 4;
const SUCCESSES_TO_PROVE = 12;
const SUCCESSES_TO_WIDEN = 4;
const QUIET_TO_WIDEN_MS = 60_000;
/** The maximum time (ms) to send all running calls again after the connection is lost. */
const MAX_AT_RISK_MS = 10_000;
/** Smaller files are not measured: their time depends on the server more than on the connection. */
const MIN_MEASURED_BYTES = 4_000;

/** A step that was sent and answered. */
export type Sent = Readonly<{
  /** Size of its file; 0 for a text step. */
  bytes: number;
  tookMs: number;
  /** The average number of files that shared the connection, this one included. */
  concurrent: number;
}>;

/** A call that is being sent. */
export type CallUnderWay = Readonly<{
  /** Size of its file; 0 for a text step. */
  bytes: number;
  /** `clock.ticks()`, ms. */
  startedAt: number;
}>;

/**
 * The number of submissions sent at the same time: 3, or 4 on a proven connection. All running calls together must take less than ten
 * seconds to repeat, so on a slow connection large files are sent one by one.
 * A file starts when those before it are about half sent. Files that start together also wait for their answers together, and the
 * connection is idle meanwhile.
 * After a lost connection only 1, because a failing connection wastes whole files. It lasts until four steps have succeeded. If the
 * connection was lost in this drain, it also lasts a minute.
 */
export class Concurrency {
  #isNarrow: boolean;
  #successes = 0;
  #connectionLostAt = Number.NEGATIVE_INFINITY;
  /** The quickest text step: the time of a call without a file. */
  #minCallMs = Number.POSITIVE_INFINITY;
  /** Bytes sent and the time that they took; older measurements lose half their weight with each new one. */
  #bytes = 0;
  #ms = 0;

  /** @param startsNarrow the connection was lost before this drain started: one call at a time at first */
  constructor(startsNarrow: boolean) {
    this.#isNarrow = startsNarrow;
  }

  /** Whether a step with so many bytes may start now. `underWay`: in the order in which they started. */
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

  /** Expected time to send so many bytes; 0 before the first measurement. */
  transferMs(bytes: number): number {
    return this.#bytes === 0 ? 0 : (bytes * this.#ms) / this.#bytes;
  }

  /**
   * @param ticks `clock.ticks()`
   * @param sent null: the step was measured while it was sent
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

  /** Measures the connection with a step, or with a piece of one. */
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

/** A step's share of the connection. */
type Share = Readonly<{
  /** The average number of files on the connection, since this one began or since the last call. */
  average: (ticks: number) => number;
  end: (ticks: number) => void;
}>;

/**
 * Counts the files that share the connection over time. The number at a file's end would be wrong. The last of three files that end
 * together would seem to have been alone, and the connection three times slower.
 */
export class BandwidthShare {
  #files = 0;
  #at = 0;
  /** The passed time, each moment divided by the number of files: the share of one file. */
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

/** One step on the connection: the speed that it is told, and the measurements that it gives. */
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
  const speed: Omit<ConnectionSpeed, 'heard'> = {
    expectedMs: (all) => concurrency.transferMs(all),
    pieceSent(piece, tookMs) {
      isMeasured = true;
      concurrency.measure({ bytes: piece, tookMs, concurrent: concurrent() });
    },
  };
  return {
    startedAt,
    speed,
    /** The measurement of the answered step. Null: its pieces were measured. */
    sent: (): Sent | null =>
      isMeasured ? null : { bytes, tookMs: clock.ticks() - startedAt, concurrent: concurrent() },
    end: () => own.end(clock.ticks()),
  };
}
