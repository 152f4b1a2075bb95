import { randomFrom } from '../image-page/photo.ts';

/** A symbol as rows of modules: `1` is a bar. `tall`: the height of a row, in modules. */
export type Modules = Readonly<{ rows: readonly string[]; tall: number }>;

/** The state of a camera's picture. Lengths are in pixels, angles in degrees, `light` 1 is good light. */
export type State = Readonly<{
  turn?: number;
  blur?: number;
  shake?: number;
  light?: number;
  noise?: number;
  glare?: number;
  scale?: number;
  slant?: number;
  jpeg?: number;
}>;

export type MadeScan = Readonly<{
  seed: number;
  table: readonly [ground: string, pattern: string];
  symbol: Modules;
  state: State;
  /** The size of the picture. */
  size: readonly [width: number, height: number];
  /** The width of a module in pixels. */
  module: number;
}>;

type Pen = OffscreenCanvasRenderingContext2D;

function blank(width: number, height: number): readonly [OffscreenCanvas, Pen] {
  const made = new OffscreenCanvas(width, height);
  const pen = made.getContext('2d', { willReadFrequently: true });
  if (pen === null) throw new Error('There is no canvas.');
  return [made, pen];
}

/** The symbol on a white card with lines of text above and below. */
function drawCard({ symbol: { rows, tall }, module, seed }: MadeScan): OffscreenCanvas {
  const widest = rows[0]?.length ?? 0;
  const [width, height] = [widest * module, rows.length * tall * module];
  const random = randomFrom(seed);
  const [made, pen] = blank(
    Math.round(Math.max(width + 24 * module, 160 * module)),
    Math.round(height + 60 * module),
  );
  pen.fillStyle = '#f2f0ea';
  pen.fillRect(0, 0, made.width, made.height);
  pen.fillStyle = '#fff';
  const [left, top] = [
    Math.round((made.width - width) / 2),
    Math.round((made.height - height) / 2),
  ];
  pen.fillRect(left - 10 * module, top - 4 * module, width + 20 * module, height + 8 * module);
  pen.fillStyle = '#161616';
  for (const [y, row] of rows.entries())
    for (const run of row.matchAll(/1+/g))
      pen.fillRect(
        left + run.index * module,
        top + y * tall * module,
        run[0].length * module,
        tall * module,
      );
  pen.font = `${7 * module}px sans-serif`;
  const line = (): string =>
    Array.from({ length: 14 }, () => 'ACDEHKLMNRTUVWX'.charAt(Math.floor(random() * 15))).join('');
  pen.fillText(line(), 8 * module, 14 * module);
  pen.fillText(line(), 8 * module, made.height - 10 * module);
  return made;
}

function drawTable(pen: Pen, { table: [ground, pattern], seed, size: [width, height] }: MadeScan) {
  const random = randomFrom(seed + 1);
  pen.fillStyle = ground;
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = pattern;
  for (let mark = 0; mark < 120; mark += 1)
    pen.fillRect(0, random() * height, width, 1 + random() * 6);
}

/** Draws the card, turned and slanted, in strips whose height grows from left to right. */
function drawOn(pen: Pen, card: OffscreenCanvas, { state, size: [width, height], seed }: MadeScan) {
  const { turn = 0, scale = 1, slant = 0 } = state;
  const random = randomFrom(seed + 2);
  pen.save();
  pen.translate(width / 2 + (random() - 0.5) * 40, height / 2 + (random() - 0.5) * 40);
  pen.rotate((turn * Math.PI) / 180);
  pen.scale(scale, scale);
  pen.imageSmoothingQuality = 'high';
  const strips = slant === 0 ? 1 : 64;
  const each = card.width / strips;
  const narrow = 1 - slant / 3;
  for (let strip = 0; strip < strips; strip += 1) {
    const tall = card.height * (1 - slant / 2 + (slant * strip) / strips);
    pen.drawImage(
      card,
      strip * each,
      0,
      each,
      card.height,
      (strip * each - card.width / 2) * narrow,
      -tall / 2,
      each * narrow + (slant === 0 ? 0 : 0.6),
      tall,
    );
  }
  pen.restore();
}

/** A picture as a camera gives it: the same for the same seed and state. */
export async function makeScan(scan: MadeScan): Promise<OffscreenCanvas> {
  const { state, size, seed } = scan;
  const [width, height] = size;
  const [sharp, sharpPen] = blank(width, height);
  drawTable(sharpPen, scan);
  drawOn(sharpPen, drawCard(scan), scan);
  const [made, pen] = blank(width, height);
  const { blur = 0.5, shake = 0, light = 1, noise = 3, glare = 0, jpeg } = state;
  pen.filter = `blur(${blur}px)`;
  // The average of equal layers: layer n is drawn with an opacity of 1/n.
  for (let step = 0; step <= shake; step += 1) {
    pen.globalAlpha = 1 / (step + 1);
    pen.drawImage(sharp, step - shake / 2, (step - shake / 2) * 0.3);
  }
  pen.filter = 'none';
  pen.globalAlpha = 1;
  if (glare > 0) {
    // The glare is above the middle of the symbol, like the reflection of an unnoticed lamp.
    const [x, y] = [width * 0.56, height * 0.5 - width * glare * 0.6];
    const spot = pen.createRadialGradient(x, y, 0, x, y, width * glare);
    spot.addColorStop(0, 'rgb(255 255 255 / 0.97)');
    spot.addColorStop(0.5, 'rgb(255 255 255 / 0.7)');
    spot.addColorStop(1, 'rgb(255 255 255 / 0)');
    pen.fillStyle = spot;
    pen.fillRect(0, 0, width, height);
  }
  const random = randomFrom(seed + 3);
  const pixels = pen.getImageData(0, 0, width, height);
  for (let at = 0; at < pixels.data.length; at += 4) {
    const change = (random() + random() - 1) * noise * 1.7;
    for (let channel = at; channel < at + 3; channel += 1)
      pixels.data[channel] = (pixels.data[channel] ?? 0) * light + change;
  }
  pen.putImageData(pixels, 0, 0);
  if (jpeg === undefined) return made;
  const coded = await made.convertToBlob({ type: 'image/jpeg', quality: jpeg });
  pen.drawImage(await createImageBitmap(coded), 0, 0);
  return made;
}
