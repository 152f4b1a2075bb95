import { boundsOf, hasRealSignature, type Stroke } from '../../../domain/signature.ts';
import { linesOf } from './caption-lines.ts';
import { drawStrokes } from './signature-drawing.ts';

const MAX_BYTES = 30_000;
/** In CSS pixels of the pad. */
const MARGIN_PX = 8;
/** Two pixels for each of the pad's, as on a phone's screen; fewer where the file would be too large. */
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
  const bounds = boundsOf(strokes);
  if (bounds === null) throw new Error('A blank signature has no picture.');
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
 * A PNG, black on white, cropped to the ink, at most 30 kB. The same strokes make the same bytes on the same device.
 * @param caption written below the ink; null: nothing
 */
export async function pngOfStrokes(
  strokes: readonly Stroke[],
  caption: string | null,
): Promise<Blob | null> {
  if (!hasRealSignature(strokes)) return null;
  let png: Blob | null = null;
  for (const scale of SCALES) {
    png = await render(strokes, caption, scale);
    if (png.size <= MAX_BYTES) break;
  }
  return png;
}
