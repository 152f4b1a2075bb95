import { describe, expect, it } from 'vitest';
import {
  photoFigures,
  photoVerdict,
} from '../../../../src/features/capture/picture/photo-verdict.ts';

const [WIDTH, HEIGHT] = [900, 675];
type Grey = (x: number, y: number) => number;

/** A page of fine vertical strokes on grey paper: sharp everywhere, like text. */
const page: Grey = (x, y) => (y % 20 < 12 && x % 7 < 2 ? 40 : 215);

/** Blurs the picture: each pixel is the mean of the pixels within `radius`. */
const blurred =
  (picture: Grey, radius: number): Grey =>
  (x, y) => {
    let sum = 0;
    for (let dx = -radius; dx <= radius; dx += 1)
      for (let dy = -radius; dy <= radius; dy += 1) sum += picture(x + dx, y + dy);
    return sum / (2 * radius + 1) ** 2;
  };

const dimmed =
  (picture: Grey, factor: number): Grey =>
  (x, y) =>
    Math.min(255, picture(x, y) * factor);

/** Adds a reflection: white within `radius`, with a soft edge. */
const withSpot =
  (picture: Grey, radius: number, [left, top] = [450, 330]): Grey =>
  (x, y) =>
    Math.max(picture(x, y), 255 - 2 * Math.max(0, Math.hypot(x - left, y - top) - radius));

function verdictOn(picture: Grey, [width, height] = [WIDTH, HEIGHT]) {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4;
      data.fill(picture(x, y), at, at + 4);
    }
  return photoVerdict(photoFigures({ data, width, height }));
}

describe('the verdict on a photo', () => {
  it.each<[string, Grey, ReturnType<typeof verdictOn>]>([
    ['‘good’ on a sharp page', page, 'good'],
    ['‘good’ on a sharp page in weak light', dimmed(page, 0.55), 'good'],
    ['‘good’ on white paper that the light fills', dimmed(page, 1.3), 'good'],
    ['‘blurred’ on a page out of focus', blurred(page, 3), 'blurred'],
    ['‘blurred’ on a page without any edge', () => 200, 'blurred'],
    ['‘dark’ on a sharp page without light', dimmed(page, 0.3), 'dark'],
    ['‘dark’ on a blurred page without light', dimmed(blurred(page, 3), 0.3), 'dark'],
    ['‘glare’ on a page with a white spot', withSpot(page, 60), 'glare'],
    ['‘good’ on a white spot smaller than a tile', withSpot(page, 14), 'good'],
    ['‘good’ on a white corner beside the page', withSpot(page, 90, [0, 0]), 'good'],
  ])('says %s', (_, picture, verdict) => {
    expect(verdictOn(picture)).toBe(verdict);
  });

  it('judges a picture of any size without an error', () => {
    expect(verdictOn(page, [20, 10])).toBe('dark');
    expect(verdictOn(page, [40, 900])).toBe('good');
  });
});
