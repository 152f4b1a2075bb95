import { describe, expect, it } from 'vitest';
import { colours } from '../../vite/colours.ts';

/** Relative luminance and contrast as WCAG 2.2 defines them. */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high! + 0.05) / (low! + 0.05);
}

/** Each text colour with each background that it is used on. */
const textPairs = [
  ...['paper', 'surface', 'sunk'].flatMap((ground) => [
    ['ink', ground],
    ['ink-soft', ground],
    ['primary', ground],
    ['danger-text', ground],
    ['ok-text', ground],
  ]),
  ['on-primary', 'primary'],
  ['on-primary', 'primary-deep'],
  ['on-primary-tint', 'primary-tint'],
  ['ink', 'primary-tint'],
  ['ink-soft', 'primary-tint'],
  ['on-danger', 'danger'],
  ['danger-text', 'danger-bg'],
  ['warn-text', 'warn-bg'],
  ['ok-text', 'ok-bg'],
  ['info-text', 'info-bg'],
  ['on-hero', 'hero-top'],
  ['on-hero', 'hero-foot'],
  ['on-hero-soft', 'hero-top'],
  ['on-hero-soft', 'hero-foot'],
] as const;

/** The colours of a control, its state and its focus. */
const partPairs = [
  ...['paper', 'surface', 'sunk'].flatMap((ground) => [
    ['edge', ground],
    ['primary', ground],
    ['danger', ground],
  ]),
  // On every background at least one of the two is visible.
  ['focus', 'focus-gap'],
  ['sun', 'hero-top'],
  ['signal-on', 'paper'],
  ['signal-warn', 'paper'],
] as const;

describe.each(Object.entries(colours))('the %s palette', (_, palette) => {
  function measure(front: string, back: string): number {
    return contrast(palette.get(front)!, palette.get(back)!);
  }

  it.each(textPairs.map(([front, back]) => [front!, back!] as const))(
    'keeps the text %s on %s at 7:1 or more',
    (front, back) => expect(measure(front, back)).toBeGreaterThanOrEqual(7),
  );

  it.each(partPairs.map(([front, back]) => [front!, back!] as const))(
    'keeps the part %s on %s at 3:1 or more',
    (front, back) => expect(measure(front, back)).toBeGreaterThanOrEqual(3),
  );
});

it('computes the published contrast of black on white', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21);
});
