import bwip from 'bwip-js/node';
import type { Gray } from '../../../src/features/scan/ladder.ts';

/** Rows of modules, true for a bar. `tall`: the height of a row, in modules. */
type Modules = Readonly<{ rows: readonly (readonly boolean[])[]; tall: number }>;

export type MadeSymbol = Readonly<{
  kind: 'code128' | 'code39' | 'interleaved2of5' | 'datamatrix' | 'qrcode' | 'pdf417' | 'ean13';
  text: string;
}>;

interface Linear {
  readonly sbs: readonly number[];
}
interface Matrix {
  readonly pixs: readonly number[];
  readonly pixx: number;
}

export function modulesOf({ kind, text }: MadeSymbol): Modules {
  const options = kind === 'pdf417' ? { columns: 6, eclevel: 3 } : {};
  const [symbol] = bwip.raw({ bcid: kind, text, ...options }) as unknown as [Linear | Matrix];
  if ('sbs' in symbol) {
    const row = symbol.sbs.flatMap((width, index) =>
      Array.from({ length: Math.round(width) }, () => index % 2 === 0),
    );
    return { rows: [row], tall: Math.round(row.length / 4) };
  }
  const { pixs, pixx } = symbol;
  const rows = Array.from({ length: pixs.length / pixx }, (_, y) =>
    pixs.slice(y * pixx, (y + 1) * pixx).map((bit) => bit === 1),
  );
  return { rows, tall: kind === 'pdf417' ? 3 : 1 };
}

export type Flaws = Readonly<{
  /** The width of a module in pixels. */
  size?: number;
  degrees?: number;
  /** The brightness of bars (`dark`) and of paper (`light`). */
  dark?: number;
  light?: number;
  /** The largest change of a pixel, up or down. */
  noise?: number;
}>;

const STEPS = 2;

/** Draws symbols as a camera sees them: one below the other, on white, in the middle of the picture. */
export function pictureOf(
  symbols: readonly MadeSymbol[],
  { size = 3, degrees = 0, dark = 20, light = 235, noise = 0 }: Flaws = {},
  [width, height]: readonly [number, number] = [1280, 560],
): Gray {
  const all = symbols.map(modulesOf);
  const gap = 20;
  const heights = all.map(({ rows, tall }) => rows.length * tall * size);
  const sum = heights.reduce((total, each) => total + each, gap * (all.length - 1));
  const isBar = (x: number, y: number): boolean => {
    let top = -sum / 2;
    for (const [index, { rows, tall }] of all.entries()) {
      const row = rows[Math.floor((y - top) / (tall * size))];
      if (y >= top && row !== undefined) return row[Math.floor(x / size + row.length / 2)] ?? false;
      top += (heights[index] ?? 0) + gap;
    }
    return false;
  };
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const data = new Uint8Array(width * height);
  let state = 1;
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 1) {
      let bars = 0;
      for (let step = 0; step < STEPS * STEPS; step += 1) {
        const [dx, dy] = [
          x + ((step % STEPS) + 0.5) / STEPS - width / 2,
          y + (Math.floor(step / STEPS) + 0.5) / STEPS - height / 2,
        ];
        if (isBar(dx * cos + dy * sin, dy * cos - dx * sin)) bars += 1;
      }
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      const change = noise * (state / 0x8000_0000 - 1);
      data[at] = Math.min(255, Math.max(0, light + ((dark - light) * bars) / STEPS ** 2 + change));
    }
  return { data, width, height };
}
