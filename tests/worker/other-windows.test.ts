import { describe, expect, it } from 'vitest';
import { ANSWER_MS, type Channel, watchOtherWindows } from '../../src/worker/quiet-page.ts';

/** Windows that hear each other at once, as many as the test opens. */
function windows() {
  const channels: Channel[] = [];
  let now = 0;
  return {
    pass: (ms: number) => {
      now += ms;
    },
    open(isFormOpen: () => boolean) {
      const channel: Channel = {
        onmessage: null,
        postMessage: (data: unknown) => {
          for (const other of channels)
            if (other !== channel)
              other.onmessage?.call(other as BroadcastChannel, { data } as MessageEvent);
        },
      };
      channels.push(channel);
      return watchOtherWindows(channel, isFormOpen, () => now);
    },
  };
}

describe('the windows of the app', () => {
  it('tell each other that a form is open, for as long as it is', () => {
    const { open, pass } = windows();
    let isOpen = true;
    open(() => isOpen);
    const asking = open(() => false);
    expect(asking.isFormOpen()).toBe(false);
    asking.ask();
    expect(asking.isFormOpen()).toBe(true);
    isOpen = false;
    pass(ANSWER_MS);
    asking.ask();
    expect(asking.isFormOpen()).toBe(false);
  });

  it('answer nothing to each other where no form is open, nor to themselves', () => {
    const { open } = windows();
    const asking = open(() => true);
    open(() => false);
    asking.ask();
    expect(asking.isFormOpen()).toBe(false);
  });
});
