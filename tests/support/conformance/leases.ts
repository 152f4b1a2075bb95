import { expect, it } from 'vitest';
import type { Leases } from '../../../src/store/outbox/outbox-port.ts';

export function leasesConformance(open: () => Promise<Leases>): void {
  it('gives the lease to one drain at a time, until it runs out', async () => {
    const store = await open();
    expect(await store.acquireLease('one', 1000, 60, false)).toBe(true);
    expect(await store.acquireLease('one', 1001, 60, false)).toBe(true);
    expect(await store.acquireLease('two', 1059, 60, false)).toBe(false);
    expect(await store.renewLease('one', 1050, 60)).toBe(true);
    expect(await store.acquireLease('two', 1100, 60, false)).toBe(false);
    expect(await store.acquireLease('two', 1110, 60, false)).toBe(true);
    expect(await store.renewLease('one', 1111, 60)).toBe(false);
    await store.releaseLease('one');
    expect(await store.acquireLease('three', 1112, 60, false)).toBe(false);
    await store.releaseLease('two');
    expect(await store.acquireLease('three', 1113, 60, false)).toBe(true);
  });

  it('takes the lease from one that is known to be dead', async () => {
    const store = await open();
    await store.acquireLease('one', 1000, 60, false);
    expect(await store.acquireLease('two', 1001, 60, true)).toBe(true);
    expect(await store.renewLease('one', 1002, 60)).toBe(false);
  });

  it('does not believe a lease that was written under another clock', async () => {
    const store = await open();
    await store.acquireLease('one', 1_000_000, 60, false);
    expect(await store.acquireLease('two', 5, 60, false)).toBe(true);
  });
}
