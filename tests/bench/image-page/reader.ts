import { ALPHABET, FONT, FONT_PIXELS, letters, soften, WIDTH } from './photo.ts';

/**
 * A reader of printed letters, because there is no general OCR here. It knows where each letter of the page begins, and compares it
 * with clean print of every letter of the alphabet. It uses normalised correlation, moved by up to 2 pixels each way, and takes the
 * best match. It does not guess from words, so a misread letter is not legible.
 */
const BOX_WIDTH = Math.ceil(FONT_PIXELS * 0.95);
const BOX_HEIGHT = Math.ceil(FONT_PIXELS * 1.05);
const ASCENT = Math.ceil(FONT_PIXELS * 0.78);
const SHIFTS = [-2, -1, 0, 1, 2];

type Grey = Readonly<{ width: number; data: Float32Array }>;

function greyOf(context: OffscreenCanvasRenderingContext2D, width: number, height: number): Grey {
  const { data } = context.getImageData(0, 0, width, height);
  const grey = new Float32Array(width * height);
  for (let at = 0; at < grey.length; at += 1) {
    grey[at] =
      0.3 * (data[at * 4] ?? 0) + 0.59 * (data[at * 4 + 1] ?? 0) + 0.11 * (data[at * 4 + 2] ?? 0);
  }
  return { width, data: grey };
}

/** The box at (x, y), scaled to mean 0 and length 1. Only `width` pixels of it count, because the rest belongs to the next letter. */
function normalised(grey: Grey, x: number, y: number, width: number): Float32Array {
  const box = new Float32Array(width * BOX_HEIGHT);
  let sum = 0;
  for (let row = 0; row < BOX_HEIGHT; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const value = grey.data[(y + row) * grey.width + x + column] ?? 0;
      box[row * width + column] = value;
      sum += value;
    }
  }
  const mean = sum / box.length;
  let squares = 0;
  for (let at = 0; at < box.length; at += 1) {
    const value = (box[at] ?? 0) - mean;
    box[at] = value;
    squares += value * value;
  }
  const length = Math.sqrt(squares) || 1;
  return box.map((value) => value / length);
}

const likeness = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);

function contextOf(width: number, height: number): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('There is no canvas.');
  context.imageSmoothingQuality = 'high';
  context.font = FONT;
  return context;
}

function templates() {
  return Array.from(ALPHABET, (letter) => {
    const context = contextOf(BOX_WIDTH, BOX_HEIGHT);
    context.fillStyle = '#fff';
    context.fillRect(0, 0, BOX_WIDTH, BOX_HEIGHT);
    context.fillStyle = '#000';
    context.fillText(letter, 0, ASCENT);
    soften(context, context.canvas);
    const width = Math.min(BOX_WIDTH, Math.ceil(context.measureText(letter).width));
    return {
      letter,
      width,
      box: normalised(greyOf(context, BOX_WIDTH, BOX_HEIGHT), 0, 0, width),
    };
  });
}

/** The share (0 to 1) of misread letters, among 500 letters of the page. */
export async function mistakes(picture: Blob): Promise<number> {
  const bitmap = await createImageBitmap(picture);
  const height = Math.round((bitmap.height / bitmap.width) * WIDTH);
  const context = contextOf(WIDTH, height);
  context.drawImage(bitmap, 0, 0, WIDTH, height);
  const grey = greyOf(context, WIDTH, height);
  const known = templates();
  const widths = [...new Set(known.map(({ width }) => width))];
  const all = letters();
  const sample = all.filter((_, index) => index % Math.floor(all.length / 500) === 0);
  let wrong = 0;
  for (const { letter, x, baseline } of sample) {
    let best = { letter: '', score: Number.NEGATIVE_INFINITY };
    for (const dx of SHIFTS) {
      for (const dy of SHIFTS) {
        const [left, top] = [Math.round(x) + dx, Math.round(baseline - ASCENT) + dy];
        const seen = new Map(widths.map((width) => [width, normalised(grey, left, top, width)]));
        for (const { letter: name, width, box } of known) {
          const score = likeness(box, seen.get(width) ?? box);
          if (score > best.score) best = { letter: name, score };
        }
      }
    }
    if (best.letter !== letter) wrong += 1;
  }
  return wrong / sample.length;
}
