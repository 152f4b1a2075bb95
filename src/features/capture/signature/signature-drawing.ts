import type { Stroke } from '../../../domain/signature.ts';

/** In CSS pixels of the pad; the same on the screen and in the picture that is sent. */
export const PEN_WIDTH = 2.4;

type Context = CanvasPath & CanvasDrawPath & CanvasPathDrawingStyles & CanvasFillStrokeStyles;

/** Browsers draw nothing for a line without length, whatever its caps. */
function drawDot(context: Context, { x, y }: Stroke[number]): void {
  context.beginPath();
  context.arc(x, y, PEN_WIDTH, 0, 2 * Math.PI);
  context.fill();
}

/** Draws a smooth line through a stroke's points; where they are all one, a dot. */
function drawStroke(context: Context, stroke: Stroke): void {
  const [first] = stroke;
  if (first === undefined) return;
  if (stroke.every(({ x, y }) => x === first.x && y === first.y)) {
    drawDot(context, first);
    return;
  }
  context.beginPath();
  context.moveTo(first.x, first.y);
  let previous = first;
  for (const point of stroke) {
    const middle = { x: (previous.x + point.x) / 2, y: (previous.y + point.y) / 2 };
    context.quadraticCurveTo(previous.x, previous.y, middle.x, middle.y);
    previous = point;
  }
  context.lineTo(previous.x, previous.y);
  context.stroke();
}

/** Draws in the strokes' coordinates; the context's transform places them. */
export function drawStrokes(context: Context, strokes: readonly Stroke[], color: string): void {
  context.strokeStyle = color;
  context.fillStyle = color;
  context.lineWidth = PEN_WIDTH;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  for (const stroke of strokes) drawStroke(context, stroke);
}
