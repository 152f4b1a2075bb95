import type { HeaderResult } from './header-result.ts';
import { readJpegHeader } from './jpeg-header.ts';

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
  // The first chunk must be IHDR: 13 bytes, with the size in front.
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
      // 'VP8L', lossless: signature, then 14 bits each, less one
      if (view.getUint8(20) !== 0x2f) return BROKEN;
      const bits = view.getUint32(21, true);
      return plain((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
    }
    case 0x56503858: // 'VP8X', extended: 24 bits each, less one
      return plain(uint24(24) + 1, uint24(27) + 1);
    default:
      return BROKEN;
  }
}

/** Reads size and orientation of a picture from its first bytes, without decoding it. Never throws. */
export function readImageHeader(
  bytes: Uint8Array,
  type: 'image/jpeg' | 'image/png' | 'image/webp',
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
