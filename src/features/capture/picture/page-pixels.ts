import { drawUpright, uprightSize } from './draw-upright.ts';
import type { Picture, PixelTools } from './shrink-picture.ts';

async function decode(source: Blob): Promise<Picture> {
  const url = URL.createObjectURL(source);
  const image = new Image();
  const close = () => {
    URL.revokeObjectURL(url);
    image.removeAttribute('src');
  };
  try {
    image.src = url;
    await image.decode();
  } catch (error) {
    close();
    throw error;
  }
  return { image, width: image.naturalWidth, height: image.naturalHeight, close };
}

/** For browsers whose workers have no canvas. It blocks the page for a moment, so it is used only there. */
export const pagePixels: PixelTools<HTMLCanvasElement> = {
  decode,
  draw: (image, size, orientation) => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, uprightSize(size, orientation));
    const context = canvas.getContext('2d', { alpha: false });
    if (context === null) throw new Error('There is no room for a canvas.');
    drawUpright(context, image, size, orientation);
    return canvas;
  },
  encode: (canvas, type, quality) =>
    new Promise((resolve, reject) => {
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be encoded.'))),
        type,
        quality,
      );
    }),
};
