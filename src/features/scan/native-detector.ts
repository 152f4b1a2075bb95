import { type Barcode, type ScanPurpose, symbologiesOf } from '../../domain/scan.ts';
import { within } from '../../platform/timers.ts';

/** The browser's own detector (Shape Detection API). TypeScript's DOM library does not have it. */
type BrowserDetector = Readonly<{
  detect: (
    source: ImageBitmapSource,
  ) => Promise<readonly Readonly<{ format: string; rawValue: string }>[]>;
}>;

export interface DetectorClass {
  new (options: Readonly<{ formats: readonly string[] }>): BrowserDetector;
  getSupportedFormats(): Promise<readonly string[]>;
}

export type Detect = (source: ImageBitmapSource) => Promise<readonly Barcode[]>;

/** In development, the address `?scanner=zxing` leaves the detector out, so that one phone can try both scanners. */
export function browserDetector(): DetectorClass | undefined {
  if (import.meta.env.DEV && new URLSearchParams(location.search).get('scanner') === 'zxing')
    return undefined;
  return (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
}

/** The text of both test symbols. */
const TEST_TEXT = 'VELD';

/**
 * A barcode to draw. Each entry of `rows` is one row of modules, as hexadecimal bits: 1 is black, and the first 1 is the
 * first module. `tall`: a row's height in modules.
 */
export type TestSymbol = Readonly<{ rows: readonly string[]; tall: number }>;

export const testSymbols = {
  code_128: { rows: ['690eb11a237588bc58eb'], tall: 30 },
  pdf417: {
    rows: [
      '7faa3eaf9a8c082117abc3fa29',
      '7faa3ea31d308f4907a903fa29',
      '7faa3abf1e9e4fa746a3e3fa29',
      '7faa35e7da098fbd6579e3fa29',
      '7faa35c213e4ef1507ae73fa29',
      '7faa3d7a17260be3b7af0bfa29',
      '7faa3a77d9cd0fbd369de3fa29',
    ],
    tall: 3,
  },
} as const satisfies Readonly<Record<string, TestSymbol>>;

type Bar = Readonly<{ x: number; y: number; width: number; height: number }>;

const MODULE = 4;
const MARGIN = 12 * MODULE;

/** Where to draw the bars of a symbol, with its quiet zone. */
export function barsOf({ rows, tall }: TestSymbol): Readonly<{
  width: number;
  height: number;
  bars: readonly Bar[];
}> {
  const bits = rows.map((row) => BigInt(`0x${row}`).toString(2));
  const height = tall * MODULE;
  const bars = bits.flatMap((row, index) =>
    [...row.matchAll(/1+/g)].map((run) => ({
      x: MARGIN + run.index * MODULE,
      y: MARGIN + index * height,
      width: run[0].length * MODULE,
      height,
    })),
  );
  const widest = Math.max(...bits.map(({ length }) => length));
  return { width: widest * MODULE + 2 * MARGIN, height: rows.length * height + 2 * MARGIN, bars };
}

export function drawSymbol(symbol: TestSymbol): HTMLCanvasElement {
  const { width, height, bars } = barsOf(symbol);
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) throw new Error('There is no room for a canvas.');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#000';
  for (const bar of bars) context.fillRect(bar.x, bar.y, bar.width, bar.height);
  return canvas;
}

/** Some detectors wait for a download of the system, and never answer without a connection. */
const PROOF_MS = 2_000;

/**
 * Returns a function that reads with the browser's detector, if it reads the test symbols. Returns null if it cannot read a kind of
 * barcode that the purpose needs, finds nothing, finds another text, throws, or takes too long.
 */
export async function provenDetector(
  purpose: ScanPurpose,
  Detector: DetectorClass | undefined,
  draw: (symbol: TestSymbol) => ImageBitmapSource,
): Promise<Detect | null> {
  if (Detector === undefined) return null;
  const formats = symbologiesOf[purpose];

  async function prove(DetectorHere: DetectorClass): Promise<Detect | null> {
    const supported = await DetectorHere.getSupportedFormats();
    if (!formats.every((format) => supported.includes(format))) return null;
    const detector = new DetectorHere({ formats });
    const detect: Detect = async (source) =>
      (await detector.detect(source)).map(({ format, rawValue }) => ({
        symbology: format,
        text: rawValue,
      }));
    for (const [format, symbol] of Object.entries(testSymbols)) {
      if (!formats.some((each) => each === format)) continue;
      const found = await detect(draw(symbol));
      if (!found.some(({ symbology, text }) => symbology === format && text === TEST_TEXT)) {
        return null;
      }
    }
    return detect;
  }

  try {
    return await within(PROOF_MS, prove(Detector), () => null);
  } catch {
    return null;
  }
}
