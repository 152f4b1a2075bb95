import { believedAt } from '../../domain/backoff.ts';
import type { SubmissionId } from '../../domain/ids.ts';
import { isTextStep } from '../../domain/plan.ts';
import { nextStep } from '../../domain/submission-state.ts';
import type { Hold, Submission } from '../../domain/submission-types.ts';
import type { Concurrency, OnItsWay } from './concurrency.ts';

/** When a submission may be tried next, ms since 1970. */
export const dueAt = (row: Submission, now: number): number =>
  row.nextAttemptAt === null ? now : believedAt(row.nextAttemptAt, now);

export type Running = OnItsWay & Readonly<{ isText: boolean }>;

export type Choice = Readonly<{
  /** What waits for the server, oldest first. */
  queue: readonly Submission[];
  /** What is being sent. */
  running: ReadonlyMap<SubmissionId, Running>;
  concurrency: Pick<Concurrency, 'mayAdd'>;
  hold: Hold | null;
  now: number;
  ticks: number;
}>;

/**
 * The submission to send a step of now, if there is one. Oldest first; room for one more call is kept for
 * small text steps, so that none waits behind another's photo. While the whole outbox waits nothing
 * goes, and then one step alone, of the submission that was tried least.
 */
export function chooseNext({
  queue,
  running,
  concurrency,
  hold,
  now,
  ticks,
}: Choice): Submission | null {
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
  if (concurrency.mayAdd(underWay, runningOf(oldest).bytes, ticks)) return oldest;
  if (underWay.some(({ isText }) => isText)) return null;
  return ready.find((row) => runningOf(row).isText) ?? null;
}

/** What the next step of a submission is to the link. */
export function runningOf(row: Submission): Pick<Running, 'isText' | 'bytes'> {
  const content = nextStep(row)?.content;
  return {
    isText: content !== undefined && isTextStep(content),
    bytes: content !== undefined && 'size' in content ? content.size : 0,
  };
}
