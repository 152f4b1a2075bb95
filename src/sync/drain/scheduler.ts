import { trustedTime } from '../../domain/backoff.ts';
import type { SubmissionId } from '../../domain/ids.ts';
import { type PhotoPermission, photoPermission, waitsForWifi } from '../../domain/photo-sending.ts';
import { nextStep } from '../../domain/submission-state.ts';
import {
  type Hold,
  isFormStep,
  isTextStep,
  type Submission,
} from '../../domain/submission-types.ts';
import { localDay } from '../../store/drafts/new-submission.ts';
import type { OutboxState } from '../../store/outbox/outbox-port.ts';
import type { Uses } from '../ports/ports.ts';
import type { CallUnderWay, Concurrency } from './concurrency.ts';

/** The earliest time of a submission's next attempt, ms since 1970. */
export const dueAt = (row: Submission, now: number): number =>
  row.nextAttemptAt === null ? now : trustedTime(row.nextAttemptAt, now);

/** The time (ms) for the answer to a form, which the backend may check at another register. A second call could be processed twice. */
export const FORM_ANSWER_MS = 120_000;

/** True if there is enough time for the answer to the next step. `leftMs`: the time until every call must end. */
export function hasTimeFor(row: Submission, leftMs: number): boolean {
  const step = nextStep(row);
  return step === undefined || !isFormStep(step.content) || leftMs >= FORM_ANSWER_MS;
}

export type Running = CallUnderWay & Readonly<{ isText: boolean }>;

export type Choice = Readonly<{
  /** Submissions that wait for the server, oldest first. */
  queue: readonly Submission[];
  running: ReadonlyMap<SubmissionId, Running>;
  concurrency: Pick<Concurrency, 'mayAdd'>;
  hold: Hold | null;
  now: number;
  ticks: number;
  /** Submissions that were held with at most so many attempts are free again, because the server has answered one of them. */
  releasedAttempts: number;
}>;

/**
 * Returns the submission whose next step is sent now. Returns null if none may start. The oldest due submission comes first. One text
 * step may run in addition to the allowed calls, so that it does not wait for a photo. During a hold only a probe may start: one step
 * alone, of the submission with the fewest attempts. A submission whose answer held the outbox comes last and alone. If the server
 * refuses only this one, all others are sent before it holds the outbox again.
 */
export function chooseNext({
  queue,
  running,
  concurrency,
  hold,
  now,
  ticks,
  releasedAttempts,
}: Choice): Submission | null {
  const ready = queue.filter((row) => !running.has(row.id) && dueAt(row, now) <= now);
  if (hold !== null) {
    if (running.size > 0 || trustedTime(hold.nextProbeAt, now) > now) return null;
    return leastTried(ready);
  }
  const free = ready.filter((row) => !wasHeld(row) || attemptsOf(row) <= releasedAttempts);
  const [oldest] = free;
  if (oldest === undefined) return running.size === 0 ? leastTried(ready) : null;
  const underWay = [...running.values()];
  if (concurrency.mayAdd(underWay, runningOf(oldest).bytes, ticks)) return oldest;
  if (underWay.some(({ isText }) => isText)) return null;
  return free.find((row) => runningOf(row).isText) ?? null;
}

export const attemptsOf = (row: Submission): number => nextStep(row)?.attempts ?? 0;

/** The first submission with the fewest attempts. */
const leastTried = (rows: readonly Submission[]): Submission | null =>
  rows.reduce<Submission | null>(
    (best, row) => (best === null || attemptsOf(row) < attemptsOf(best) ? row : best),
    null,
  );

/** True if the answer to its last attempt held the whole outbox: it counts attempts and has no wait of its own. */
export const wasHeld = (row: Submission): boolean =>
  row.nextAttemptAt === null && attemptsOf(row) > 0;

/** The kind and size of a submission's next step. */
export function runningOf(row: Submission): Pick<Running, 'isText' | 'bytes'> {
  const content = nextStep(row)?.content;
  return {
    isText: content !== undefined && isTextStep(content),
    bytes: content !== undefined && 'size' in content ? content.size : 0,
  };
}

/** Decides whether photos may use the current connection. A drain calls `look` every second: connection and setting may change. */
export class PhotoPolicyGate {
  readonly #ports: Uses<'clock' | 'connection', Pick<OutboxState, 'photoPolicy'>>;
  #permission: PhotoPermission = 'go';

  constructor(ports: Uses<'clock' | 'connection', Pick<OutboxState, 'photoPolicy'>>) {
    this.#ports = ports;
  }

  async look(): Promise<void> {
    const { clock, connection, store } = this.#ports;
    this.#permission = photoPermission(
      await store.photoPolicy(),
      connection(),
      localDay(clock.now()),
    );
  }

  /** True if the photo setting allows the submission's next step. */
  readonly isOpenFor = (row: Submission): boolean => !waitsForWifi(row, this.#permission);
}
