import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutJpegMetadata } from '../../../../src/features/capture/picture/image-header.ts';
import { bytesOf, exifBody, frameHeader, scanHeader, segment } from './picture-bytes.ts';

const CODED = [0x12, 0xff, 0x00, 0x34, 0xff, 0xd3, 0x56];
const END = [0xff, 0xd9];
const latin1 = async (blob: Blob | null) =>
  Buffer.from(blob ? await blob.arrayBuffer() : new ArrayBuffer(0)).toString('latin1');

describe('a JPEG without its metadata', () => {
  it('keeps tables, colours and data, and loses everything that tells of somebody', async () => {
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
    const mixed = [lost[0], kept[0], lost[1], kept[1], lost[2], kept[2], lost[3], kept[3], lost[4]];
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

  it('is refused where the picture is cut off or malformed', () => {
    const whole = bytesOf([0xff, 0xd8], frameHeader(8, 8), scanHeader, CODED, END);
    for (let length = 0; length < whole.length; length += 1) {
      expect(withoutJpegMetadata(whole.slice(0, length))).toBeNull();
    }
    expect(withoutJpegMetadata(bytesOf([0xff, 0xd8, 0x00, 0x11, 0x22, 0x33]))).toBeNull();
  });

  it('never throws, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (noise) => {
        withoutJpegMetadata(bytesOf([0xff, 0xd8], noise));
      }),
    );
  });
});
