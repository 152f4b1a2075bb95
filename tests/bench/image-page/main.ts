import type { PictureType } from '../../../src/domain/forms/sent-files.ts';
import type { Stroke } from '../../../src/domain/signature.ts';
import { photoFigures } from '../../../src/features/capture/picture/photo-verdict.ts';
import { pagePixels, shrinkImage } from '../../../src/features/capture/picture/shrink-image.ts';
import {
  type ShrinkResult,
  shrinkPicture,
} from '../../../src/features/capture/picture/shrink-picture.ts';
import { workerPixels } from '../../../src/features/capture/picture/worker-pixels.ts';
import { pngOfStrokes } from '../../../src/features/capture/signature/strokes-png.ts';
import { base64Of, fetchBlob, timed } from './blocking.ts';
import { type MadePhoto, makePhoto } from './made-photos.ts';
import { drawPhoto, letters } from './photo.ts';
import { mistakes } from './reader.ts';

export type Way = 'worker' | 'createImageBitmap' | 'page';

/** The three ways to shrink a picture: the app's own, and its two fallbacks, which the bench forces. */
const ways: Readonly<Record<Way, (source: Blob, type: PictureType) => Promise<ShrinkResult>>> = {
  worker: (source, type) => shrinkImage({ source, type }),
  async createImageBitmap(source, type) {
    const decoder = Reflect.get(globalThis, 'ImageDecoder');
    Reflect.deleteProperty(globalThis, 'ImageDecoder');
    try {
      return await shrinkPicture(source, type, workerPixels);
    } finally {
      Reflect.set(globalThis, 'ImageDecoder', decoder);
    }
  },
  page: (source, type) => shrinkPicture(source, type, pagePixels),
};

async function pixelsAt(blob: Blob, places: readonly (readonly [number, number])[]) {
  const bitmap = await createImageBitmap(blob);
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context?.drawImage(bitmap, 0, 0);
  const colours = places.map(([x, y]) =>
    Array.from(
      context?.getImageData(
        Math.floor(x * (bitmap.width - 1)),
        Math.floor(y * (bitmap.height - 1)),
        1,
        1,
      ).data ?? [],
    ).slice(0, 3),
  );
  return { width: bitmap.width, height: bitmap.height, colours };
}

/** Places near the corners, then the middle. Colours are [red, green, blue]. */
const PLACES = [
  [0.1, 0.1],
  [0.9, 0.1],
  [0.1, 0.9],
  [0.9, 0.9],
  [0.5, 0.5],
] as const;

const pictures = {
  async shrink(path: string, way: Way = 'worker', type: PictureType = 'image/jpeg') {
    const source = await fetchBlob(path);
    const { result, ms, blocked } = await timed(() => ways[way](source, type));
    if (result.status === 'refused') return { ...result, ms };
    const base64 = await base64Of(result.blob);
    const seen = await pixelsAt(result.blob, PLACES);
    return { status: result.status, type: result.type, base64, ms, blocked, ...seen };
  },
  /** Shrinks like `shrink`, but does not look at the result, so that only the shrinking is measured. */
  async measure(path: string, type: PictureType) {
    const source = await fetchBlob(path);
    const { result, ms, blocked } = await timed(() => shrinkImage({ source, type }));
    return { ms, blocked, bytes: result.status === 'shrunk' ? result.blob.size : 0 };
  },
  /** Shrinks all at once, as when an agent chooses ten photos. */
  async shrinkAll(path: string, count: number) {
    const source = await fetchBlob(path);
    const { result, ms, blocked } = await timed(() =>
      Promise.all(Array.from({ length: count }, () => shrinkImage({ source, type: 'image/jpeg' }))),
    );
    return { ms, blocked, shrunk: result.filter(({ status }) => status === 'shrunk').length };
  },
  /** The pixels of a file as the browser shows it: the reference for the orientation. */
  see: async (path: string) => pixelsAt(await fetchBlob(path), PLACES),
  photo: async () => base64Of(await drawPhoto()),
  /** The page's text without spaces. */
  text: () =>
    letters()
      .map(({ letter }) => letter)
      .join(''),
  async plain(width: number, height: number, type: string, quality: number) {
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('There is no canvas.');
    const colours = ['#e01010', '#10c010', '#1010e0', '#e0e010'];
    for (const [index, colour] of colours.entries()) {
      context.fillStyle = colour;
      const [x, y] = [(index % 2) * (width / 2), Math.floor(index / 2) * (height / 2)];
      // The middle stays transparent if the type allows it.
      context.fillRect(
        x ? x + width * 0.1 : 0,
        y ? y + height * 0.1 : 0,
        width * 0.4,
        height * 0.4,
      );
    }
    return base64Of(await canvas.convertToBlob({ type, quality }));
  },
  /**
   * The share of wrong characters that the template reader reads from the shrunk photo. `at`: a type as the app makes it, or a
   * forced size.
   */
  async mistakes(
    path: string,
    at: 'original' | PictureType | Readonly<{ width: number; quality: number }>,
  ) {
    const source = await fetchBlob(path);
    if (at === 'original') return mistakes(source);
    if (typeof at === 'string') {
      const kept = await shrinkImage({ source, type: at });
      return kept.status === 'shrunk' ? mistakes(kept.blob) : 1;
    }
    const bitmap = await createImageBitmap(source);
    const height = Math.round((bitmap.height / bitmap.width) * at.width);
    const canvas = new OffscreenCanvas(at.width, height);
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('There is no canvas.');
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, at.width, height);
    return mistakes(await canvas.convertToBlob({ type: 'image/jpeg', quality: at.quality }));
  },
  /** The verdict on a made photo, and the time of its figures without the decoding. */
  async judge(made: MadePhoto) {
    const source = await makePhoto(made);
    let ms = 0;
    const pixelsOf = (canvas: OffscreenCanvas) => {
      const pixels = workerPixels.pixelsOf(canvas);
      if (pixels === undefined) throw new Error('There is no canvas.');
      const begun = performance.now();
      photoFigures(pixels);
      ms = performance.now() - begun;
      return pixels;
    };
    const result = await shrinkPicture(source, 'image/jpeg', { ...workerPixels, pixelsOf });
    return { ms, verdict: result.status === 'shrunk' ? result.verdict : result.reason };
  },
  async signature(strokes: readonly Stroke[]) {
    const png = await pngOfStrokes(strokes, null);
    return png === null ? null : base64Of(png);
  },
};
export type Pictures = typeof pictures;

Object.assign(globalThis, { pictures });
