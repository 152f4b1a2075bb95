/** A page of A4 as a 12-megapixel camera sees it: 10-point text, off-white paper, uneven light, noise. */
export const WIDTH = 4000;
const HEIGHT = 3000;
/** The long side of A4 is 297 mm and has 4000 pixels. A point is 1/72 inch. */
export const FONT_PIXELS = (10 / 72) * 25.4 * (WIDTH / 297);
export const FONT = `${FONT_PIXELS}px "Liberation Serif", "Times New Roman", serif`;
const INK = '#26241f';
export const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export type Letter = Readonly<{ letter: string; x: number; baseline: number }>;

/** Pseudo-random numbers that are the same on every run (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** The place of each letter of the page. The words belong to no language, so that no reader can guess. */
export function letters(): readonly Letter[] {
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (context === null) throw new Error('There is no canvas.');
  context.font = FONT;
  const random = randomFrom(7);
  const placed: Letter[] = [];
  for (let baseline = 300; baseline < HEIGHT - 250; baseline += FONT_PIXELS * 2.4) {
    let x = 320;
    while (x < WIDTH - 400) {
      const length = 3 + Math.floor(random() * 7);
      for (let index = 0; index < length; index += 1) {
        const letter = ALPHABET[Math.floor(random() * ALPHABET.length)] ?? 'A';
        placed.push({ letter, x, baseline });
        x += context.measureText(letter).width + 1;
      }
      x += FONT_PIXELS * 0.4;
    }
  }
  return placed;
}

/** No lens draws an edge within one pixel. Draws the picture over itself, moved by one pixel in each direction. */
export function soften(context: OffscreenCanvasRenderingContext2D, canvas: OffscreenCanvas): void {
  context.globalAlpha = 0.35;
  for (const [x, y] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const) {
    context.drawImage(canvas, x, y);
  }
  context.globalAlpha = 1;
}

export async function drawPhoto(): Promise<Blob> {
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('There is no canvas.');
  const light = context.createRadialGradient(1500, 1000, 200, 1800, 1400, 2900);
  light.addColorStop(0, '#f4efe2');
  light.addColorStop(1, '#b7ad9c');
  context.fillStyle = light;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  const face = context.createLinearGradient(3300, 60, 3800, 700);
  face.addColorStop(0, '#7d5a45');
  face.addColorStop(1, '#39506b');
  context.fillStyle = face;
  context.fillRect(120, 40, 900, 180);
  context.font = FONT;
  context.fillStyle = INK;
  for (const { letter, x, baseline } of letters()) context.fillText(letter, x, baseline);
  soften(context, canvas);
  const random = randomFrom(11);
  const strip = 250;
  for (let top = 0; top < HEIGHT; top += strip) {
    const pixels = context.getImageData(0, top, WIDTH, strip);
    for (let at = 0; at < pixels.data.length; at += 4) {
      const noise = (random() + random() - 1) * 9;
      pixels.data[at] = (pixels.data[at] ?? 0) + noise;
      pixels.data[at + 1] = (pixels.data[at + 1] ?? 0) + noise;
      pixels.data[at + 2] = (pixels.data[at + 2] ?? 0) + noise;
    }
    context.putImageData(pixels, 0, top);
  }
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
}
