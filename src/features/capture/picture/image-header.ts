import type { SentType } from '../../../domain/forms/sent-files.ts';

/** The picture's orientation, as an EXIF number. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

export type ImageHeader = Readonly<{
  /** In stored pixels, before any rotation. */
  width: number;
  height: number;
  orientation: Orientation;
  /**
   * True for a baseline JPEG, which can be decoded at a smaller size. Other pictures need memory for all their pixels.
   */
  decodesSmall: boolean;
  /** The positions of EXIF segments, as [start, end) in bytes. */
  exif: readonly Readonly<{ start: number; end: number }>[];
  /** The position at which the image data begins. */
  dataStart: number;
}>;

/** `more`: the reader needs more bytes to find the size. `broken`: the header is not readable. */
export type HeaderResult =
  | Readonly<{ status: 'ok'; header: ImageHeader }>
  | Readonly<{ status: 'more' }>
  | Readonly<{ status: 'broken' }>;

const ORIENTATION_TAG = 0x0112;
const SHORT = 3;
const EXIF_PREFIX = 'Exif\0\0';

/**
 * The orientation in EXIF. Returns 1 (upright) if the orientation is missing or invalid. `tiff` begins at the TIFF
 * header.
 */
function exifOrientation(tiff: Uint8Array): Orientation {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  if (view.byteLength < 14) return 1;
  const order = view.getUint16(0);
  if (order !== 0x4949 && order !== 0x4d4d) return 1;
  const little = order === 0x4949;
  if (view.getUint16(2, little) !== 42) return 1;
  const directory = view.getUint32(4, little);
  if (directory + 2 > view.byteLength) return 1;
  const entries = view.getUint16(directory, little);
  for (let index = 0; index < entries; index += 1) {
    const entry = directory + 2 + index * 12;
    if (entry + 12 > view.byteLength) return 1;
    if (view.getUint16(entry, little) !== ORIENTATION_TAG) continue;
    const value = view.getUint16(entry + 8, little);
    if (view.getUint16(entry + 2, little) !== SHORT || value < 1 || value > 8) return 1;
    return value as Orientation;
  }
  return 1;
}

const isFrameStart = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

const standsAlone = (marker: number): boolean =>
  marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/** Walks the segments before the image data. A segment is FF, a marker, and a length that includes its own two bytes. */
function readJpegHeader(bytes: Uint8Array): HeaderResult {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const exif: { start: number; end: number }[] = [];
  let orientation: Orientation | null = null;
  let size: { width: number; height: number; decodesSmall: boolean } | null = null;
  let at = 2;
  while (at + 4 <= view.byteLength) {
    if (view.getUint8(at) !== 0xff) return { status: 'broken' };
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1; // a fill byte
      continue;
    }
    if (standsAlone(marker)) {
      at += 2;
      continue;
    }
    if (marker === 0x00 || marker === 0xd8 || marker === 0xd9) return { status: 'broken' };
    const end = at + 2 + view.getUint16(at + 2);
    if (end < at + 4) return { status: 'broken' };
    if (marker === 0xda) {
      if (size === null) return { status: 'broken' };
      return {
        status: 'ok',
        header: { ...size, orientation: orientation ?? 1, exif, dataStart: at },
      };
    }
    if (end > view.byteLength) return { status: 'more' };
    const body = bytes.subarray(at + 4, end);
    if (isFrameStart(marker)) {
      if (size !== null || body.length < 5) return { status: 'broken' };
      const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)];
      if (width === 0 || height === 0) return { status: 'broken' };
      size = { width, height, decodesSmall: marker <= 0xc1 };
    } else if (
      marker === 0xe1 &&
      String.fromCharCode(...body.subarray(0, EXIF_PREFIX.length)) === EXIF_PREFIX
    ) {
      orientation ??= exifOrientation(body.subarray(EXIF_PREFIX.length));
      exif.push({ start: at, end });
    }
    at = end;
  }
  return { status: 'more' };
}

const MORE: HeaderResult = { status: 'more' };
const BROKEN: HeaderResult = { status: 'broken' };

function plain(width: number, height: number): HeaderResult {
  if (width === 0 || height === 0) return BROKEN;
  const header = { width, height, orientation: 1, decodesSmall: false, exif: [], dataStart: 0 };
  return { status: 'ok', header: { ...header, orientation: 1 } };
}

