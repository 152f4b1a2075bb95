import { randomFrom } from './photo.ts';

export const documents = ['card', 'book', 'letter', 'large print'] as const;
export const tables = {
  wood: ['#6b4a2f', '#7d5a3b'],
  cloth: ['#31506b', '#3d6284'],
  stone: ['#a7a49c', '#b5b2aa'],
  dark: ['#222120', '#2b2a29'],
  tile: ['#d8d4cb', '#cfcabf'],
} as const;

/** `blur` and `shake`: in pixels of a picture whose long side has 1,800 pixels. `glare`: a share of the width. `light`: 1 is good light. */
export type Flaws = Readonly<{ blur: number; shake: number; light: number; glare: number }>;

export type MadePhoto = Readonly<{
  seed: number;
  document: (typeof documents)[number];
  table: keyof typeof tables;
  flaws: Flaws;
}>;

const [WIDTH, HEIGHT] = [2700, 2025];
/** The pixels of the made photo for each pixel that the app keeps. */
const SCALE = WIDTH / 1800;
const INK = '#2a2a2c';
const CHARACTERS = 'ABCDEFGHKLMNOPRSTUVWabcdeghiklmnoprstuvw0123456789';

type Random = () => number;
type Pen = OffscreenCanvasRenderingContext2D;

function canvas(): Readonly<{ made: OffscreenCanvas; pen: Pen }> {
  const made = new OffscreenCanvas(WIDTH, HEIGHT);
  const pen = made.getContext('2d', { willReadFrequently: true });
  if (pen === null) throw new Error('There is no canvas.');
  return { made, pen };
}

const word = (random: Random): string =>
  Array.from({ length: 3 + Math.floor(random() * 8) }, () =>
    CHARACTERS.charAt(Math.floor(random() * CHARACTERS.length)),
  ).join('');

function drawTable(pen: Pen, table: MadePhoto['table'], random: Random): void {
  const [ground, pattern] = tables[table];
  pen.fillStyle = ground;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.fillStyle = pattern;
  const hasGrain = table === 'wood' || table === 'dark';
  for (let mark = 0; mark < 120; mark += 1)
    if (hasGrain) pen.fillRect(0, random() * HEIGHT, WIDTH, 2 + random() * 12);
    else
      pen.fillRect(random() * WIDTH, random() * HEIGHT, 20 + random() * 160, 20 + random() * 160);
}

function drawLetter(pen: Pen, random: Random, width: number, height: number): void {
  const size = width / 52;
  pen.font = `${size}px serif`;
  for (let y = 3 * size - height / 2; y < height / 2 - 2 * size; y += size * 1.7) {
    let x = 3 * size - width / 2;
    while (x < width / 2 - 8 * size) {
      const next = word(random);
      pen.fillText(next, x, y);
      x += pen.measureText(`${next} `).width;
    }
  }
}

/** Draws a face, seven lines of text, and a barcode unless the print is large. */
function drawCard(pen: Pen, random: Random, width: number, height: number, lines: number): void {
  const face = pen.createLinearGradient(-width * 0.45, 0, -width * 0.2, height * 0.3);
  face.addColorStop(0, '#7d5a45');
  face.addColorStop(1, '#39404b');
  pen.fillStyle = face;
  pen.fillRect(-width * 0.46, -height * 0.25, width * 0.26, height * 0.6);
  const size = width / lines;
  pen.font = `${size}px sans-serif`;
  for (let line = 0; line < 7; line += 1) {
    pen.fillStyle = line % 2 === 0 ? '#556' : '#222';
    const text = `${word(random)} ${word(random)}`;
    pen.fillText(text, -width * 0.16, line * size * 1.9 - height * 0.22);
  }
  if (lines < 20) return;
  pen.fillStyle = INK;
  for (let x = -width * 0.1; x < width * 0.42; x += 4 + random() * 14)
    pen.fillRect(x, height * 0.34, 2 + random() * 5, height * 0.1);
}

const papers = {
  card: ['#e6ead9', '#cbd8c4'],
  book: ['#cfdccb', '#b9cdb6'],
  letter: ['#f1efe9', '#e9e6de'],
  'large print': ['#e6ead9', '#cbd8c4'],
} as const;

