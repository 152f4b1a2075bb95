import { describe, expect, it } from 'vitest';
import { pinStretcher, type StretchWorker } from '../../src/seal/stretch/pin-stretcher.ts';
import type { StretchReply, StretchRequest } from '../../src/seal/stretch/stretch-requests.ts';
import { memoriesFor, passesFor } from '../../src/seal/stretch/stretching.ts';

const MIB = 1024;
const bytes = new Uint8Array(32).fill(7);
const stretched = (tookMs: number): StretchReply => ({ status: 'stretched', bytes, tookMs });

/** Workers that answer with the next of `replies`; null: its script does not load. */
function stretcherWith(deviceMemory: number | undefined, ...replies: (StretchReply | null)[]) {
  const asked: StretchRequest[] = [];
  let ended = 0;
  class FakeWorker extends EventTarget implements StretchWorker {
    postMessage(request: StretchRequest): void {
      asked.push(request);
      const reply = replies.shift() ?? null;
      const event =
        reply === null ? new Event('error') : new MessageEvent('message', { data: reply });
      queueMicrotask(() => this.dispatchEvent(event));
    }
    terminate(): void {
      ended += 1;
    }
  }
  const stretcher = pinStretcher(() => new FakeWorker(), deviceMemory);
  return { stretcher, asked, ended: () => ended };
}

describe('what a phone can do', () => {
  it('is as much memory as the phone has to spare, and never less than the floor', () => {
    expect([undefined, 0.5, 1, 2, 4, 8].map((memory) => memoriesFor(memory)[0])).toEqual(
      [19, 19, 19, 46, 64, 64].map((mib) => mib * MIB),
    );
    expect(memoriesFor(8)).toEqual([64 * MIB, 46 * MIB, 19 * MIB]);
  });

  it('is as many passes as take about 700 ms, two to ten', () => {
    expect([0, 35, 100, 200, 350, 5_000].map(passesFor)).toEqual([10, 10, 7, 4, 2, 2]);
  });

  it('is measured by one pass', async () => {
    const { asked, ended, stretcher } = stretcherWith(4, stretched(140));
    expect(await stretcher.choose()).toEqual({
      status: 'chosen',
      stretched: { memory: 64 * MIB, passes: 5 },
    });
    expect(asked.map(({ by }) => by)).toEqual([{ memory: 64 * MIB, passes: 1 }]);
    expect(ended()).toBe(1);
  });

  it('takes less memory where the browser gives no more, and says where there is not even that', async () => {
    const failed: StretchReply = { status: 'failed' };
    expect(await stretcherWith(4, failed, stretched(100)).stretcher.choose()).toEqual({
      status: 'chosen',
      stretched: { memory: 46 * MIB, passes: 7 },
    });
    expect(await stretcherWith(1, failed).stretcher.choose()).toEqual({ status: 'noMemory' });
    expect(await stretcherWith(1, { status: 'unable' }).stretcher.choose()).toEqual({
      status: 'noWorker',
    });
  });
});

describe('a PIN', () => {
  const by = { memory: 46 * MIB, passes: 4 };
  const salt = new Uint8Array(16);

  it('is stretched as it was stretched when it was set, whatever the phone could do by now', async () => {
    const { asked, stretcher } = stretcherWith(1, stretched(9_000));
    expect(await stretcher.stretch('739105', salt, by)).toEqual({ status: 'stretched', bytes });
    expect(asked).toEqual([{ pin: '739105', salt, by }]);
  });

  it('is tried once more in a new worker where memory was missing', async () => {
    const { ended, stretcher } = stretcherWith(4, { status: 'failed' }, stretched(9));
    expect(await stretcher.stretch('739105', salt, by)).toMatchObject({ status: 'stretched' });
    expect(ended()).toBe(2);
    const none = stretcherWith(4, { status: 'failed' }, { status: 'failed' });
    expect(await none.stretcher.stretch('739105', salt, by)).toEqual({ status: 'noMemory' });
  });

  it('is not stretched where the code could not be had', async () => {
    const { ended, stretcher } = stretcherWith(4, null);
    expect(await stretcher.stretch('739105', salt, by)).toEqual({ status: 'noWorker' });
    expect(ended()).toBe(1);
  });
});
