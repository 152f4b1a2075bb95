import { expect, it } from 'vitest';
import type { Hold } from '../../../src/domain/submission-types.ts';
import type { OutboxState, Sentinel } from '../../../src/store/outbox/outbox-port.ts';

export function outboxStateConformance(open: () => Promise<OutboxState & Sentinel>): void {
  it('keeps the hold, the capabilities and the sentinel', async () => {
    const store = await open();
    const hold: Hold = { reason: 'busy', since: 1, nextProbeAt: 2, httpStatus: 503, tries: 1 };
    expect([await store.hold(), await store.sentinel()]).toEqual([null, null]);
    expect(await store.capabilities()).toEqual({ listsAll: false, listsNames: false });
    await store.setHold(hold);
    await store.setCapabilities({ listsAll: true, listsNames: true });
    await store.setSentinel('sentinel');
    expect([await store.hold(), await store.sentinel()]).toEqual([hold, 'sentinel']);
    expect(await store.capabilities()).toEqual({ listsAll: true, listsNames: true });
    await store.setHold(null);
    expect(await store.hold()).toBeNull();
  });

  it('keeps what is known of uploads in pieces, apart from the rest', async () => {
    const store = await open();
    expect(await store.resumeSupport()).toBeNull();
    const support = { resumes: true, broken: 1, askedAt: 5 };
    await store.setResumeSupport(support);
    await store.setCapabilities({ listsAll: true, listsNames: true });
    expect(await store.resumeSupport()).toEqual(support);
  });

  it('lets photos go over any link until somebody chose', async () => {
    expect(await (await open()).photoRule()).toEqual({ sending: 'always', said: null });
  });
}
