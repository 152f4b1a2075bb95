import type { PictureType } from '../../../domain/forms/sent-files.ts';
import type { ImageHeader, Orientation } from './image-header.ts';

/** The largest size of an uploaded picture. */
export const MAX_BYTES = 250_000;
/** A picture with more pixels in its header is refused before it is decoded. */
const MAX_PIXELS = 100_000_000;
/** The limit where every pixel must be decoded (4 bytes each): what a phone with 2 GB has memory for. */
const MAX_UNPACKED_PIXELS = 50_000_000;
/**
 * With this long side a general OCR misreads at most one letter of 10 points in a hundred more than in the original. For the same
 * bytes, more pixels of a lower quality keep more text (`npm run bench image-shrinking`). A long slip may be up to `MAX_SIDE_PX` long.
 */
const LONG_SIDE_PX = 1800;
const MAX_SIDE_PX = 2000;
/** A long slip may have as many pixels as a 4:3 picture, so that its text stays legible too. */
const USUAL_PIXELS = LONG_SIDE_PX * LONG_SIDE_PX * 0.75;

export type Size = Readonly<{ width: number; height: number }>;
export type Attempt = Size & Readonly<{ quality: number }>;

export const holdsTooManyPixels = (header: ImageHeader): boolean =>
  header.width * header.height > (header.decodesSmall ? MAX_PIXELS : MAX_UNPACKED_PIXELS);

const scaled = ({ width, height }: Size, scale: number): Size => ({
  width: Math.max(1, Math.round(width * scale)),
  height: Math.max(1, Math.round(height * scale)),
});

/** The size to shrink a picture of this size to. A picture that is small enough keeps its size. */
export function sizeToKeep(size: Size, bytes: number): Size {
  const longest = Math.max(size.width, size.height);
  if (bytes <= MAX_BYTES && longest <= MAX_SIDE_PX) return size;
  const wanted = Math.max(
    LONG_SIDE_PX / longest,
    Math.sqrt(USUAL_PIXELS / (size.width * size.height)),
  );
  return scaled(size, Math.min(1, MAX_SIDE_PX / longest, wanted));
}

/** A decoded picture whose size is within these factors of the wanted size is not resized, as that would blur it. */
const MIN_SHARE_KEPT = 0.93;
const MAX_SHARE_KEPT = 1.1;

/**
 * The size to request from a JPEG decoder, and the final size. A JPEG decoder can only scale by eighths, and its memory and
 * time grow with the size: the smallest sufficient eighth is chosen.
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

/** At the whole size: 12 megapixels become 107 kB of WebP or 178 kB of JPEG (`npm run bench image-shrinking`). */
const QUALITIES: Readonly<Record<PictureType, readonly number[]>> = {
  'image/webp': [0.33],
  'image/jpeg': [0.45, 0.4],
};

/** Sizes and qualities to try in this order until the file is small enough; the last one always is. */
export const attemptsFor = (kept: Size, type: PictureType): readonly Attempt[] => [
  ...QUALITIES[type].map((quality) => ({ ...kept, quality })),
  { ...scaled(kept, 0.8), quality: 0.4 },
  { ...scaled(kept, 0.6), quality: 0.4 },
  { ...scaled(kept, 0.4), quality: 0.3 },
];

/** The size of the picture when it is upright. */
export const uprightSize = ({ width, height }: Size, orientation: Orientation): Size =>
  orientation >= 5 ? { width: height, height: width } : { width, height };

type Matrix = readonly [number, number, number, number, number, number];

/** The canvas transform for each of EXIF's eight orientations. `width` and `height`: before turning. */
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

/** Draws the picture upright into a canvas of `uprightSize`, on white, as a picture may be transparent. */
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
