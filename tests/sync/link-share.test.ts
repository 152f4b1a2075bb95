import { describe, expect, it } from 'vitest';
import { LinkShare } from '../../src/sync/drain/concurrency.ts';

const file = 60_000;

describe('how many files share the link', () => {
  it('is three for each of three that run together, the one that ends last too', () => {
    const link = new LinkShare();
    const shares = [0, 0, 0].map((at) => link.begin(at, file));
    const averages = shares.map((share) => {
      const average = share.average(900);
      share.end(900);
      return average;
    });
    for (const average of averages) expect(average).toBeCloseTo(3);
  });

  it('is what it was on average, where one came later', () => {
    const link = new LinkShare();
    const first = link.begin(0, file);
    const second = link.begin(500, file);
    // 500 ms alone, and the half of 500 ms.
    expect(first.average(1000)).toBeCloseTo(1000 / 750);
    first.end(1000);
    expect(second.average(1500)).toBeCloseTo(1000 / 750);
  });

  it('starts anew each time it is asked', () => {
    const link = new LinkShare();
    const first = link.begin(0, file);
    link.begin(0, file);
    expect(first.average(100)).toBeCloseTo(2);
    link.begin(100, file);
    expect(first.average(200)).toBeCloseTo(3);
  });

  it('counts no step without a file, nor a time that has not passed', () => {
    const link = new LinkShare();
    link.begin(0, 0);
    const share = link.begin(0, file);
    expect(share.average(0)).toBe(1);
    expect(share.average(100)).toBeCloseTo(1);
  });
});
