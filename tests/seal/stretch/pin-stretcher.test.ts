import { describe, expect, it } from 'vitest';
import { pinStretcher, type StretchWorker } from '../../../src/seal/stretch/pin-stretcher.ts';
import {
  memoriesFor,
  type StretchReply,
  type StretchRequest,
} from '../../../src/seal/stretch/stretching.ts';

const MIB = 1024;
const bytes = new Uint8Array(32).fill(7);
const stretched = (tookMs: number): StretchReply => ({ status: 'stretched', bytes, tookMs });

/** Answers like a phone with these times (ms) for a worker's start, and for each pass over the memory. */
const phone = (startMs: number, passMs: number, { by }: StretchRequest): StretchReply =>
  stretched(startMs + passMs * by.passes);

type Reply = StretchReply | null | ((request: StretchRequest) => StretchReply);

/**
 * Makes workers that answer with the next of `replies`. If a reply is a function, it answers all further requests. Null: the worker's
 * script does not load.
 */
function stretcherWith(deviceMemory: number | undefined, ...replies: Reply[]) {
  const asked: StretchRequest[] = [];
  let ended = 0;
  class FakeWorker extends EventTarget implements StretchWorker {
    postMessage(request: StretchRequest): void {
      asked.push(request);
      const next = typeof replies[0] === 'function' ? replies[0] : (replies.shift() ?? null);
      const reply = typeof next === 'function' ? next(request) : next;
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

describe('the chosen parameters', () => {
  it('use as much memory as the phone can spare, and at least the minimum', () => {
    expect([undefined, 0.5, 1, 2, 4, 8].map((memory) => memoriesFor(memory)[0])).toEqual(
      [19, 19, 19, 46, 64, 64].map((mib) => mib * MIB),
    );
    expect(memoriesFor(8)).toEqual([64 * MIB, 46 * MIB, 19 * MIB]);
  });

  it.each([
    // The start takes longer than a pass, as in browsers: the browser allocates the memory, and the code is not optimised yet.
    [300, 70],
    [190, 110],
    [95, 55],
    [20, 200],
    [0, 120],
    [350, 150],
  ])('with a start of %i ms and passes of %i ms take 0.5 to 1.2 s', async (startMs, passMs) => {
    const { stretcher } = stretcherWith(4, (request) => phone(startMs, passMs, request));
    const chosen = await stretcher.choose();
    if (chosen.status !== 'chosen') throw new Error(chosen.status);
    const { memory, passes } = chosen.stretched;
    expect(memory).toBe(64 * MIB);
    expect(startMs + passMs * passes).toBeGreaterThanOrEqual(500);
    expect(startMs + passMs * passes).toBeLessThanOrEqual(1200);
  });

  it('have at least two passes and at most ten', async () => {
    const passesOf = async (startMs: number, passMs: number) =>
      stretcherWith(1, (request) => phone(startMs, passMs, request)).stretcher.choose();
    const stretching = (passes: number) => ({
      status: 'chosen',
      stretched: { memory: 19 * MIB, passes },
    });
    expect(await passesOf(900, 2_000)).toEqual(stretching(2));
    expect(await passesOf(0, 0)).toEqual(stretching(10));
    expect(await passesOf(3, 9)).toEqual(stretching(10));
  });

  it('do not depend on one measurement that was slow by chance', async () => {
    // One pass took 340 ms, and two passes took 350 ms. This must not lead to 170 passes in 700 ms.
    const { stretcher } = stretcherWith(1, stretched(340), stretched(350));
    expect(await stretcher.choose()).toMatchObject({ stretched: { passes: 6 } });
  });

  it('are measured by one pass, then by as many as fit into the time', async () => {
    const { asked, ended, stretcher } = stretcherWith(4, (request) => phone(90, 50, request));
    expect(await stretcher.choose()).toEqual({
      status: 'chosen',
      stretched: { memory: 64 * MIB, passes: 10 },
    });
    expect(asked.map(({ by }) => by)).toEqual([
      { memory: 64 * MIB, passes: 1 },
      { memory: 64 * MIB, passes: 5 },
    ]);
    expect(ended()).toBe(2);
  });

  it('use less memory if the browser gives no more, or report that it is too little', async () => {
    const failed: StretchReply = { status: 'failed' };
    const chosen = { status: 'chosen', stretched: { memory: 46 * MIB, passes: 7 } };
    const quick = [stretched(100), stretched(700)];
    expect(await stretcherWith(4, failed, ...quick).stretcher.choose()).toEqual(chosen);
    // The browser gives this memory once, but not a second time.
    const scarce = stretcherWith(4, stretched(100), failed, ...quick);
    expect(await scarce.stretcher.choose()).toEqual(chosen);
    expect(await stretcherWith(1, failed).stretcher.choose()).toEqual({ status: 'noMemory' });
    expect(await stretcherWith(1, { status: 'unable' }).stretcher.choose()).toEqual({
      status: 'noWorker',
    });
  });
});

describe('a PIN', () => {
  const by = { memory: 46 * MIB, passes: 4 };
  const salt = new Uint8Array(16);

  it('is stretched with the stored parameters', async () => {
    const { asked, stretcher } = stretcherWith(1, stretched(9_000));
    expect(await stretcher.stretch('739105', salt, by)).toEqual({ status: 'stretched', bytes });
    expect(asked).toEqual([{ pin: '739105', salt, by }]);
  });

  it('is tried again in a new worker if memory was missing', async () => {
    const { ended, stretcher } = stretcherWith(4, { status: 'failed' }, stretched(9));
    expect(await stretcher.stretch('739105', salt, by)).toMatchObject({ status: 'stretched' });
    expect(ended()).toBe(2);
    const none = stretcherWith(4, { status: 'failed' }, { status: 'failed' });
    expect(await none.stretcher.stretch('739105', salt, by)).toEqual({ status: 'noMemory' });
  });

  it('is not stretched if the code cannot be loaded', async () => {
    const { ended, stretcher } = stretcherWith(4, null);
    expect(await stretcher.stretch('739105', salt, by)).toEqual({ status: 'noWorker' });
    expect(ended()).toBe(1);
  });
});
