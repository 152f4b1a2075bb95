/** Returns bytes from numbers, texts and lists. The tests make headers of pictures with it. */
export const bytesOf = (...parts: readonly (number | string | readonly number[] | Uint8Array)[]) =>
  new Uint8Array(
    parts.flatMap((part) =>
      typeof part === 'string'
        ? Array.from(part, (letter) => letter.charCodeAt(0))
        : typeof part === 'number'
          ? [part]
          : [...part],
    ),
  );

const big16 = (value: number) => [value >> 8, value & 0xff];
const big32 = (value: number) => [...big16(value >>> 16), ...big16(value & 0xffff)];
const little16 = (value: number) => big16(value).toReversed();
const little24 = (value: number) => [value & 0xff, (value >> 8) & 0xff, value >> 16];

export const segment = (marker: number, body: Uint8Array) =>
  bytesOf(0xff, marker, big16(body.length + 2), body);

/** The body of an APP1 segment: EXIF with one entry, the orientation, in either byte order. */
export const exifBody = (orientation: number, order: 'II' | 'MM' = 'MM') => {
  const numbers = [42, 0, 8, 1, 0x0112, 3, 0, 1, orientation, 0, 0, 0];
  if (order === 'MM') return bytesOf('Exif\0\0', 'MM', numbers.flatMap(big16));
  return bytesOf(
    'Exif\0\0II',
    [42, 8, 0, 1, 0x0112, 3, 1, 0, orientation, 0, 0, 0].flatMap(little16),
  );
};

export const frameHeader = (width: number, height: number, marker = 0xc0) =>
  segment(marker, bytesOf(8, big16(height), big16(width), 3, [1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]));

export const scanHeader = segment(0xda, bytesOf(3, [1, 0, 2, 0x11, 3, 0x11, 0, 63, 0]));

export const jpegHead = (...segments: readonly Uint8Array[]) =>
  bytesOf([0xff, 0xd8], ...segments, scanHeader);

export const pngHead = (width: number, height: number) =>
  bytesOf('\x89PNG\r\n\x1a\n', big32(13), 'IHDR', big32(width), big32(height), [8, 6, 0, 0, 0]);

export const webpHead = (kind: 'VP8 ' | 'VP8L' | 'VP8X', width: number, height: number) => {
  const start = bytesOf('RIFF', [100, 0, 0, 0], 'WEBP', kind, [20, 0, 0, 0]);
  if (kind === 'VP8 ') {
    return bytesOf(start, [0, 0, 0, 0x9d, 0x01, 0x2a], little16(width), little16(height));
  }
  if (kind === 'VP8L') {
    const bits = (width - 1) | ((height - 1) << 14);
    return bytesOf(start, 0x2f, big32(bits).toReversed(), [0, 0, 0, 0, 0]);
  }
  return bytesOf(start, [0, 0, 0, 0], little24(width - 1), little24(height - 1));
};
