import { believedAt } from '../domain/backoff.ts';
import type { SubmissionId } from '../domain/ids.ts';
import { isTextStep } from '../domain/plan.ts';
import { nextStep } from '../domain/submission.ts';
import type { Hold, Submission } from '../domain/submission-types.ts';

const mostLanes = 3;
const successesToWiden = 4;
const quietToWiden = 60_000;

/**
 * How many submissions are sent side by side: 3 where the link is good, 1 after a cut (a link that
 * fails sends whole files in vain), 3 again after four successes and a minute without a cut.
 */
export class Lanes {
  #count: number;
  #successes = 0;
  #lastCut: number;

  /** @param ticks ms on a clock that never jumps */
  constructor(startsAfterCut: boolean, ticks: number) {
    this.#count = startsAfterCut ? 1 : mostLanes;
    this.#lastCut = ticks;
  }

  get count(): number {
    return this.#count;
  }

  success(ticks: number): void {
    this.#successes += 1;
    if (this.#successes >= successesToWiden && ticks - this.#lastCut >= quietToWiden)
      this.#count = mostLanes;
  }

  cut(ticks: number): void {
    this.#count = 1;
    this.#successes = 0;
    this.#lastCut = ticks;
  }
}

/** When a submission may be tried next, ms since 1970. */
export const dueAt = (row: Submission, now: number): number =>
  row.nextAttemptAt === null ? now : believedAt(row.nextAttemptAt, now);

export type Choice = Readonly<{
  /** What waits for the server, oldest first. */
  queue: readonly Submission[];
  /** What is being sent: whether its step is a small text one. */
  running: ReadonlyMap<SubmissionId, Readonly<{ isText: boolean }>>;
  lanes: number;
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
  if (running.size < lanes) return ready[0] ?? null;
  if (running.size > lanes) return null;
  const textRuns = [...running.values()].some(({ isText }) => isText);
  return textRuns ? null : (ready.find(hasTextStep) ?? null);
}

export const hasTextStep = (row: Submission): boolean => {
  const step = nextStep(row);
  return step !== undefined && isTextStep(step.content);
};
