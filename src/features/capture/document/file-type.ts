export type DocumentType = 'image/jpeg' | 'image/png' | 'image/webp' | 'application/pdf';

/** The number of first bytes that `typeOfContent` needs. */
export const TYPE_BYTES = 16;

const ascii = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(start, end));

/**
 * A file's type by its first bytes, not by its name. 'heic', which some phones make instead of JPEG, is not accepted, but gets
 * its own message; null: not an accepted type.
 */
export function typeOfContent(head: Uint8Array): DocumentType | 'heic' | null {
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'image/jpeg';
  if (ascii(head, 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WEBP') return 'image/webp';
  if (ascii(head, 0, 5) === '%PDF-') return 'application/pdf';
  if (/^ftyp(hei|hev|mif1|msf1|avif)/.test(ascii(head, 4, 12))) return 'heic';
  return null;
}
