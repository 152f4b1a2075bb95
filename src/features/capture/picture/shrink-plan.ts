import type { ImageHeader } from './header-result.ts';

/** An uploaded picture weighs no more than this. */
export const MAX_BYTES = 250_000;
/** A picture that claims more is refused before anything is decoded. */
const MAX_PIXELS = 100_000_000;
/** Where every pixel must be unpacked (4 bytes each), a phone with 2 GB stands half of that. */
const MAX_UNPACKED_PIXELS = 50_000_000;
/** Long side that keeps 10-point text of an A4 page legible, and the longest that a long slip may have. */
const LONG_SIDE_PX = 1600;
const MAX_SIDE_PX = 2000;
/** A long slip gets as many pixels as a 4:3 picture, so that its text stays legible too. */
const USUAL_PIXELS = 1600 * 1200;

export type Size = Readonly<{ width: number; height: number }>;
export type Attempt = Size & Readonly<{ quality: number }>;

export const holdsTooManyPixels = (header: ImageHeader): boolean =>
  header.width * header.height > (header.decodesSmall ? MAX_PIXELS : MAX_UNPACKED_PIXELS);

const scaled = ({ width, height }: Size, scale: number): Size => ({
  width: Math.max(1, Math.round(width * scale)),
  height: Math.max(1, Math.round(height * scale)),
});

/** The size to keep, for stored pixels `size`. What is small already keeps its own. */
export function sizeToKeep(size: Size, bytes: number): Size {
  const longest = Math.max(size.width, size.height);
  if (bytes <= MAX_BYTES && longest <= MAX_SIDE_PX) return size;
  const wanted = Math.max(
    LONG_SIDE_PX / longest,
    Math.sqrt(USUAL_PIXELS / (size.width * size.height)),
  );
  return scaled(size, Math.min(1, MAX_SIDE_PX / longest, wanted));
}

/** How far below and above the size to keep a decoded size may lie and be kept as it is: sharper than one resized. */
const MIN_SHARE_KEPT = 0.93;
const MAX_SHARE_KEPT = 1.1;

/**
 * The size to ask a JPEG decoder for, and what to keep of it. Such a decoder reaches only eighths of the stored size, with
 * memory and time in proportion: the smallest eighth that will do.
 */
export function planDecoding(stored: Size, kept: Size): Readonly<{ decoded: Size; kept: Size }> {
  const ratio = kept.width / stored.width;
  const eighths = Math.min(8, Math.max(1, Math.ceil(ratio * MIN_SHARE_KEPT * 8)));
  const decoded = {
    width: Math.ceil((stored.width * eighths) / 8),
    height: Math.ceil((stored.height * eighths) / 8),
  };
  const fits = eighths / 8 <= ratio * MAX_SHARE_KEPT;
  const isShort = Math.max(decoded.width, decoded.height) <= MAX_SIDE_PX;
  return { decoded, kept: fits && isShort ? decoded : kept };
}

/** What to try, best first, until one fits; the last always does. */
export function attemptsFor(kept: Size): readonly Attempt[] {
  return [
    { ...kept, quality: 0.6 },
    { ...kept, quality: 0.5 },
    { ...kept, quality: 0.4 },
    { ...scaled(kept, 0.8), quality: 0.4 },
    { ...scaled(kept, 0.6), quality: 0.4 },
    { ...scaled(kept, 0.4), quality: 0.3 },
  ];
}
