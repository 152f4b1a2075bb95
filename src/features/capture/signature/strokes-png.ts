import type { Signer } from '../../../domain/forms/customer.ts';
import type { SubmissionId } from '../../../domain/ids.ts';
import { boundsOf, hasRealSignature, type Stroke } from '../../../domain/signature.ts';
import { signatureText } from '../../../messages/capture.ts';
import { format } from '../../../messages/text.ts';
import type { FormStore } from '../../../store/open-store.ts';

/** Breaks a text between words into lines that fit. A word that is too long for a line gets its own line. */
export function linesOf(text: string, fits: (line: string) => boolean): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/u)) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** In CSS pixels of the pad. The same on the screen and in the sent picture. */
export const PEN_WIDTH = 2.4;

type DrawingContext = CanvasPath &
  CanvasDrawPath &
  CanvasPathDrawingStyles &
  CanvasFillStrokeStyles;

/** Draws a dot, because browsers draw nothing for a line of length zero, even with round caps. */
function drawDot(context: DrawingContext, { x, y }: Stroke[number]): void {
  context.beginPath();
  context.arc(x, y, PEN_WIDTH, 0, 2 * Math.PI);
  context.fill();
}

/** Draws a smooth line through a stroke's points, or a dot if all points are equal. */
function drawStroke(context: DrawingContext, stroke: Stroke): void {
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

/** Draws in the strokes' coordinates. The caller sets the context's transform. */
export function drawStrokes(
  context: DrawingContext,
  strokes: readonly Stroke[],
  color: string,
): void {
  context.strokeStyle = color;
  context.fillStyle = color;
  context.lineWidth = PEN_WIDTH;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  for (const stroke of strokes) drawStroke(context, stroke);
}

const MAX_BYTES = 30_000;
/** In CSS pixels of the pad. */
const MARGIN_PX = 8;
/**
 * Starts with two pixels for each pixel of the pad, as on a phone's screen. Smaller scales are used if the file is too
 * large.
 */
const SCALES = [2, 1.5, 1, 0.75, 0.5, 0.35] as const;
const MAX_SIDE_PX = 1200;
/** In CSS pixels of the pad. */
const CAPTION = { font: '14px sans-serif', lineHeight: 20, width: 300 } as const;

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

function newCanvas(): readonly [canvas: HTMLCanvasElement | OffscreenCanvas, context: Context] {
  const canvas =
    'OffscreenCanvas' in globalThis ? new OffscreenCanvas(1, 1) : document.createElement('canvas');
  const context = canvas.getContext('2d', {
    alpha: false,
    willReadFrequently: true,
  }) as Context | null;
  if (context === null) throw new Error('There is no room for a canvas.');
  return [canvas, context];
}

async function render(
  strokes: readonly Stroke[],
  caption: string | null,
  scale: number,
): Promise<Blob> {
  // A signature by name has no ink: the picture is only the caption.
  const bounds = boundsOf(strokes) ?? { left: 0, top: 0, right: 0, bottom: 0 };
  const [canvas, context] = newCanvas();
  const widthOf = (line: string) => {
    context.font = CAPTION.font;
    return context.measureText(line).width;
  };
  const inkWidth = bounds.right - bounds.left;
  const inkHeight = bounds.bottom - bounds.top;
  const captionWidth = Math.max(inkWidth, CAPTION.width);
  const lines = caption === null ? [] : linesOf(caption, (line) => widthOf(line) <= captionWidth);
  const width = Math.max(inkWidth, ...lines.map(widthOf)) + 2 * MARGIN_PX;
  const height = inkHeight + lines.length * CAPTION.lineHeight + 2 * MARGIN_PX;
  const fitted = Math.min(scale, MAX_SIDE_PX / Math.max(width, height));
  canvas.width = Math.ceil(width * fitted);
  canvas.height = Math.ceil(height * fitted);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(fitted, fitted);
  context.translate(MARGIN_PX - bounds.left, MARGIN_PX - bounds.top);
  drawStrokes(context, strokes, '#000');
  context.font = CAPTION.font;
  lines.forEach((line, index) => {
    context.fillText(line, bounds.left, bounds.bottom + (index + 1) * CAPTION.lineHeight);
  });
  if (!(canvas instanceof HTMLCanvasElement)) return canvas.convertToBlob({ type: 'image/png' });
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No PNG was made.'))));
  });
}

/**
 * Returns a PNG of at most 30 kB, black on white, cropped to the ink. On one device, equal strokes give equal bytes.
 * Returns null if the signature is blank or only a dot.
 * @param caption written below the ink; null for no caption
 */
export async function pngOfStrokes(
  strokes: readonly Stroke[],
  caption: string | null,
): Promise<Blob | null> {
  return hasRealSignature(strokes) ? smallEnough(strokes, caption) : null;
}

/** Returns the largest picture of at most 30 kB. */
async function smallEnough(strokes: readonly Stroke[], caption: string | null): Promise<Blob> {
  const [largest, ...smaller] = SCALES;
  let png = await render(strokes, caption, largest);
  for (const scale of smaller) {
    if (png.size <= MAX_BYTES) break;
    png = await render(strokes, caption, scale);
  }
  return png;
}

/**
 * Returns the form's signature as a PNG, or null if it is blank or only a dot. The witness's name is written into the
 * picture, because the server's API has no field for it. If the witness signed by name, the picture has no ink.
 */
export async function signaturePng(
  store: FormStore,
  id: SubmissionId,
  { witness, isByName }: Signer,
): Promise<Blob | null> {
  const t = signatureText();
  if (isByName) return witness ? smallEnough([], format(t.signedByName, { name: witness })) : null;
  const { strokes } = await store.queries.signature(id).read();
  const caption = witness === null ? null : format(t.witnessed, { name: witness });
  return pngOfStrokes(strokes, caption);
}
