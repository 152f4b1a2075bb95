import type { Stroke } from '../../../domain/signature.ts';
import type { PadSize } from '../../../store/strokes.ts';

/** Where a pad lies on another. A stored point is at `x * scale + left`, `y * scale + top` on the screen. */
export type PadFit = Readonly<{ scale: number; left: number; top: number }>;

/** As large as it goes without bending the signature, in the middle. */
export function fitPad(stored: PadSize, screen: PadSize): PadFit {
  const scale = Math.min(screen.width / stored.width, screen.height / stored.height);
  return {
    scale,
    left: (screen.width - stored.width * scale) / 2,
    top: (screen.height - stored.height * scale) / 2,
  };
}

const hundredth = (length: number): number => Math.round(length * 100) / 100;

/** A stroke drawn on the screen as it is stored: its points alone, to a hundredth of a pixel. */
export const storedStroke = (drawn: Stroke, { scale, left, top }: PadFit): Stroke =>
  drawn.map(({ x, y, time }) => ({
    x: hundredth((x - left) / scale),
    y: hundredth((y - top) / scale),
    time,
  }));
