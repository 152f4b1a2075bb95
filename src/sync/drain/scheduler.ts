import { believedAt } from '../../domain/backoff.ts';
import type { SubmissionId } from '../../domain/ids.ts';
import { type PhotoPermission, photoPermission, waitsForLink } from '../../domain/photo-sending.ts';
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

/** When a submission may be tried next, ms since 1970. */
export const dueAt = (row: Submission, now: number): number =>
  row.nextAttemptAt === null ? now : believedAt(row.nextAttemptAt, now);

/** A backend may check a form at another register. A second call while it does so would be refused, or carried out twice. */
export const FORM_ANSWER_MS = 120_000;

/** Whether the answer to its next step can be waited for. `leftMs`: until every call must end. */
export function hasTimeFor(row: Submission, leftMs: number): boolean {
  const step = nextStep(row);
  return step === undefined || !isFormStep(step.content) || leftMs >= FORM_ANSWER_MS;
}

export type Running = CallUnderWay & Readonly<{ isText: boolean }>;

export type Choice = Readonly<{
  /** Submissions that wait for the server, oldest first. */
  queue: readonly Submission[];
  /** Steps that are being sent, by their submission. */
  running: ReadonlyMap<SubmissionId, Running>;
  concurrency: Pick<Concurrency, 'mayAdd'>;
  hold: Hold | null;
  now: number;
  ticks: number;
}>;

/**
 * The submission whose next step is sent now; null where none may start. The oldest that is due goes first. One more call
 * than usual is allowed for a text step, so that it need not wait behind another submission's photo. While the whole outbox
 * is held nothing starts until the next probe: then one step alone, of the submission with the fewest attempts.
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

/** The kind and size of a submission's next step. */
export function runningOf(row: Submission): Pick<Running, 'isText' | 'bytes'> {
  const content = nextStep(row)?.content;
  return {
    isText: content !== undefined && isTextStep(content),
    bytes: content !== undefined && 'size' in content ? content.size : 0,
  };
}

/** Whether photos may go over the link that the phone has now; a drain looks again every second, as link and setting change. */
export class PhotoGate {
  readonly #ports: Uses<'clock' | 'link', Pick<OutboxState, 'photoRule'>>;
  #permission: PhotoPermission = 'go';

  constructor(ports: Uses<'clock' | 'link', Pick<OutboxState, 'photoRule'>>) {
    this.#ports = ports;
  }

  async look(): Promise<void> {
    const { clock, link, store } = this.#ports;
    this.#permission = photoPermission(await store.photoRule(), link(), localDay(clock.now()));
  }

  /** Whether its next step may be sent, as far as photos wait. */
  readonly isOpenFor = (row: Submission): boolean => !waitsForLink(row, this.#permission);
}
