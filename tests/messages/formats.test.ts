import { describe, expect, it } from 'vitest';
import { formatBytes, formatRand, formatWhen } from '../../src/messages/formats.ts';

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

describe('an amount of money', () => {
  it.each([
    [0, 'R 0,00'],
    [5, 'R 5,00'],
    [1234.56, 'R 1 234,56'],
    [-1234.56, '-R 1 234,56'],
    [9_876_543.21, 'R 9 876 543,21'],
    [0.005, 'R 0,01'],
  ])('%d is shown as %s', (amount, text) => expect(plain(formatRand(amount))).toBe(text));

  it('adds a percentage before it rounds', () => {
    expect(plain(formatRand(100, 15))).toBe('R 115,00');
    expect(plain(formatRand(0.29, 15))).toBe('R 0,33');
    expect(formatRand(100, 0)).toBe(formatRand(100));
  });
});

describe('a size', () => {
  it.each([
    [0, '0 bytes'],
    [812, '812 bytes'],
    [1000, '1 kB'],
    [46_400, '46 kB'],
    [999_499, '999 kB'],
    [999_500, '1 MB'],
    [1_240_000, '1,2 MB'],
    [3_000_000_000, '3 GB'],
    [5_000_000_000_000, '5 000 GB'],
  ])('of %d bytes is shown as %s', (bytes, text) => expect(plain(formatBytes(bytes))).toBe(text));
});

describe('a point in time', () => {
  it('is shown with day, month, year and the 24-hour clock', () => {
    expect(plain(formatWhen(new Date(2026, 10, 21, 14, 5)))).toBe('21 Nov 2026, 14:05');
    expect(plain(formatWhen(new Date(2026, 0, 2, 0, 7).getTime()))).toBe('02 Jan 2026, 00:07');
  });
});

it.each([Number.NaN, 9e15, Infinity, 'x' as unknown as number, new Date('never')])(
  'is shown for any stored value: %s',
  (odd) => {
    expect(formatWhen(odd)).toBe('time unknown');
    expect(() => formatBytes(Number(odd))).not.toThrow();
    expect(() => formatRand(Number(odd))).not.toThrow();
  },
);
