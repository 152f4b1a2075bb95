import { boundsOf, hasRealSignature, type Stroke } from '../../../domain/signature.ts';
import { drawStrokes } from './signature-drawing.ts';

const MAX_BYTES = 30_000;
/** In CSS pixels of the pad. */
const MARGIN_PX = 8;
/** Two pixels for each of the pad's, as on a phone's screen; fewer where the file would be too large. */
const SCALES = [2, 1.5, 1, 0.75, 0.5, 0.35] as const;
const MAX_SIDE_PX = 1200;

async function render(strokes: readonly Stroke[], scale: number): Promise<Blob> {
  const bounds = boundsOf(strokes);
  if (bounds === null) throw new Error('A blank signature has no picture.');
  const width = bounds.right - bounds.left + 2 * MARGIN_PX;
  const height = bounds.bottom - bounds.top + 2 * MARGIN_PX;
  const fitted = Math.min(scale, MAX_SIDE_PX / Math.max(width, height));
  const size = { width: Math.ceil(width * fitted), height: Math.ceil(height * fitted) };
  const options = { alpha: false, willReadFrequently: true };
  const isOffscreen = 'OffscreenCanvas' in globalThis;
  const canvas = isOffscreen
    ? new OffscreenCanvas(size.width, size.height)
    : Object.assign(document.createElement('canvas'), size);
  const context = canvas.getContext('2d', options) as
    | CanvasRenderingContext2D
    | OffscreenCanvasRenderingContext2D
    | null;
  if (context === null) throw new Error('There is no room for a canvas.');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, size.width, size.height);
  context.scale(fitted, fitted);
  context.translate(MARGIN_PX - bounds.left, MARGIN_PX - bounds.top);
  drawStrokes(context, strokes, '#000');
  if (canvas instanceof HTMLCanvasElement) {
    return new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No PNG was made.'))));
    });
  }
  return canvas.convertToBlob({ type: 'image/png' });
}

/** A PNG, black on white, cropped to the ink, at most 30 kB. The same strokes make the same bytes on the same device. */
export async function pngOfStrokes(strokes: readonly Stroke[]): Promise<Blob | null> {
  if (!hasRealSignature(strokes)) return null;
  let png: Blob | null = null;
  for (const scale of SCALES) {
    png = await render(strokes, scale);
    if (png.size <= MAX_BYTES) break;
  }
  return png;
}
