export const isUnreadable = (bytes: Blob): boolean => bytes.type.endsWith('unreadable');

/** A quick stand-in for a hash: in the simulation a Blob's type says what it contains. */
export async function digest(bytes: Blob | string): Promise<string> {
  if (typeof bytes !== 'string' && isUnreadable(bytes))
    throw new DOMException('The file is gone.', 'NotReadableError');
  const text = typeof bytes === 'string' ? bytes : `${bytes.size} ${bytes.type}`;
  let one = 0x811c9dc5;
  let other = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other ^ code, 0x85ebca6b) ^ (other >>> 13);
  }
  return `${(one >>> 0).toString(16)}${(other >>> 0).toString(16)}`.padStart(64, '0');
}
