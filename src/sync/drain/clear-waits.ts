import type { Submission } from '../../domain/submission-types.ts';
import type { OutboxState, SubmissionReads, Submitting } from '../../store/outbox-ports.ts';
import type { Uses } from '../ports/ports.ts';
import type { DrainReason } from './drain-reason.ts';

/**
 * Ends waits before a drain that has a reason to try at once: the network came back, the app was opened. Attempts are counted
 * from 0 again. Safe while another drain runs: that one reads hold and queue again every second.
 */
export async function clearWaits(
  { clock, store }: Uses<'clock', SubmissionReads & Submitting & OutboxState>,
  reason: DrainReason,
): Promise<void> {
  if (reason === 'timer') return;
  const hold = await store.hold();
  // A server that is overloaded asked for this wait: it is kept. Every other hold is probed now.
  if (hold?.reason === 'busy') return;
  if (hold !== null) {
    // This may be another network: failures on the old one don't count.
    const tries = reason === 'online' ? 0 : hold.tries;
    await store.setHold({ ...hold, nextProbeAt: clock.now(), tries });
  }
  for (const { id } of await store.queued())
    await store.change(id, (row) => (isWaiting(row) ? { event: 'waitEnded' } : null));
}

const isWaiting = (row: Submission): boolean =>
  row.status === 'queued' &&
  (row.nextAttemptAt !== null || row.steps.some((step) => step.attempts > 0));
