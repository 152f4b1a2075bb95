import type { PhotoVerdict, PictureType } from '../../../domain/forms/sent-files.ts';
import {
  type ImageHeader,
  type Orientation,
  readImageHeader,
  TYPE_BYTES,
  typeOfContent,
  withoutJpegMetadata,
} from './image-header.ts';
import { JUDGED_SIDE, photoFigures, photoVerdict, READABLE_SIDE } from './photo-verdict.ts';
import {
  attemptsFor,
  holdsTooManyPixels,
  MAX_BYTES,
  planDecoding,
  type Size,
  sizeToKeep,
  uprightSize,
} from './shrink-plan.ts';

export type ShrinkResult =
  | Readonly<{ status: 'shrunk'; blob: Blob; type: PictureType; verdict: PhotoVerdict | undefined }>
  /** `failed`: the device could not shrink the picture (memory, time). Another attempt may succeed. */
  | Readonly<{ status: 'refused'; reason: 'broken' | 'tooManyPixels' | 'failed' }>;

/** The request to the worker. `type`: the wanted format, if the browser can encode it. */
export type ShrinkRequest = Readonly<{ source: Blob; type: PictureType }>;

/** The worker's answer. `unable`: this browser's workers cannot draw, so the page must shrink the picture. */
export type ShrinkReply = ShrinkResult | Readonly<{ status: 'unable' }>;

export type Picture = Readonly<{
  image: CanvasImageSource;
  width: number;
  height: number;
  close: () => void;
}>;

/** The operations that differ between the worker and the page. */
export type PixelTools<Canvas extends CanvasImageSource = CanvasImageSource> = Readonly<{
  /** Rejects if the bytes are not a picture. `size`: the preferred size, for JPEG only. */
  decode: (source: Blob, type: string, size: Size | null) => Promise<Picture>;
  /** Draws the picture upright on white. `size`: the size before the rotation. */
  draw: (image: CanvasImageSource, size: Size, orientation: Orientation) => Canvas;
  /** If a canvas cannot encode a type, it returns PNG without an error. */
  encode: (canvas: Canvas, type: PictureType, quality: number) => Promise<Blob>;
  /** Red, green, blue and alpha of each pixel. */
  pixelsOf: (canvas: Canvas) => ImageData | undefined;
}>;

const FIRST_READ_BYTES = 0x20000;
const TAIL_READ_BYTES = 0x40000;

const bytesOf = async (blob: Blob): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await blob.arrayBuffer());

async function readHeader(source: Blob, type: Parameters<typeof readImageHeader>[1]) {
  for (let length = FIRST_READ_BYTES; ; length *= 8) {
    const result = readImageHeader(await bytesOf(source.slice(0, length)), type);
    if (result.status === 'ok') return result.header;
    if (result.status === 'broken' || length >= source.size) return null;
  }
}

/**
 * True if a JPEG contains its end marker (FF D9), so the picture is complete. FF D9 cannot occur inside the coded data.
 * The search starts at the end, because some phones append other data after the marker.
 */
async function isJpegComplete(source: Blob, dataStart: number): Promise<boolean> {
  for (let end = source.size; end > dataStart; end -= TAIL_READ_BYTES) {
    const bytes = await bytesOf(source.slice(Math.max(dataStart, end - TAIL_READ_BYTES), end + 1));
    for (let at = bytes.indexOf(0xff); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
      if (bytes[at + 1] === 0xd9) return true;
    }
  }
  return false;
}

/**
 * True if the picture is complete. A browser decodes a truncated picture with a grey part, which is useless as a
 * document.
 */
async function isComplete(source: Blob, type: string, dataStart: number): Promise<boolean> {
  switch (type) {
    case 'image/jpeg':
      return isJpegComplete(source, dataStart);
    case 'image/png':
      return (await source.slice(-TAIL_READ_BYTES).text()).includes('IEND');
    default: {
      // A WebP header contains the file's length minus the first eight bytes.
      const { buffer } = await bytesOf(source.slice(4, 8));
      return new DataView(buffer).getUint32(0, true) + 8 <= source.size;
    }
  }
}

/** Removes EXIF, so that no browser rotates the picture. The app rotates it, in the same way in every browser. */
function withoutExif(source: Blob, exif: ImageHeader['exif']): Blob {
  const parts: Blob[] = [];
  let at = 0;
  for (const { start, end } of exif) {
    parts.push(source.slice(at, start));
    at = end;
  }
  return exif.length === 0 ? source : new Blob([...parts, source.slice(at)]);
}

/**
 * Encodes the picture as one type until the file is small enough. Returns null if the browser cannot encode that type.
 */
