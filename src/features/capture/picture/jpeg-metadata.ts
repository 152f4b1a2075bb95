const ICC_PREFIX = 'ICC_PROFILE\0';
const JFIF_PREFIX = 'JFIF\0';

const startsWith = (body: Uint8Array, prefix: string): boolean =>
  String.fromCharCode(...body.subarray(0, prefix.length)) === prefix;

/** Whether a segment is needed to show the picture: tables and colour information. Metadata is not kept. */
function isKept(marker: number, body: Uint8Array): boolean {
  if (marker === 0xfe) return false;
  if (marker < 0xe0 || marker > 0xef) return true;
  if (marker === 0xe0) return startsWith(body, JFIF_PREFIX);
  if (marker === 0xe2) return startsWith(body, ICC_PREFIX);
  return marker === 0xee;
}

/** The end of the coded data that begins at `from`: the first FF that is neither a stuffed byte nor a restart marker. */
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
 * The same picture without EXIF, XMP, comments, thumbnails, or anything after its end (some phones append a video there).
 * null: the bytes are not a well-formed JPEG.
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
