import type { Picture, PixelTools } from './shrink-picture.ts';
import { drawUpright, type Size, uprightSize } from './shrink-plan.ts';

/** Decodes at a smaller size, which needs at most a third of the memory of a full 12-megapixel picture. */
async function decodeSmall(source: Blob, type: string, size: Size): Promise<Picture> {
  const decoder = new ImageDecoder({
    data: source.stream(),
    type,
    desiredWidth: size.width,
    desiredHeight: size.height,
    preferAnimation: false,
  });
  try {
    const { image } = await decoder.decode({ completeFramesOnly: true });
    const { displayWidth: width, displayHeight: height } = image;
    return { image, width, height, close: () => image.close() };
  } finally {
    decoder.close();
  }
}

async function decode(source: Blob, type: string, size: Size | null): Promise<Picture> {
  if (size !== null && 'ImageDecoder' in globalThis && (await ImageDecoder.isTypeSupported(type))) {
    return decodeSmall(source, type, size);
  }
  const image = await (size === null
    ? createImageBitmap(source)
    : createImageBitmap(source, {
        resizeWidth: size.width,
        resizeHeight: size.height,
        resizeQuality: 'high',
      }));
  return { image, width: image.width, height: image.height, close: () => image.close() };
}

export const workerPixels: PixelTools<OffscreenCanvas> = {
  decode,
  draw: (image, size, orientation) => {
    const upright = uprightSize(size, orientation);
    const canvas = new OffscreenCanvas(upright.width, upright.height);
    // The encoder reads the pixels at once. From a canvas in graphics memory, the pixels would have to be copied back.
    const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
    if (context === null) throw new Error('There is no room for a canvas.');
    drawUpright(context, image, size, orientation);
    return canvas;
  },
  encode: (canvas, type, quality) => canvas.convertToBlob({ type, quality }),
  pixelsOf: (canvas) => canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height),
};
