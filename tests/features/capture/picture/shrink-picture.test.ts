import { describe, expect, it } from 'vitest';
import {
  type PixelTools,
  shrinkPicture,
} from '../../../../src/features/capture/picture/shrink-picture.ts';
import { MAX_BYTES } from '../../../../src/features/capture/picture/shrink-plan.ts';
import { bytesOf, segment } from './picture-bytes.ts';

/** The segments of a baseline JPEG of 2400 × 1600 pixels. No test decodes it. */
const source = new Blob([
  bytesOf([0xff, 0xd8]),
  segment(0xc0, bytesOf([8, 0x06, 0x40, 0x09, 0x60, 1, 1, 0x11, 0])),
  segment(0xda, bytesOf([1, 1, 0, 0, 63, 0])),
  bytesOf([1, 2, 3, 0xff, 0xd9]),
]);

/** An engine whose canvas returns these pictures. */
const tools = (encode: PixelTools['encode']): PixelTools => ({
  decode: async () => ({
    image: {} as CanvasImageSource,
    width: 2400,
    height: 1600,
    close: () => undefined,
  }),
  draw: () => ({}) as CanvasImageSource,
  encode,
  pixelsOf: () => {
    throw new RangeError('There is no memory for this.');
  },
});
const picture = (bytes: number, type = 'image/jpeg') => new Blob([new Uint8Array(bytes)], { type });

describe('the result of an engine', () => {
  it('is accepted if it is a JPEG of the planned size, even if it could not be judged', async () => {
    const shrunk = await shrinkPicture(
      source,
      'image/jpeg',
      tools(async () => picture(1_000)),
    );
    expect(shrunk).toMatchObject({ status: 'shrunk', blob: { size: 1_000 }, verdict: undefined });
  });

  it('is a WebP if wanted and supported, else a JPEG', async () => {
    const made = (makes: readonly string[]) =>
      shrinkPicture(
        source,
        'image/webp',
        tools(async (_canvas, type) => picture(1_000, makes.includes(type) ? type : 'image/png')),
      );
    const [both, oneKind] = [['image/webp', 'image/jpeg'], ['image/jpeg']] as const;
    expect(await made(both)).toMatchObject({ status: 'shrunk', type: 'image/webp' });
    const jpeg = { status: 'shrunk', type: 'image/jpeg', blob: { type: 'image/jpeg' } };
    expect(await made(oneKind)).toMatchObject(jpeg);
  });

  it('is refused if it has another type', async () => {
    const shrunk = await shrinkPicture(
      source,
      'image/jpeg',
      tools(async () => picture(1_000, 'image/png')),
    );
    expect(shrunk).toEqual({ status: 'refused', reason: 'failed' });
  });

  it('is refused if no quality makes it small enough', async () => {
    const qualities: number[] = [];
    const shrunk = await shrinkPicture(
      source,
      'image/jpeg',
      tools(async (_canvas, _type, quality) => {
        qualities.push(quality);
        return picture(MAX_BYTES + 1);
      }),
    );
    expect(shrunk).toEqual({ status: 'refused', reason: 'failed' });
    expect(qualities.length).toBeGreaterThan(3);
  });
});
