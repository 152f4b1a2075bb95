import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Orientation } from '../../../../src/features/capture/picture/image-header.ts';
import {
  attemptsFor,
  holdsTooManyPixels,
  planDecoding,
  sizeToKeep,
  uprightSize,
  uprightTransform,
} from '../../../../src/features/capture/picture/shrink-plan.ts';

const header = (width: number, height: number, decodesSmall: boolean) => ({
  width,
  height,
  decodesSmall,
  orientation: 1 as const,
  exif: [],
  dataStart: 0,
});
const size = fc.record({
  width: fc.integer({ min: 1, max: 12_000 }),
  height: fc.integer({ min: 1, max: 12_000 }),
});

describe('the target size', () => {
  it('has a long side of 1800 for a 12-megapixel photo', () => {
    expect(sizeToKeep({ width: 4000, height: 3000 }, 3e6)).toEqual({ width: 1800, height: 1350 });
    expect(sizeToKeep({ width: 3000, height: 4000 }, 3e6)).toEqual({ width: 1350, height: 1800 });
  });

  it('gives a long slip as many pixels, up to a long side of 2000', () => {
    expect(sizeToKeep({ width: 8000, height: 1000 }, 3e6)).toEqual({ width: 2000, height: 250 });
    expect(sizeToKeep({ width: 4000, height: 2800 }, 3e6)).toEqual({ width: 1863, height: 1304 });
  });

  it('is the picture’s size if it is already small', () => {
    expect(sizeToKeep({ width: 2000, height: 1500 }, 240_000).width).toBe(2000);
    expect(sizeToKeep({ width: 800, height: 600 }, 900_000).width).toBe(800);
  });

  it('never exceeds the picture, nor 2000 on its long side, and keeps the ratio', () => {
    fc.assert(
      fc.property(size, fc.integer({ min: 1, max: 1e7 }), (stored, bytes) => {
        const kept = sizeToKeep(stored, bytes);
        expect(kept.width).toBeLessThanOrEqual(stored.width);
        expect(Math.max(kept.width, kept.height)).toBeLessThanOrEqual(2000);
        const scale = Math.max(kept.width / stored.width, kept.height / stored.height);
        expect(Math.abs(stored.width * scale - kept.width)).toBeLessThan(
          1 + stored.width / stored.height,
        );
      }),
    );
  });
});

describe('decoding a JPEG', () => {
  const plan = (width: number, height: number) => {
    const stored = { width, height };
    return planDecoding(stored, sizeToKeep(stored, 3e6));
  };

  it('requests the smallest sufficient eighth, and keeps it if it is close enough', () => {
    const below = { width: 1763, height: 1322 };
    expect(plan(4700, 3525)).toEqual({ decoded: below, kept: below });
    const above = { width: 1850, height: 1388 };
    expect(plan(3700, 2775)).toEqual({ decoded: above, kept: above });
    expect(plan(4000, 3000)).toEqual({
      decoded: { width: 2000, height: 1500 },
      kept: { width: 1800, height: 1350 },
    });
  });

  it('never keeps more than it decodes, nor much less than wanted', () => {
    fc.assert(
      fc.property(size, (stored) => {
        const wanted = sizeToKeep(stored, 3e6);
        const { decoded, kept } = planDecoding(stored, wanted);
        expect(decoded.width).toBeLessThanOrEqual(stored.width);
        expect(kept.width).toBeGreaterThanOrEqual(wanted.width * 0.92 - 1);
        expect(decoded.width).toBeGreaterThanOrEqual(kept.width * 0.92 - 1);
        expect(Math.max(kept.width, kept.height)).toBeLessThanOrEqual(2000);
      }),
    );
  });
});

describe('limits', () => {
  it('refuse a picture that a phone cannot decode, before decoding', () => {
    expect(holdsTooManyPixels(header(30_000, 30_000, false))).toBe(true);
    expect(holdsTooManyPixels(header(8000, 6000, false))).toBe(false);
    expect(holdsTooManyPixels(header(9000, 6000, false))).toBe(true);
    expect(holdsTooManyPixels(header(9000, 6000, true))).toBe(false);
    expect(holdsTooManyPixels(header(12_000, 9000, true))).toBe(true);
  });

  it('end with a picture that always fits', () => {
    for (const [type, quality] of [
      ['image/webp', 0.33],
      ['image/jpeg', 0.45],
    ] as const) {
      const attempts = attemptsFor({ width: 1800, height: 1350 }, type);
      expect(attempts[0]).toEqual({ width: 1800, height: 1350, quality });
      expect(attempts.at(-1)).toEqual({ width: 720, height: 540, quality: 0.3 });
    }
  });
});

describe('the upright orientation', () => {
  /** The place of the stored top left corner after the rotation, as EXIF defines it. */
  const corners: Readonly<Record<Orientation, readonly [number, number]>> = {
    1: [0, 0],
    2: [40, 0],
    3: [40, 30],
    4: [0, 30],
    5: [0, 0],
    6: [30, 0],
    7: [30, 40],
    8: [0, 40],
  };

  it.each([1, 2, 3, 4, 5, 6, 7, 8] as const)(
    'maps all of the picture onto its canvas: %i',
    (orientation) => {
      const stored = { width: 40, height: 30 };
      const [a, b, c, d, e, f] = uprightTransform(stored, orientation);
      const at = (x: number, y: number) => [a * x + c * y + e, b * x + d * y + f];
      const upright = uprightSize(stored, orientation);
      expect(at(0, 0)).toEqual(corners[orientation]);
      expect(at(20, 15)).toEqual([upright.width / 2, upright.height / 2]);
      const [x = 0, y = 0] = at(40, 30);
      expect([x + (corners[orientation][0] ?? 0), y + (corners[orientation][1] ?? 0)]).toEqual([
        upright.width,
        upright.height,
      ]);
    },
  );
});