function readPngHeader(bytes: Uint8Array): HeaderResult {
  if (bytes.length < 24) return MORE;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // The first chunk must be IHDR: 13 bytes that begin with the size.
  if (view.getUint32(8) !== 13 || view.getUint32(12) !== 0x49484452) return BROKEN;
  return plain(view.getUint32(16), view.getUint32(20));
}

function readWebpHeader(bytes: Uint8Array): HeaderResult {
  if (bytes.length < 30) return MORE;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const uint24 = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000;
  switch (view.getUint32(12)) {
    case 0x56503820: // 'VP8 ', lossy: start code, then 14 bits each
      if (uint24(23) !== 0x2a019d) return BROKEN;
      return plain(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
    case 0x5650384c: {
      // 'VP8L', lossless: signature, then 14 bits each, minus one
      if (view.getUint8(20) !== 0x2f) return BROKEN;
      const bits = view.getUint32(21, true);
      return plain((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
    }
    case 0x56503858: // 'VP8X', extended: 24 bits each, minus one
      return plain(uint24(24) + 1, uint24(27) + 1);
    default:
      return BROKEN;
  }
}

/** Reads the size and orientation of a picture from its first bytes, without decoding the picture. Never throws. */
export function readImageHeader(
  bytes: Uint8Array,
  type: Exclude<SentType, 'application/pdf'>,
): HeaderResult {
  switch (type) {
    case 'image/jpeg':
      return readJpegHeader(bytes);
    case 'image/png':
      return readPngHeader(bytes);
    case 'image/webp':
      return readWebpHeader(bytes);
  }
}

const ICC_PREFIX = 'ICC_PROFILE\0';
const JFIF_PREFIX = 'JFIF\0';

const startsWith = (body: Uint8Array, prefix: string): boolean =>
  String.fromCharCode(...body.subarray(0, prefix.length)) === prefix;

/** True if a segment is needed to show the picture: tables and colour information. Metadata is removed. */
function isKept(marker: number, body: Uint8Array): boolean {
  if (marker === 0xfe) return false;
  if (marker < 0xe0 || marker > 0xef) return true;
  if (marker === 0xe0) return startsWith(body, JFIF_PREFIX);
  if (marker === 0xe2) return startsWith(body, ICC_PREFIX);
  return marker === 0xee;
}

/**
 * The end of the coded data that begins at `from`: the first FF that is neither a stuffed byte nor a restart marker.
 */
function endOfCodedData(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(0xff, from);
  while (at !== -1) {
    const next = bytes[at + 1] ?? 0xd9;
    if (next !== 0x00 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
    at = bytes.indexOf(0xff, at + 1);
  }
  return bytes.length;
}

/**
 * Returns the same picture without EXIF, XMP, comments, thumbnails, and data after its end (some phones append a
 * video). Returns null if the bytes are not a well-formed JPEG.
 */
export function withoutJpegMetadata(bytes: Uint8Array<ArrayBuffer>): Blob | null {
  const kept: Uint8Array<ArrayBuffer>[] = [bytes.subarray(0, 2)];
  let at = 2;
  while (at + 4 <= bytes.length) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff) return null;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const end = at + 2 + ((bytes[at + 2] ?? 0) << 8) + (bytes[at + 3] ?? 0);
    if (end < at + 4 || end > bytes.length) return null;
    const isScan = marker === 0xda;
    const until = isScan ? endOfCodedData(bytes, end) : end;
    if (isKept(marker, bytes.subarray(at + 4, end))) kept.push(bytes.subarray(at, until));
    at = until;
    if (isScan && bytes[at] === 0xff && bytes[at + 1] === 0xd9) {
      return new Blob([...kept, bytes.subarray(at, at + 2)], { type: 'image/jpeg' });
    }
  }
  return null;
}

/** The number of bytes at the start of a file that `typeOfContent` needs. */
export const TYPE_BYTES = 16;

const ascii = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(start, end));

/**
 * Detects a file's type from its first bytes, not from its name. 'heic', which some phones create instead of JPEG, has
 * its own error message. Returns null for every other type that is not accepted.
 */
export function typeOfContent(head: Uint8Array): SentType | 'heic' | null {
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'image/jpeg';
  if (ascii(head, 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WEBP') return 'image/webp';
  if (ascii(head, 0, 5) === '%PDF-') return 'application/pdf';
  if (/^ftyp(hei|hev|mif1|msf1|avif)/.test(ascii(head, 4, 12))) return 'heic';
  return null;
}
