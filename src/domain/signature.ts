/** One stroke of a signature: points in CSS pixels of the pad, each with its time (ms since 1970). */
export type Stroke = readonly Readonly<{ x: number; y: number; time: number }>[];

export type Bounds = Readonly<{ left: number; top: number; right: number; bottom: number }>;

/** A smaller drawing is an accidental touch. An X or a short initial is larger. */
const MIN_EXTENT_PX = 12;
const MIN_LENGTH_PX = 20;

/** The smallest box around all points. Returns null if there is no point. */
export function boundsOf(strokes: readonly Stroke[]): Bounds | null {
  const points = strokes.flat();
  if (points.length === 0) return null;
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  return {
    left: xs.reduce((least, x) => Math.min(least, x)),
    top: ys.reduce((least, y) => Math.min(least, y)),
    right: xs.reduce((most, x) => Math.max(most, x)),
    bottom: ys.reduce((most, y) => Math.max(most, y)),
  };
}

export function inkLength(strokes: readonly Stroke[]): number {
  let length = 0;
  for (const stroke of strokes) {
    let previous = stroke[0];
    for (const point of stroke) {
      if (previous) length += Math.hypot(point.x - previous.x, point.y - previous.y);
      previous = point;
    }
  }
  return length;
}

/** False for a blank pad and for dots. A cross counts, because some people sign with one. */
export function hasRealSignature(strokes: readonly Stroke[]): boolean {
  const bounds = boundsOf(strokes);
  if (bounds === null) return false;
  const extent = Math.max(bounds.right - bounds.left, bounds.bottom - bounds.top);
  return extent >= MIN_EXTENT_PX && inkLength(strokes) >= MIN_LENGTH_PX;
}
