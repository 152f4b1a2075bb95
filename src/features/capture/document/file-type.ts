export type DocumentType = 'image/jpeg' | 'image/png' | 'image/webp' | 'application/pdf';

/** How many first bytes `typeOfContent` wants to see. */
export const TYPE_BYTES = 16;

const ascii = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(start, end));

/**
 * What a file is by its first bytes, whatever its name says; 'heic' is what some phones make instead of JPEG, named so
 * that the person can be told; null: none of ours.
 */
export function typeOfContent(head: Uint8Array): DocumentType | 'heic' | null {
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'image/jpeg';
  if (ascii(head, 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WEBP') return 'image/webp';
  if (ascii(head, 0, 5) === '%PDF-') return 'application/pdf';
  if (/^ftyp(hei|hev|mif1|msf1|avif)/.test(ascii(head, 4, 12))) return 'heic';
  return null;
}
