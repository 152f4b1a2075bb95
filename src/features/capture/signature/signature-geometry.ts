import type { Stroke } from '../../../domain/signature.ts';
import type { PadSize } from '../../../store/strokes.ts';

/** Maps a stored pad to the one on the screen: a stored point is at `x * scale + left`, `y * scale + top`. */
export type PadFit = Readonly<{ scale: number; left: number; top: number }>;

/** Fits the stored pad into the screen's, as large as possible, undistorted and centred. */
export function fitPad(stored: PadSize, screen: PadSize): PadFit {
  const scale = Math.min(screen.width / stored.width, screen.height / stored.height);
  return {
    scale,
    left: (screen.width - stored.width * scale) / 2,
    top: (screen.height - stored.height * scale) / 2,
  };
}

const hundredth = (length: number): number => Math.round(length * 100) / 100;

/** Converts a stroke drawn on the screen to its stored form: only its points, rounded to a hundredth of a pixel. */
export const storedStroke = (drawn: Stroke, { scale, left, top }: PadFit): Stroke =>
  drawn.map(({ x, y, time }) => ({
    x: hundredth((x - left) / scale),
    y: hundredth((y - top) / scale),
    time,
  }));
