import type { Stroke } from '../../../domain/signature.ts';

/** In CSS pixels of the pad; the same on the screen and in the picture that is sent. */
export const PEN_WIDTH = 2.4;

type Context = CanvasPath & CanvasDrawPath & CanvasPathDrawingStyles & CanvasFillStrokeStyles;

/** Draws a smooth line through a stroke's points; a single point becomes a dot. */
function drawStroke(context: Context, stroke: Stroke): void {
  const [first] = stroke;
  if (first === undefined) return;
  context.beginPath();
  context.moveTo(first.x, first.y);
  let previous = first;
  for (const point of stroke) {
    const middle = { x: (previous.x + point.x) / 2, y: (previous.y + point.y) / 2 };
    context.quadraticCurveTo(previous.x, previous.y, middle.x, middle.y);
    previous = point;
  }
  // A line of length 0 still gets round caps: a dot.
  context.lineTo(previous.x, previous.y);
  context.stroke();
}

/** Draws in the strokes' coordinates; the context's transform places them. */
export function drawStrokes(context: Context, strokes: readonly Stroke[], color: string): void {
  context.strokeStyle = color;
  context.lineWidth = PEN_WIDTH;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  for (const stroke of strokes) drawStroke(context, stroke);
}
