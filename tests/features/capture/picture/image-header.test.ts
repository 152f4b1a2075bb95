import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  readImageHeader,
  typeOfContent,
  withoutJpegMetadata,
} from '../../../../src/features/capture/picture/image-header.ts';
import {
  bytesOf,
  exifBody,
  frameHeader,
  jpegHead,
  pngHead,
  scanHeader,
  segment,
  webpHead,
} from './picture-bytes.ts';

const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;

describe('the type of a file', () => {
  it('is detected by its first bytes', () => {
    expect(typeOfContent(bytesOf([0xff, 0xd8, 0xff, 0xe0]))).toBe('image/jpeg');
    expect(typeOfContent(pngHead(1, 1))).toBe('image/png');
    expect(typeOfContent(webpHead('VP8 ', 1, 1))).toBe('image/webp');
    expect(typeOfContent(bytesOf('%PDF-1.7'))).toBe('application/pdf');
  });

  it('is unknown for a web page, a film, a truncated or an empty file', () => {
    expect(typeOfContent(bytesOf('<!doctype html><script>'))).toBeNull();
    expect(typeOfContent(bytesOf('GIF89a'))).toBeNull();
    expect(typeOfContent(bytesOf('RIFF', [1, 2, 3, 4], 'AVI '))).toBeNull();
    expect(typeOfContent(bytesOf([0xff, 0xd8]))).toBeNull();
    expect(typeOfContent(bytesOf())).toBeNull();
  });

  it('may be HEIC, which has its own message', () => {
    expect(typeOfContent(bytesOf([0, 0, 0, 24], 'ftypheic'))).toBe('heic');
  });
});

describe('the header of a picture', () => {
  it('has the size of a JPEG, and whether it decodes at a smaller size', () => {
    const result = readImageHeader(jpegHead(frameHeader(4000, 3000)), 'image/jpeg');
    expect(result).toMatchObject({
      status: 'ok',
      header: { width: 4000, height: 3000, orientation: 1, decodesSmall: true, exif: [] },
    });
    expect(readImageHeader(jpegHead(frameHeader(40, 30, 0xc2)), 'image/jpeg')).toMatchObject({
      header: { decodesSmall: false },
    });
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'has EXIF orientation %i in both byte orders',
    (orientation) => {
      for (const order of ['II', 'MM'] as const) {
        const exif = segment(0xe1, exifBody(orientation, order));
        const head = jpegHead(exif, frameHeader(40, 30));
        expect(readImageHeader(head, 'image/jpeg')).toMatchObject({
          header: { orientation, exif: [{ start: 2, end: 2 + exif.length }] },
        });
      }
    },
  );

  it('ignores an invalid orientation', () => {
    for (const body of [exifBody(0), exifBody(9), exifBody(6).subarray(0, 20)]) {
      const head = jpegHead(segment(0xe1, body), frameHeader(40, 30));
      expect(readImageHeader(head, 'image/jpeg')).toMatchObject({ header: { orientation: 1 } });
    }
  });

  it('needs more bytes if a JPEG’s header is longer', () => {
    const head = jpegHead(segment(0xe2, new Uint8Array(60_000)), frameHeader(40, 30));
    expect(readImageHeader(head.subarray(0, 30_000), 'image/jpeg')).toEqual({ status: 'more' });
  });

  it('has the size of PNG and of all three kinds of WebP', () => {
    expect(readImageHeader(pngHead(30_000, 30_000), 'image/png')).toMatchObject({
      header: { width: 30_000, height: 30_000, decodesSmall: false },
    });
    for (const kind of ['VP8 ', 'VP8L', 'VP8X'] as const) {
      expect(readImageHeader(webpHead(kind, 1234, 567), 'image/webp')).toMatchObject({
        header: { width: 1234, height: 567 },
      });
    }
  });

  it('is broken for a picture without pixels', () => {
    expect(readImageHeader(jpegHead(frameHeader(0, 30)), 'image/jpeg').status).toBe('broken');
    expect(readImageHeader(jpegHead(), 'image/jpeg').status).toBe('broken');
    expect(readImageHeader(pngHead(0, 5), 'image/png').status).toBe('broken');
    const hollow = bytesOf([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0]);
    expect(readImageHeader(hollow, 'image/jpeg').status).toBe('broken');
  });

  it('never throws and always ends, for any bytes', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 400 }),
        fc.constantFrom(jpegHead(), pngHead(3, 3), webpHead('VP8X', 3, 3), bytesOf()),
        fc.constantFrom(...IMAGE_TYPES),
        (noise, start, type) => {
          readImageHeader(bytesOf(start, noise), type);
          const exif = segment(0xe1, bytesOf('Exif\0\0MM', noise));
          readImageHeader(jpegHead(exif, frameHeader(3, 3)), 'image/jpeg');
        },
      ),
    );
  });
});

describe('the metadata of a JPEG', () => {
  const CODED = [0x12, 0xff, 0x00, 0x34, 0xff, 0xd3, 0x56];
  const END = [0xff, 0xd9];
  const latin1 = async (blob: Blob | null) =>
    Buffer.from(blob ? await blob.arrayBuffer() : new ArrayBuffer(0)).toString('latin1');

  describe('a JPEG without its metadata', () => {
    it('keeps tables, colours and image data, and removes all metadata', async () => {
      const kept = [
        segment(0xe0, bytesOf('JFIF\0', [1, 1, 0, 0, 1, 0, 1, 0, 0])),
        segment(0xe2, bytesOf('ICC_PROFILE\0', [1, 1, 7])),
        segment(0xee, bytesOf('Adobe', [0, 100, 0, 0, 0, 0, 0])),
        frameHeader(8, 8),
      ];
      const lost = [
        segment(0xe1, exifBody(1)),
        segment(0xe1, bytesOf('http://ns.adobe.com/xap/1.0/\0GPS')),
        segment(0xe2, bytesOf('MPF\0')),
        segment(0xed, bytesOf('Photoshop 3.0\0')),
        segment(0xfe, bytesOf('taken by Thandi')),
      ];
      const mixed = [
        lost[0],
        kept[0],
        lost[1],
        kept[1],
        lost[2],
        kept[2],
        lost[3],
        kept[3],
        lost[4],
      ];
      const source = bytesOf(
        [0xff, 0xd8],
        ...mixed.filter((part) => part !== undefined),
        scanHeader,
        CODED,
        segment(0xfe, bytesOf('between scans')),
        scanHeader,
        CODED,
        END,
        'a film hangs here',
      );
      const expected = bytesOf([0xff, 0xd8], ...kept, scanHeader, CODED, scanHeader, CODED, END);
      expect(await latin1(withoutJpegMetadata(source))).toBe(
        Buffer.from(expected).toString('latin1'),
      );
    });

    it('is refused if the picture is truncated or malformed', () => {
      const whole = bytesOf([0xff, 0xd8], frameHeader(8, 8), scanHeader, CODED, END);
      for (let length = 0; length < whole.length; length += 1) {
        expect(withoutJpegMetadata(whole.slice(0, length))).toBeNull();
      }
      expect(withoutJpegMetadata(bytesOf([0xff, 0xd8, 0x00, 0x11, 0x22, 0x33]))).toBeNull();
    });

    it('never throws, for any bytes', () => {
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 300 }), (noise) => {
          withoutJpegMetadata(bytesOf([0xff, 0xd8], noise));
        }),
      );
    });
  });
});
