import { describe, expect, it } from 'vitest';
import type { AgentKey } from '../../../src/seal/key-hierarchy.ts';
import { lockChannel } from '../../../src/store/lock/lock-channel.ts';

/** One page's end of the channel: `hear` is what another page says. */
function newPage() {
  const own = new EventTarget();
  const said: unknown[] = [];
  const channel = lockChannel(
    {
      addEventListener: (type, listener) =>
        own.addEventListener(type, (event) => listener(event as MessageEvent)),
      postMessage: (message) => said.push(message),
    },
    () => null,
    () => undefined,
  );
  const hear = (data: unknown): unknown => own.dispatchEvent(new MessageEvent('message', { data }));
  return { channel, hear, said };
}

const key = { agent: 'agent-1', source: {} as AgentKey['source'] };

describe('a page that asks the others for the key', () => {
  it('uses the key that it gets', async () => {
    const { channel, hear, said } = newPage();
    const asked = channel.ask();
    expect(said).toEqual([{ type: 'whoHasKey' }]);
    hear({ type: 'key', key });
    expect(await asked).toEqual(key);
  });

  it('ignores a key that was on its way during a lock', async () => {
    const { channel, hear } = newPage();
    const asked = channel.ask();
    hear({ type: 'locked' });
    hear({ type: 'key', key });
    expect(await asked).toBeNull();
  });
});
