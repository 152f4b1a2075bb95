import type { Uses } from '../ports/ports.ts';
import type { LinkSpeed } from './prepare-request.ts';

const MAX_CALLS = 3;
/** One call more, since small files gain from it, once this many steps succeeded after the last lost connection. */
const MAX_CALLS_WHEN_PROVEN = 4;
const SUCCESSES_TO_PROVE = 12;
const SUCCESSES_TO_WIDEN = 4;
const QUIET_TO_WIDEN_MS = 60_000;
/** What a lost connection may cost: the time that it takes to send all calls under way again. */
const MAX_AT_RISK_MS = 10_000;
/** The time that a smaller file takes depends on the server rather than on the link: it is not measured. */
const MIN_MEASURED_BYTES = 4_000;

/** A step that was sent and answered. */
export type Sent = Readonly<{
  /** Size of its file; 0 for a text step. */
  bytes: number;
  tookMs: number;
  /** How many files shared the link on average while it was sent, itself included. */
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
 * How many submissions are sent at the same time: 3, and 4 once the link is proven, as long as all calls under way could be
 * sent again in ten seconds; so on a slow link big files go one by one. A file starts when those before it are about half
 * sent: files that start together also wait for their answers together, and the link is idle meanwhile.
 *
 * After a lost connection only 1, since a link that fails wastes whole files: until four steps succeeded and, where the
 * connection was lost in this drain, a minute passed.
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

  /** The earliest time at which the link allows the next file to start, as `clock.ticks()`. */
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
   * @param sent null: it was measured while it was sent
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

  /** What the link brought in which time: a step, or a piece of one. */
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

/** What a step had of the link. */
type Share = Readonly<{
  /** How many files shared the link on average, since this one began or since this was asked last. */
  average: (ticks: number) => number;
  end: (ticks: number) => void;
}>;

/**
 * How many files share the link, over time. The number at a file's end is no measure of that: of three that end together the last one
 * would seem to have had the link for itself, and the link to be as slow as all three took.
 */
export class LinkShare {
  #files = 0;
  #at = 0;
  /** The time that passed, each moment divided by the number of files: what one file had of it. */
  #shared = 0;

  /**
   * A step begins; only those with a file count.
   *
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

/** One step on the link, from its beginning on: what it is told of the link's speed, and what it brought in which time. */
export function takeLink(
  { clock }: Uses<'clock', unknown>,
  share: LinkShare,
  concurrency: Pick<Concurrency, 'measure' | 'transferMs'>,
  bytes: number,
) {
  const startedAt = clock.ticks();
  const own = share.begin(startedAt, bytes);
  const concurrent = (): number => own.average(clock.ticks());
  let isMeasured = false;
  const speed: Omit<LinkSpeed, 'heard'> = {
    expectedMs: (all) => concurrency.transferMs(all),
    pieceSent(piece, tookMs) {
      isMeasured = true;
      concurrency.measure({ bytes: piece, tookMs, concurrent: concurrent() });
    },
  };
  return {
    startedAt,
    speed,
    /** Once it is answered; null: its pieces were measured. */
    sent: (): Sent | null =>
      isMeasured ? null : { bytes, tookMs: clock.ticks() - startedAt, concurrent: concurrent() },
    end: () => own.end(clock.ticks()),
  };
}
