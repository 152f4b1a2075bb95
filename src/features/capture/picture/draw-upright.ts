import type { Orientation } from './header-result.ts';
import type { Size } from './shrink-plan.ts';

/** The size of the picture when it is upright. */
export const uprightSize = ({ width, height }: Size, orientation: Orientation): Size =>
  orientation >= 5 ? { width: height, height: width } : { width, height };

type Matrix = readonly [number, number, number, number, number, number];

/** The canvas transform for each of EXIF's eight orientations. `width` and `height`: before turning. */
export function uprightTransform({ width, height }: Size, orientation: Orientation): Matrix {
  switch (orientation) {
    case 1:
      return [1, 0, 0, 1, 0, 0];
    case 2:
      return [-1, 0, 0, 1, width, 0];
    case 3:
      return [-1, 0, 0, -1, width, height];
    case 4:
      return [1, 0, 0, -1, 0, height];
    case 5:
      return [0, 1, 1, 0, 0, 0];
    case 6:
      return [0, 1, -1, 0, height, 0];
    case 7:
      return [0, -1, -1, 0, height, width];
    case 8:
      return [0, -1, 1, 0, 0, width];
  }
}

/** Draws the picture upright into a canvas of `uprightSize`, on white, as a picture may be transparent. */
export function drawUpright(
  context: CanvasDrawImage &
    CanvasRect &
    CanvasTransform &
    CanvasFillStrokeStyles &
    CanvasImageSmoothing,
  image: CanvasImageSource,
  size: Size,
  orientation: Orientation,
): void {
  const upright = uprightSize(size, orientation);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, upright.width, upright.height);
  context.imageSmoothingQuality = 'high';
  context.setTransform(...uprightTransform(size, orientation));
  context.drawImage(image, 0, 0, size.width, size.height);
  context.resetTransform();
}
