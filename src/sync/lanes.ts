import { believedAt } from '../domain/backoff.ts';
import type { SubmissionId } from '../domain/ids.ts';
import { isTextStep } from '../domain/plan.ts';
import { nextStep } from '../domain/submission.ts';
import type { Hold, Submission } from '../domain/submission-types.ts';

const mostLanes = 3;
const successesToWiden = 4;
const quietToWiden = 60_000;
/** What a cut may cost: the time that everything on its way takes to send again, ms. */
const mostAtRisk = 10_000;
/** Smaller files say more of the server than of the link, bytes. */
const leastToMeasure = 4_000;

/** A step that came through. */
export type Sent = Readonly<{
  /** Of its file; 0 for a text step. */
  bytes: number;
  tookMs: number;
  /** Steps that shared the link, itself among them. */
  together: number;
}>;

/**
 * How many submissions are sent side by side: up to 3 where the link is good, as long as what is on
 * its way could be sent again in ten seconds; so on a slow link big files go one by one. 1 after a
 * cut (a link that fails sends whole files in vain), until four steps have come through and, where
 * the cut was this drain's own, a minute has passed.
 */
export class Lanes {
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

  /**
   * Whether a step may go beside those that are under way.
   * @param underWay the bytes of each of them
   */
  mayAdd(underWay: readonly number[], bytes: number): boolean {
    if (underWay.length === 0) return true;
    if (underWay.length >= (this.#isNarrow ? 1 : mostLanes)) return false;
    // Not measured yet: the first file is small, and tells.
    if (this.#ms === 0) return true;
    const atRisk = underWay.reduce((all, each) => all + each, bytes);
    return (atRisk * this.#ms) / this.#bytes <= mostAtRisk;
  }

  /** @param ticks ms on a clock that never jumps */
  success(ticks: number, { bytes, tookMs, together }: Sent): void {
    this.#successes += 1;
    if (this.#successes >= successesToWiden && ticks - this.#lastCut >= quietToWiden)
      this.#isNarrow = false;
    if (bytes === 0) this.#leastMs = Math.min(this.#leastMs, tookMs);
    if (bytes < leastToMeasure) return;
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

/** When a submission may be tried next, ms since 1970. */
export const dueAt = (row: Submission, now: number): number =>
  row.nextAttemptAt === null ? now : believedAt(row.nextAttemptAt, now);

export type Running = Readonly<{ isText: boolean; bytes: number }>;

export type Choice = Readonly<{
  /** What waits for the server, oldest first. */
  queue: readonly Submission[];
  /** What is being sent. */
  running: ReadonlyMap<SubmissionId, Running>;
  lanes: Pick<Lanes, 'mayAdd'>;
  hold: Hold | null;
  now: number;
}>;

/**
 * The submission to send a step of now, if there is one. Oldest first; one more lane is kept for
 * small text steps, so that none waits behind another's photo. While the whole outbox waits nothing
 * goes, and then one step alone, of the submission that was tried least.
 */
export function choose({ queue, running, lanes, hold, now }: Choice): Submission | null {
  const ready = queue.filter((row) => !running.has(row.id) && dueAt(row, now) <= now);
  if (hold !== null) {
    if (running.size > 0 || believedAt(hold.nextProbeAt, now) > now) return null;
    const tries = (row: Submission): number => nextStep(row)?.attempts ?? 0;
    return ready.reduce<Submission | null>(
      (best, row) => (best === null || tries(row) < tries(best) ? row : best),
      null,
    );
  }
  const [oldest] = ready;
  if (oldest === undefined) return null;
  const underWay = [...running.values()];
  const bytes = underWay.map((each) => each.bytes);
  if (lanes.mayAdd(bytes, runningOf(oldest).bytes)) return oldest;
  if (underWay.some(({ isText }) => isText)) return null;
  return ready.find((row) => runningOf(row).isText) ?? null;
}

/** What the next step of a submission is to the link. */
export function runningOf(row: Submission): Running {
  const content = nextStep(row)?.content;
  return {
    isText: content !== undefined && isTextStep(content),
    bytes: content !== undefined && 'size' in content ? content.size : 0,
  };
}
