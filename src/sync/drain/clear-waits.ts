import type { Submission } from '../../domain/submission-types.ts';
import type { SyncPorts } from '../ports/ports.ts';
import type { DrainReason } from './drain-reason.ts';

/**
 * Ends the waits that a network that is back, or a person who looks, makes pointless; the count of tries starts again.
 * Harmless beside a drain that is at work: it looks at the store once a second.
 */
export async function clearWaits({ clock, store }: SyncPorts, reason: DrainReason): Promise<void> {
  if (reason === 'timer') return;
  const hold = await store.hold();
  // A time that the server asked for is respected; every other hold is probed now.
  if (hold?.reason === 'busy') return;
  if (hold !== null) {
    // Another network: what failed on the old one does not count.
    const tries = reason === 'online' ? 0 : hold.tries;
    await store.setHold({ ...hold, nextProbeAt: clock.now(), tries });
  }
  for (const { id } of await store.queued())
    await store.change(id, (row) => (isWaiting(row) ? { event: 'waitEnded' } : null));
}

const isWaiting = (row: Submission): boolean =>
  row.status === 'queued' &&
  (row.nextAttemptAt !== null || row.steps.some((step) => step.attempts > 0));
