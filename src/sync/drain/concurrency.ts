const USUAL_CALLS = 3;
/** On a link that has carried this many steps since the last cut, one call more at a time: small files need it. */
const PROVEN_CALLS = 4;
const SUCCESSES_TO_PROVE = 12;
const SUCCESSES_TO_WIDEN = 4;
const QUIET_TO_WIDEN_MS = 60_000;
/** What a cut may cost: the time that everything on its way takes to send again, ms. */
const MAX_AT_RISK_MS = 10_000;
/** Smaller files say more of the server than of the link, bytes. */
const MIN_MEASURED_BYTES = 4_000;

/** A step that came through. */
export type Sent = Readonly<{
  /** Of its file; 0 for a text step. */
  bytes: number;
  tookMs: number;
  /** Steps that shared the link, itself among them. */
  together: number;
}>;

/** A step that is being sent, to the link. */
export type OnItsWay = Readonly<{
  /** Of its file; 0 for a text step. */
  bytes: number;
  /** Ticks: ms on a clock that never jumps. */
  startedAt: number;
}>;

/**
 * How many submissions are sent side by side: 3 where the link is good, and 4 once it is proven; as
 * long as what is on its way could be sent again in ten seconds, so that on a slow link big files go
 * one by one. A file starts when those before it are about half sent: files that start together also
 * wait for their answers together, and nothing is on the link meanwhile. 1 after a cut (a link that
 * fails sends whole files in vain), until four steps have come through and, where the cut was this
 * drain's own, a minute has passed.
 */
export class Concurrency {
  #isNarrow: boolean;
  #successes = 0;
  #lastCut = Number.NEGATIVE_INFINITY;
  /** The quickest text step: what a call takes that carries nothing, ms. */
  #leastMs = Number.POSITIVE_INFINITY;
  /** What the link carried, and how long it took: each measurement counts half of the next. */
  #bytes = 0;
  #ms = 0;

  constructor(startsAfterCut: boolean) {
    this.#isNarrow = startsAfterCut;
  }

  /** Whether a step with so many bytes may go beside those that are under way, first started first. */
  mayAdd(underWay: readonly OnItsWay[], bytes: number, ticks: number): boolean {
    if (underWay.length === 0) return true;
    if (underWay.length >= this.#most()) return false;
    if (bytes > 0 && ticks < this.opensAt(underWay)) return false;
    const atRisk = underWay.reduce((all, each) => all + each.bytes, bytes);
    return this.#transferMs(atRisk) <= MAX_AT_RISK_MS;
  }

  /** When the next file may start, as far as the link has a say; ticks. */
  opensAt(underWay: readonly OnItsWay[]): number {
    return underWay.reduce(
      (at, { bytes, startedAt }) => Math.max(at, startedAt) + this.#transferMs(bytes) / 2,
      Number.NEGATIVE_INFINITY,
    );
  }

  #most(): number {
    if (this.#isNarrow) return 1;
    return this.#successes < SUCCESSES_TO_PROVE ? USUAL_CALLS : PROVEN_CALLS;
  }

  /** 0 before the first measurement: the first file is small, and tells. */
  #transferMs(bytes: number): number {
    return this.#bytes === 0 ? 0 : (bytes * this.#ms) / this.#bytes;
  }

  /** @param ticks ms on a clock that never jumps */
  success(ticks: number, { bytes, tookMs, together }: Sent): void {
    this.#successes += 1;
    if (this.#successes >= SUCCESSES_TO_WIDEN && ticks - this.#lastCut >= QUIET_TO_WIDEN_MS)
      this.#isNarrow = false;
    if (bytes === 0) this.#leastMs = Math.min(this.#leastMs, tookMs);
    if (bytes < MIN_MEASURED_BYTES) return;
    const transferMs = this.#leastMs < tookMs ? tookMs - this.#leastMs : tookMs;
    this.#bytes = this.#bytes / 2 + bytes * together;
    this.#ms = this.#ms / 2 + transferMs;
  }

  cut(ticks: number): void {
    this.#isNarrow = true;
    this.#successes = 0;
    this.#lastCut = ticks;
  }
}
