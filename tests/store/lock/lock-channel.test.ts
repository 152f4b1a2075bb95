import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AgentKey } from '../../../src/seal/key-hierarchy.ts';
import { lockChannel } from '../../../src/store/lock/lock-channel.ts';

/** One page's end of the channel. `hear` delivers a message from another page. */
function newPage({ areOthersUnlocked = true } = {}) {
  const own = new EventTarget();
  const said: unknown[] = [];
  const channel = lockChannel(
    {
      addEventListener: (type, listener) =>
        own.addEventListener(type, (event) => listener(event as MessageEvent)),
      postMessage: (message) => said.push(message),
    },
    { areAny: async () => areOthersUnlocked },
    () => null,
    () => undefined,
  );
  const hear = (data: unknown): unknown => own.dispatchEvent(new MessageEvent('message', { data }));
  return { channel, hear, said };
}

const key = { agent: 'agent-1', source: {} as AgentKey['source'] };

describe('a page that asks the others for the key', () => {
  afterEach(() => vi.useRealTimers());

  it('uses the key that it gets', async () => {
    const { channel, hear, said } = newPage();
    const asked = channel.ask();
    await expect.poll(() => said).toEqual([{ type: 'whoHasKey' }]);
    hear({ type: 'key', key });
    expect(await asked).toEqual(key);
  });

  it('does not wait if no other page is unlocked', async () => {
    const { channel, said } = newPage({ areOthersUnlocked: false });
    expect(await channel.ask()).toBeNull();
    expect(said).toEqual([]);
  });

  it('waits 3 s for a busy page, then goes on without a key', async () => {
    vi.useFakeTimers();
    const { channel, hear } = newPage();
    const first = channel.ask();
    await vi.advanceTimersByTimeAsync(2_900);
    hear({ type: 'key', key });
    expect(await first).toEqual(key);
    const second = channel.ask();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await second).toBeNull();
  });

  it('ignores a key that was on its way during a lock', async () => {
    const { channel, hear } = newPage();
    const asked = channel.ask();
    hear({ type: 'locked' });
    hear({ type: 'key', key });
    expect(await asked).toBeNull();
  });
});