async function encodeAs<Canvas extends CanvasImageSource>(
  tools: PixelTools<Canvas>,
  canvas: Canvas,
  kept: Size,
  orientation: Orientation,
  type: PictureType,
): Promise<Blob | null> {
  let blob: Blob | null = null;
  for (const { width, height, quality } of attemptsFor(kept, type)) {
    const upright = uprightSize({ width, height }, orientation);
    const smaller = width === kept.width ? canvas : tools.draw(canvas, upright, 1);
    blob = await tools.encode(smaller, type, quality);
    if (blob.type !== type) return null;
    if (blob.size <= MAX_BYTES) break;
  }
  return blob;
}

/** Judges the picture before it is encoded. Undefined if this phone has no memory for it. */
function judge<Canvas extends CanvasImageSource>(
  tools: PixelTools<Canvas>,
  canvas: Canvas,
  size: Size,
): PhotoVerdict | undefined {
  if (Math.max(size.width, size.height) < READABLE_SIDE) return 'small';
  const scale = Math.min(1, JUDGED_SIDE / Math.max(size.width, size.height));
  const small = { width: Math.round(size.width * scale), height: Math.round(size.height * scale) };
  try {
    const pixels = tools.pixelsOf(tools.draw(canvas, small, 1));
    return pixels && photoVerdict(photoFigures(pixels));
  } catch {
    // The photo is saved all the same.
    return undefined;
  }
}

/**
 * Encodes as WebP if WebP is wanted and the browser can encode it (Safari cannot), else as JPEG. Returns null if
 * neither works.
 */
async function encode<Canvas extends CanvasImageSource>(
  tools: PixelTools<Canvas>,
  picture: Picture,
  kept: Size,
  orientation: Orientation,
  wanted: PictureType,
): Promise<Readonly<{ blob: Blob | null; verdict: PhotoVerdict | undefined }>> {
  const canvas = tools.draw(picture.image, kept, orientation);
  // Frees the decoded pixels before the encoder needs memory.
  picture.close();
  const verdict = judge(tools, canvas, uprightSize(kept, orientation));
  const encoded = await encodeAs(tools, canvas, kept, orientation, wanted);
  if (encoded !== null || wanted === 'image/jpeg') return { blob: encoded, verdict };
  return { blob: await encodeAs(tools, canvas, kept, orientation, 'image/jpeg'), verdict };
}

/**
 * Converts a JPEG, PNG or WebP to an upright WebP or JPEG of at most 250 kB without EXIF. The size is read from the
 * header, so a picture with too many pixels (a decompression bomb) is refused before it is decoded.
 */
export async function shrinkPicture<Canvas extends CanvasImageSource>(
  source: Blob,
  wanted: PictureType,
  tools: PixelTools<Canvas>,
): Promise<ShrinkResult> {
  const type = typeOfContent(await bytesOf(source.slice(0, TYPE_BYTES)));
  if (type === null || type === 'heic' || type === 'application/pdf') {
    return { status: 'refused', reason: 'broken' };
  }
  const header = await readHeader(source, type);
  if (header === null) return { status: 'refused', reason: 'broken' };
  if (holdsTooManyPixels(header)) return { status: 'refused', reason: 'tooManyPixels' };
  if (!(await isComplete(source, type, header.dataStart))) {
    return { status: 'refused', reason: 'broken' };
  }
  const isJpeg = type === 'image/jpeg';
  const plan = isJpeg ? planDecoding(header, sizeToKeep(header, source.size)) : null;
  let picture: Picture;
  try {
    picture = await tools.decode(withoutExif(source, header.exif), type, plan?.decoded ?? null);
  } catch {
    return { status: 'refused', reason: 'broken' };
  }
  const kept = plan?.kept ?? sizeToKeep(picture, source.size);
  const { blob, verdict } = await encode(tools, picture, kept, header.orientation, wanted);
  const isFit = blob !== null && blob.size <= MAX_BYTES;
  if (type === 'image/jpeg' && header.orientation === 1 && kept.width === header.width) {
    // Encoding a small picture again may enlarge the file, and never improves the picture.
    const isBetter = !isFit || source.size <= blob.size;
    const bare = isBetter ? withoutJpegMetadata(await bytesOf(source)) : null;
    if (bare !== null && bare.size <= MAX_BYTES)
      return { status: 'shrunk', blob: bare, type, verdict };
  }
  return isFit
    ? {
        status: 'shrunk',
        blob,
        type: blob.type === 'image/webp' ? blob.type : 'image/jpeg',
        verdict,
      }
    : { status: 'refused', reason: 'failed' };
}
