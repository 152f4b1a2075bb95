const onePixel = [
  [0xff, 0xd8],
  [0xff, 0xdb, 0x00, 0x43, 0x00, ...Array.from({ length: 64 }, () => 1)],
  // One grey pixel. Each Huffman table has one code: 'no difference' and 'end of block'.
  [0xff, 0xc0, 0x00, 0x0b, 8, 0, 1, 0, 1, 1, 1, 0x11, 0],
  [0xff, 0xc4, 0x00, 0x14, 0x00, 1, ...Array.from({ length: 16 }, () => 0)],
  [0xff, 0xc4, 0x00, 0x14, 0x10, 1, ...Array.from({ length: 16 }, () => 0)],
  [0xff, 0xda, 0x00, 0x08, 1, 1, 0x00, 0, 63, 0],
  [0x3f, 0xff, 0xd9],
].flat();

type Fill = (comment: Uint8Array<ArrayBuffer>) => void;

/** The photo with comments added, so that it has the wanted size; `fill` writes the comments' bytes. */
export function withComments(
  photo: ArrayLike<number>,
  size: number,
  fill: Fill,
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.max(size, photo.length));
  const end = bytes.length - photo.length + 2;
  bytes.set(photo, bytes.length - photo.length);
  bytes.set([0xff, 0xd8]);
  let at = 2;
  while (end - at >= 4) {
    const length = Math.min(end - at - 4, 65_533);
    bytes.set([0xff, 0xfe, (length + 2) >> 8, (length + 2) & 0xff], at);
    fill(bytes.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  // Too short for a comment: fill bytes (FF) are allowed before a marker.
  return bytes.fill(0xff, at, end);
}

/** A valid JPEG of one pixel with the wanted size. */
export const smallJpeg = (size: number, fill: Fill) => withComments(onePixel, size, fill);
