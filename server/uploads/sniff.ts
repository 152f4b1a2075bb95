/** How many first bytes `sniff` wants to see. */
export const SNIFF_BYTES = 16;

export type ContentType = 'image/jpeg' | 'image/png' | 'image/webp' | 'application/pdf';

/** The type that the first bytes say; what the client called the file doesn't count. */
export function sniff(head: Buffer): ContentType | null {
  if (head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg';
  if (head.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return 'image/png';
  if (
    head.subarray(0, 4).toString('latin1') === 'RIFF' &&
    head.subarray(8, 12).toString('latin1') === 'WEBP'
  ) {
    return 'image/webp';
  }
  return head.subarray(0, 5).toString('latin1') === '%PDF-' ? 'application/pdf' : null;
}
