import type { PictureType } from '../../../domain/forms/sent-files.ts';
import type { ImageHeader, Orientation } from './image-header.ts';

/** The largest size of an uploaded picture. */
export const MAX_BYTES = 250_000;
/** If the header states more pixels, the picture is refused before it is decoded. */
const MAX_PIXELS = 100_000_000;
/**
 * The limit for pictures that cannot be decoded at a smaller size (4 bytes a pixel). A phone with 2 GB has memory for
 * this.
 */
const MAX_UNPACKED_PIXELS = 50_000_000;
/**
 * At this long side, a general OCR misreads at most one more 10-point letter in a hundred than in the original. For the
 * same file size, more pixels at a lower quality keep more text (`npm run bench image-shrinking`). A long slip may be
 * up to `MAX_SIDE_PX` long.
 */
const LONG_SIDE_PX = 1800;
const MAX_SIDE_PX = 2000;
/** A long slip may have as many pixels as a 4:3 picture, so that its text stays legible. */
const USUAL_PIXELS = LONG_SIDE_PX * LONG_SIDE_PX * 0.75;

export type Size = Readonly<{ width: number; height: number }>;
export type Attempt = Size & Readonly<{ quality: number }>;

export const holdsTooManyPixels = (header: ImageHeader): boolean =>
  header.width * header.height > (header.decodesSmall ? MAX_PIXELS : MAX_UNPACKED_PIXELS);

const scaled = ({ width, height }: Size, scale: number): Size => ({
  width: Math.max(1, Math.round(width * scale)),
  height: Math.max(1, Math.round(height * scale)),
});

/** The target size for a picture of this size. A picture that is small enough keeps its size. */
export function sizeToKeep(size: Size, bytes: number): Size {
  const longest = Math.max(size.width, size.height);
  if (bytes <= MAX_BYTES && longest <= MAX_SIDE_PX) return size;
  const wanted = Math.max(
    LONG_SIDE_PX / longest,
    Math.sqrt(USUAL_PIXELS / (size.width * size.height)),
  );
  return scaled(size, Math.min(1, MAX_SIDE_PX / longest, wanted));
}

/**
 * If a decoded picture's size is within these factors of the wanted size, the picture is not resized, because that
 * blurs it.
 */
const MIN_SHARE_KEPT = 0.93;
const MAX_SHARE_KEPT = 1.1;

/**
 * The size to request from a JPEG decoder, and the final size. A JPEG decoder scales only by eighths, and its memory
 * and time grow with the size. So the smallest sufficient eighth is chosen.
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

/**
 * The qualities for the full target size: 12 megapixels become 107 kB of WebP or 178 kB of JPEG (`npm run bench
 * image-shrinking`).
 */
const QUALITIES: Readonly<Record<PictureType, readonly number[]>> = {
  'image/webp': [0.33],
  'image/jpeg': [0.45, 0.4],
};

/** The sizes and qualities to try, in order, until the file is small enough. The last one is always small enough. */
export const attemptsFor = (kept: Size, type: PictureType): readonly Attempt[] => [
  ...QUALITIES[type].map((quality) => ({ ...kept, quality })),
  { ...scaled(kept, 0.8), quality: 0.4 },
  { ...scaled(kept, 0.6), quality: 0.4 },
  { ...scaled(kept, 0.4), quality: 0.3 },
];

export const uprightSize = ({ width, height }: Size, orientation: Orientation): Size =>
  orientation >= 5 ? { width: height, height: width } : { width, height };

type Matrix = readonly [number, number, number, number, number, number];

/** The canvas transform for each of EXIF's eight orientations. `width` and `height`: before the rotation. */
export function uprightTransform({ width, height }: Size, orientation: Orientation): Matrix {
  switch (orientation) {
    case 1:
      return [1, 0, 0, 1, 0, 0];
    case 2:
      return [-1, 0, 0, 1, width, 0];
    case 3:
      return [-1, 0, 0, -1, width, height];
    case 4:
      return [1, 0, 0, -1, 0, height];
    case 5:
      return [0, 1, 1, 0, 0, 0];
    case 6:
      return [0, 1, -1, 0, height, 0];
    case 7:
      return [0, -1, -1, 0, height, width];
    case 8:
      return [0, -1, 1, 0, 0, width];
  }
}

/**
 * Draws the picture upright into a canvas of `uprightSize`. The background is white, because a picture may be
 * transparent.
 */
export function drawUpright(
  context: CanvasDrawImage &
    CanvasRect &
    CanvasTransform &
    CanvasFillStrokeStyles &
    CanvasImageSmoothing,
  image: CanvasImageSource,
  size: Size,
  orientation: Orientation,
): void {
  const upright = uprightSize(size, orientation);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, upright.width, upright.height);
  context.imageSmoothingQuality = 'high';
  context.setTransform(...uprightTransform(size, orientation));
  context.drawImage(image, 0, 0, size.width, size.height);
  context.resetTransform();
}