/** Draws the document, turned and slanted. Returns its size. */
function drawDocument(pen: Pen, { document }: MadePhoto, random: Random) {
  const isLetter = document === 'letter';
  const width = isLetter ? HEIGHT * 0.72 * (0.9 + random() * 0.25) : WIDTH * (0.6 + random() * 0.3);
  const height = isLetter ? HEIGHT * 0.95 : width * 0.63;
  pen.save();
  pen.translate(WIDTH / 2 + (random() - 0.5) * 120, HEIGHT / 2 + (random() - 0.5) * 80);
  pen.rotate((random() - 0.5) * 0.3);
  pen.transform(1, (random() - 0.5) * 0.12, (random() - 0.5) * 0.12, 1, 0, 0);
  const paper = pen.createLinearGradient(-width / 2, -height / 2, width / 2, height / 2);
  for (const [at, colour] of papers[document].entries()) paper.addColorStop(at, colour);
  pen.fillStyle = paper;
  pen.fillRect(-width / 2, -height / 2, width, height);
  pen.fillStyle = INK;
  if (isLetter) drawLetter(pen, random, width, height);
  else {
    const lines = { card: 34, book: 30, 'large print': 14 }[document];
    drawCard(pen, random, width, height, lines);
  }
  pen.restore();
  return { width, height };
}

function drawGlare(pen: Pen, glare: number, random: Random, size: ReturnType<typeof drawDocument>) {
  const x = WIDTH / 2 + (random() - 0.5) * size.width * 0.4;
  const y = HEIGHT / 2 + (random() - 0.5) * size.height * 0.3;
  const radius = glare * WIDTH;
  const light = pen.createRadialGradient(x, y, radius * 0.45, x, y, radius);
  light.addColorStop(0, 'rgba(255,255,255,1)');
  light.addColorStop(0.3, 'rgba(255,255,255,.95)');
  light.addColorStop(1, 'rgba(255,255,255,0)');
  pen.fillStyle = light;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
}

/** Draws the picture over itself, along a line of `shake` pixels. */
function shaken(picture: OffscreenCanvas, shake: number, random: Random) {
  const { made, pen } = canvas();
  const angle = random() * Math.PI;
  const steps = Math.ceil(shake * SCALE);
  for (let step = 0; step < steps; step += 1) {
    pen.globalAlpha = 1 / (step + 1);
    const moved = step - steps / 2;
    pen.drawImage(picture, Math.cos(angle) * moved, Math.sin(angle) * moved);
  }
  pen.globalAlpha = 1;
  return { made, pen };
}

/** Adds uneven light and the noise of a camera. Weak light has more noise. */
function addNoise(pen: Pen, light: number, random: Random): void {
  const noise = light < 0.5 ? 14 : 7;
  const slope = (random() - 0.5) * 0.3;
  const pixels = pen.getImageData(0, 0, WIDTH, HEIGHT);
  const { data } = pixels;
  for (let pixel = 0; pixel < data.length / 4; pixel += 1) {
    const added = (random() + random() - 1) * noise;
    const factor = 1 + slope * ((pixel % WIDTH) / WIDTH - 0.5);
    for (let at = pixel * 4; at < pixel * 4 + 3; at += 1)
      data[at] = (data[at] ?? 0) * factor + added;
  }
  pen.putImageData(pixels, 0, 0);
}

/** Makes a photo of a document on a table, as a JPEG. It is the same on every run. */
export async function makePhoto(photo: MadePhoto): Promise<Blob> {
  const { blur, shake, light, glare } = photo.flaws;
  const random = randomFrom(photo.seed);
  const scene = canvas();
  drawTable(scene.pen, photo.table, random);
  const size = drawDocument(scene.pen, photo, random);
  if (glare > 0) drawGlare(scene.pen, glare, random, size);
  const seen = canvas();
  // No lens is perfect: a sharp photo has a blur of 0.6 px.
  seen.pen.filter = `blur(${(0.6 + blur) * SCALE}px) brightness(${light})`;
  seen.pen.drawImage(scene.made, 0, 0);
  seen.pen.filter = 'none';
  const { made, pen } = shake > 0 ? shaken(seen.made, shake, random) : seen;
  addNoise(pen, light, random);
  return made.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
}
