import { describe, expect, it } from 'vitest';
import { BandwidthShare, Concurrency } from '../../../src/sync/drain/concurrency.ts';

describe('concurrency', () => {
  const minute = 60_000;
  const photo = 300_000;

  /** Returns the state after a form and a signature of 10 kB were sent, at this many bytes per ms. */
  function measured(bytesPerMs: number): Concurrency {
    const concurrency = new Concurrency(false);
    concurrency.success(0, { bytes: 0, tookMs: 310, concurrent: 1 });
    concurrency.success(0, { bytes: 10_000, tookMs: 310 + 10_000 / bytesPerMs, concurrent: 1 });
    return concurrency;
  }

  /** Files of these sizes, whose uploads started at tick 0. */
  const files = (...bytes: number[]) => bytes.map((each) => ({ bytes: each, startedAt: 0 }));
  /** A time long after these uploads started. */
  const later = minute;

  describe('the number of concurrent calls', () => {
    it('is three on a good connection', () => {
      const concurrency = measured(500);
      expect(concurrency.mayAdd(files(photo), photo, later)).toBe(true);
      expect(concurrency.mayAdd(files(photo, photo), photo, later)).toBe(true);
      expect(concurrency.mayAdd(files(photo, photo, photo), 10_000, later)).toBe(false);
    });

    it('is four after a dozen steps, and never more', () => {
      const concurrency = measured(500);
      for (let n = 0; n < 30; n += 1)
        concurrency.success(n, { bytes: 0, tookMs: 310, concurrent: 1 });
      expect(concurrency.mayAdd(files(photo, photo, photo), photo, later)).toBe(true);
      expect(concurrency.mayAdd(files(photo, photo, photo, photo), 0, later)).toBe(false);
    });

    it('is limited on a slow connection to ten seconds of repeats, and at least one', () => {
      const concurrency = measured(32);
      expect(concurrency.mayAdd([], 10 * photo, later)).toBe(true);
      expect(concurrency.mayAdd(files(photo), photo, later)).toBe(false);
      expect(concurrency.mayAdd(files(photo / 2), photo / 2, later)).toBe(true);
      expect(concurrency.mayAdd(files(60_000, 60_000), 60_000, later)).toBe(true);
    });

    it('starts a file when the earlier ones are about half sent, and a text step at once', () => {
      const concurrency = measured(100);
      const [first, second] = [
        { bytes: 100_000, startedAt: 1000 },
        { bytes: 60_000, startedAt: 1600 },
      ];
      expect(concurrency.nextFileAt([first])).toBeCloseTo(1500);
      expect(concurrency.mayAdd([first], 60_000, 1499)).toBe(false);
      expect(concurrency.mayAdd([first], 0, 1001)).toBe(true);
      expect(concurrency.mayAdd([first], 60_000, 1501)).toBe(true);
      expect(concurrency.nextFileAt([first, second])).toBeCloseTo(1900);
    });

    it('measures the same connection for three files at once', () => {
      const concurrency = new Concurrency(false);
      for (let n = 0; n < 3; n += 1)
        concurrency.success(0, { bytes: photo, tookMs: (3 * photo) / 100, concurrent: 3 });
      expect(concurrency.mayAdd(files(photo, photo), photo, later)).toBe(true);
      expect(concurrency.mayAdd(files(photo, photo), 2 * photo, later)).toBe(false);
    });

    it('follows a connection that becomes slow', () => {
      const concurrency = measured(500);
      for (let n = 0; n < 4; n += 1)
        concurrency.success(0, { bytes: photo, tookMs: photo / 16, concurrent: 1 });
      expect(concurrency.mayAdd(files(photo), photo, later)).toBe(false);
    });

    it('is one after a lost connection, until four steps succeeded and a minute has passed', () => {
      const concurrency = measured(500);
      concurrency.connectionLost(minute);
      for (let n = 0; n < 6; n += 1)
        concurrency.success(minute + n, { bytes: 0, tookMs: 310, concurrent: 1 });
      expect(concurrency.mayAdd(files(10_000), 10_000, later)).toBe(false);
      concurrency.success(2 * minute, { bytes: 0, tookMs: 310, concurrent: 1 });
      expect(concurrency.mayAdd(files(10_000), 10_000, 2 * minute)).toBe(true);
    });

    it('is one after a wait for the network, until four steps succeeded', () => {
      const concurrency = new Concurrency(true);
      for (let n = 0; n < 3; n += 1)
        concurrency.success(n, { bytes: 0, tookMs: 310, concurrent: 1 });
      expect(concurrency.mayAdd(files(0), 0, later)).toBe(false);
      concurrency.success(3, { bytes: 0, tookMs: 310, concurrent: 1 });
      expect(concurrency.mayAdd(files(0), 0, later)).toBe(true);
    });
  });
});

describe('the share of the connection', () => {
  const file = 60_000;

  describe('the number of files on the connection', () => {
    it('is three for each of three that run together, also for the last one', () => {
      const link = new BandwidthShare();
      const shares = [0, 0, 0].map((at) => link.begin(at, file));
      const averages = shares.map((share) => {
        const average = share.average(900);
        share.end(900);
        return average;
      });
      for (const average of averages) expect(average).toBeCloseTo(3);
    });

    it('is the average if a file started later', () => {
      const link = new BandwidthShare();
      const first = link.begin(0, file);
      const second = link.begin(500, file);
      // The file had the link alone for 500 ms, then half of the link for 500 ms.
      expect(first.average(1000)).toBeCloseTo(1000 / 750);
      first.end(1000);
      expect(second.average(1500)).toBeCloseTo(1000 / 750);
    });

    it('starts again at each call', () => {
      const link = new BandwidthShare();
      const first = link.begin(0, file);
      link.begin(0, file);
      expect(first.average(100)).toBeCloseTo(2);
      link.begin(100, file);
      expect(first.average(200)).toBeCloseTo(3);
    });

    it('counts no step without a file, and no empty time', () => {
      const link = new BandwidthShare();
      link.begin(0, 0);
      const share = link.begin(0, file);
      expect(share.average(0)).toBe(1);
      expect(share.average(100)).toBeCloseTo(1);
    });
  });
});
