import type { Stroke } from '../../../domain/signature.ts';

/** In CSS pixels of the pad; the pen on the screen and the picture that is sent look alike. */
export const PEN_WIDTH = 2.4;

type Context = CanvasPath & CanvasDrawPath & CanvasPathDrawingStyles & CanvasFillStrokeStyles;

/** One smooth line through a stroke's points; a dot where there is one point alone. */
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
  // A line of no length still gets its round caps: a dot.
  context.lineTo(previous.x, previous.y);
  context.stroke();
}

/** Draws in the strokes' own coordinates; the context's transform says where that is. */
export function drawStrokes(context: Context, strokes: readonly Stroke[], color: string): void {
  context.strokeStyle = color;
  context.lineWidth = PEN_WIDTH;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  for (const stroke of strokes) drawStroke(context, stroke);
}
