import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  capOf,
  MAX_RETRY_AFTER_MS,
  nextAttemptAt,
  PROBE_EVERY_MS,
  retryAfterAt,
  trustedTime,
} from '../../src/domain/backoff.ts';

const now = Date.UTC(2026, 5, 1);
const kinds = fc.constantFrom('network', 'server', 'held');
const uniform = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('the next attempt', () => {
  it('is never in the past and never further than the cap', () => {
    fc.assert(
      fc.property(kinds, fc.integer({ min: -1, max: 5000 }), uniform, (kind, attempts, random) => {
        const at = nextAttemptAt(kind, attempts, now, () => random);
        expect(at).toBeGreaterThanOrEqual(now);
        expect(at).toBeLessThanOrEqual(now + capOf(kind));
      }),
    );
  });

  it('doubles its limit with every attempt, up to the cap', () => {
    const ceiling = (kind: 'network' | 'server', attempts: number) =>
      nextAttemptAt(kind, attempts, 0, () => 1);
    expect([0, 1, 2, 7, 8, 60].map((n) => ceiling('network', n))).toEqual([
      2000, 4000, 8000, 256_000, 300_000, 300_000,
    ]);
    expect([0, 1, 6, 7].map((n) => ceiling('server', n))).toEqual([
      10_000, 20_000, 640_000, 900_000,
    ]);
  });

  it('is uniform over the whole range', () => {
    expect(nextAttemptAt('network', 3, 0, () => 0)).toBe(0);
    expect(nextAttemptAt('network', 3, 0, () => 0.5)).toBe(8000);
  });

  it('is half an hour away if a person must act', () => {
    expect(nextAttemptAt('held', 0, now, () => 0)).toBe(now + PROBE_EVERY_MS);
    expect(nextAttemptAt('held', 9, now, () => 0.99)).toBe(now + PROBE_EVERY_MS);
  });

  it('is never before the server’s time, which counts for at most an hour', () => {
    fc.assert(
      fc.property(kinds, uniform, fc.integer({ min: 0, max: 1e9 }), (kind, random, wait) => {
        const at = nextAttemptAt(kind, 0, now, () => random, now + wait);
        expect(at).toBeGreaterThanOrEqual(now + Math.min(wait, MAX_RETRY_AFTER_MS));
        expect(at).toBeLessThanOrEqual(now + Math.max(capOf(kind), MAX_RETRY_AFTER_MS));
      }),
    );
  });
});

describe('a stored time', () => {
  it('is used unless it is further away than any wait', () => {
    expect(trustedTime(now + 5000, now)).toBe(now + 5000);
    expect(trustedTime(now + MAX_RETRY_AFTER_MS, now)).toBe(now + MAX_RETRY_AFTER_MS);
    expect(trustedTime(now + MAX_RETRY_AFTER_MS + 1, now)).toBe(now);
    expect(trustedTime(now + 365 * 86_400_000, now)).toBe(now);
    expect(trustedTime(now - 1, now)).toBe(now - 1);
  });
});

describe('Retry-After', () => {
  it.each([
    [{}, null],
    [{ 'retry-after': '' }, null],
    [{ 'retry-after': 'soon' }, null],
    [{ 'retry-after': '0' }, now],
    [{ 'retry-after': ' 120 ' }, now + 120_000],
    [{ 'Retry-After': '2' }, now + 2000],
    [{ 'retry-after': '999999' }, now + MAX_RETRY_AFTER_MS],
    [{ 'retry-after': new Date(now + 60_000).toUTCString() }, now + 60_000],
    [{ 'retry-after': new Date(now - 60_000).toUTCString() }, now],
  ] as [Record<string, string>, number | null][])('%o is %s', (headers, at) => {
    expect(retryAfterAt(headers, now)).toBe(at);
  });
});
