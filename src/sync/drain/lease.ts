import type { LeaseOwner, Leases } from '../../store/outbox/outbox-port.ts';
import { DRAIN_LOCK } from '../locks.ts';
import type { Uses } from '../ports/ports.ts';

type LeasePorts = Uses<'clock' | 'lock' | 'newId', Leases>;

const LEASE_MS = 60_000;
const HEARTBEAT_MS = 15_000;

export type Lease = Readonly<{
  owner: LeaseOwner;
  /** Aborts if the lease is lost, or if the caller stops the drain. */
  signal: AbortSignal;
}>;

/**
 * Runs `work` as the only drain of the origin, under a Web Lock and a lease in the database. A frozen page may continue after another
 * drain took lock and lease. So the drain's writes (`record`, `recover`) name the lease's owner. If another drain has the lease, the
 * store refuses these writes.
 * @returns null if another drain runs
 */
export async function withDrainLease<T>(
  ports: LeasePorts,
  signal: AbortSignal,
  work: (lease: Lease) => Promise<T>,
): Promise<T | null> {
  const locked = await ports.lock.ifFree(DRAIN_LOCK, () => withLease(ports, signal, work));
  return locked.ran ? locked.value : null;
}

async function withLease<T>(
  { clock, lock, newId, store }: LeasePorts,
  signal: AbortSignal,
  work: (lease: Lease) => Promise<T>,
): Promise<T | null> {
  const owner = newId();
  // This drain has the Web Lock, so an unexpired lease belongs to a killed drain. This drain takes the lease at once.
  if (!(await store.acquireLease(owner, clock.now(), LEASE_MS, lock.excludes))) return null;

  const stop = new AbortController();
  const stopNow = (): void => stop.abort();
  if (signal.aborted) stopNow();
  signal.addEventListener('abort', stopNow);
  const finished = new AbortController();
  const heartbeat = (async () => {
    for (;;) {
      await clock.sleep(HEARTBEAT_MS, finished.signal);
      if (finished.signal.aborted) return;
      if (!(await store.renewLease(owner, clock.now(), LEASE_MS))) return stopNow();
    }
  })().catch(stopNow);

  try {
    return await work({ owner, signal: stop.signal });
  } finally {
    // If the work threw, its calls may still run. The next drain must not send them a second time beside these.
    stopNow();
    finished.abort();
    signal.removeEventListener('abort', stopNow);
    await heartbeat;
    await store.releaseLease(owner);
  }
}
