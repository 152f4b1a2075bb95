import type { HeaderResult, Orientation } from './header-result.ts';

const ORIENTATION_TAG = 0x0112;
const SHORT = 3;
const EXIF_PREFIX = 'Exif\0\0';

/** The orientation in EXIF; 1 (upright) where it is missing or invalid. `tiff` begins at the TIFF header. */
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
export function readJpegHeader(bytes: Uint8Array): HeaderResult {
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
