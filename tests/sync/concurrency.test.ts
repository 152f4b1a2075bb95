import { describe, expect, it } from 'vitest';
import { Concurrency } from '../../src/sync/drain/concurrency.ts';

const minute = 60_000;
const photo = 300_000;

/** Lanes that have seen a form come through and then a signature of 10 kB at this many bytes a ms. */
function measured(bytesPerMs: number): Concurrency {
  const lanes = new Concurrency(false);
  lanes.success(0, { bytes: 0, tookMs: 310, together: 1 });
  lanes.success(0, { bytes: 10_000, tookMs: 310 + 10_000 / bytesPerMs, together: 1 });
  return lanes;
}

/** Files that were started at these ticks. */
const files = (...bytes: number[]) => bytes.map((each) => ({ bytes: each, startedAt: 0 }));
/** Long after those were started. */
const later = minute;

describe('lanes', () => {
  it('are three on a good link', () => {
    const lanes = measured(500);
    expect(lanes.mayAdd(files(photo), photo, later)).toBe(true);
    expect(lanes.mayAdd(files(photo, photo), photo, later)).toBe(true);
    expect(lanes.mayAdd(files(photo, photo, photo), 10_000, later)).toBe(false);
  });

  it('are four once the link has carried a dozen steps, and never more', () => {
    const lanes = measured(500);
    for (let n = 0; n < 30; n += 1) lanes.success(n, { bytes: 0, tookMs: 310, together: 1 });
    expect(lanes.mayAdd(files(photo, photo, photo), photo, later)).toBe(true);
    expect(lanes.mayAdd(files(photo, photo, photo, photo), 0, later)).toBe(false);
  });

  it('are as many on a slow link as can be sent again in ten seconds, and always one', () => {
    const lanes = measured(32);
    expect(lanes.mayAdd([], 10 * photo, later)).toBe(true);
    expect(lanes.mayAdd(files(photo), photo, later)).toBe(false);
    expect(lanes.mayAdd(files(photo / 2), photo / 2, later)).toBe(true);
    expect(lanes.mayAdd(files(60_000, 60_000), 60_000, later)).toBe(true);
  });

  it('start a file when those before it are about half sent, and a text step at once', () => {
    const lanes = measured(100);
    const [first, second] = [
      { bytes: 100_000, startedAt: 1000 },
      { bytes: 60_000, startedAt: 1600 },
    ];
    expect(lanes.opensAt([first])).toBeCloseTo(1500);
    expect(lanes.mayAdd([first], 60_000, 1499)).toBe(false);
    expect(lanes.mayAdd([first], 0, 1001)).toBe(true);
    expect(lanes.mayAdd([first], 60_000, 1501)).toBe(true);
    expect(lanes.opensAt([first, second])).toBeCloseTo(1900);
  });

  it('share what they measure: three files that took three times as long show the same link', () => {
    const lanes = new Concurrency(false);
    for (let n = 0; n < 3; n += 1)
      lanes.success(0, { bytes: photo, tookMs: (3 * photo) / 100, together: 3 });
    expect(lanes.mayAdd(files(photo, photo), photo, later)).toBe(true);
    expect(lanes.mayAdd(files(photo, photo), 2 * photo, later)).toBe(false);
  });

  it('follow a link that becomes slow', () => {
    const lanes = measured(500);
    for (let n = 0; n < 4; n += 1)
      lanes.success(0, { bytes: photo, tookMs: photo / 16, together: 1 });
    expect(lanes.mayAdd(files(photo), photo, later)).toBe(false);
  });

  it('are one after a cut, until four steps came through and a minute has passed', () => {
    const lanes = measured(500);
    lanes.cut(minute);
    for (let n = 0; n < 6; n += 1)
      lanes.success(minute + n, { bytes: 0, tookMs: 310, together: 1 });
    expect(lanes.mayAdd(files(10_000), 10_000, later)).toBe(false);
    lanes.success(2 * minute, { bytes: 0, tookMs: 310, together: 1 });
    expect(lanes.mayAdd(files(10_000), 10_000, 2 * minute)).toBe(true);
  });

  it('are one after a wait for the network, until four steps came through', () => {
    const lanes = new Concurrency(true);
    for (let n = 0; n < 3; n += 1) lanes.success(n, { bytes: 0, tookMs: 310, together: 1 });
    expect(lanes.mayAdd(files(0), 0, later)).toBe(false);
    lanes.success(3, { bytes: 0, tookMs: 310, together: 1 });
    expect(lanes.mayAdd(files(0), 0, later)).toBe(true);
  });
});
