import type { LeaseOwner } from '../../store/outbox-port.ts';
import type { SyncPorts } from '../ports/ports.ts';

/** Whoever holds this Web Lock keeps every drain of the origin from starting. */
export const DRAIN_LOCK = 'veld-drain';

const LEASE_MS = 60_000;
const HEARTBEAT_MS = 15_000;

export type Lease = Readonly<{
  owner: LeaseOwner;
  /** Aborts when the lease is lost, or the caller wants the drain to stop. */
  signal: AbortSignal;
}>;

/**
 * Runs `work` as the only drain of the origin: inside a Web Lock, and inside a lease in the database
 * whose owner each write to a submission shows (a frozen page may outlive its lock without knowing).
 * @returns null where another drain is at work
 */
export async function asOnlyDrain<T>(
  ports: SyncPorts,
  signal: AbortSignal,
  work: (lease: Lease) => Promise<T>,
): Promise<T | null> {
  const locked = await ports.lock.ifFree(DRAIN_LOCK, () => withLease(ports, signal, work));
  return locked.ran ? locked.value : null;
}

async function withLease<T>(
  { clock, lock, newId, store }: SyncPorts,
  signal: AbortSignal,
  work: (lease: Lease) => Promise<T>,
): Promise<T | null> {
  const owner = newId();
  // With the lock in hand, whoever's lease still runs was killed: nobody waits a minute for the dead.
  if (!(await store.acquireLease(owner, clock.now(), LEASE_MS, lock.excludes))) return null;

  const stop = new AbortController();
  const stopNow = (): void => stop.abort();
  if (signal.aborted) stopNow();
  signal.addEventListener('abort', stopNow);
  const over = new AbortController();
  const beating = (async () => {
    for (;;) {
      await clock.sleep(HEARTBEAT_MS, over.signal);
      if (over.signal.aborted) return;
      if (!(await store.renewLease(owner, clock.now(), LEASE_MS))) return stopNow();
    }
  })().catch(stopNow);

  try {
    return await work({ owner, signal: stop.signal });
  } finally {
    over.abort();
    signal.removeEventListener('abort', stopNow);
    await beating;
    await store.releaseLease(owner);
  }
}
