import Imported from 'react-signature-canvas';
import type { SubmissionId } from '../../../domain/ids.ts';
import type { Stroke } from '../../../domain/signature.ts';
import type {
  PadSize,
  StoredSignature,
  StrokesStore,
  StrokeWrite,
} from '../../../store/files/strokes.ts';
import { drawStrokes } from './strokes-png.ts';

type Canvas = typeof Imported;

/**
 * The package is CommonJS with a `default` export: in the build the default import is the whole `exports` object, in the
 * development server the component itself.
 */
export const SignatureCanvas: Canvas =
  (Imported as Canvas & { readonly default?: Canvas }).default ?? Imported;
/** The value of a ref to it. */
export type SignatureCanvasHandle = InstanceType<Canvas>;

/** Maps a stored pad to the one on the screen: a stored point is at `x * scale + left`, `y * scale + top`. */
export type PadFit = Readonly<{ scale: number; left: number; top: number }>;

/** Fits the stored pad into the screen's, as large as possible, undistorted and centred. */
export function fitPad(stored: PadSize, screen: PadSize): PadFit {
  const scale = Math.min(screen.width / stored.width, screen.height / stored.height);
  return {
    scale,
    left: (screen.width - stored.width * scale) / 2,
    top: (screen.height - stored.height * scale) / 2,
  };
}

const hundredth = (length: number): number => Math.round(length * 100) / 100;

/** Converts a stroke drawn on the screen to its stored form: only its points, rounded to a hundredth of a pixel. */
export const storedStroke = (drawn: Stroke, { scale, left, top }: PadFit): Stroke =>
  drawn.map(({ x, y, time }) => ({
    x: hundredth((x - left) / scale),
    y: hundredth((y - top) / scale),
    time,
  }));

/** Dark in both colour schemes, as the pad is always white. */
export const INK = '#10182b';

/** Connects the drawing library with the database: knows the strokes on the pad, and which are still being written. */
export type SignatureSurface = Readonly<{
  /** Adapts the canvas to the element's size and the screen's pixel density, and draws all strokes again. */
  redraw: () => void;
  /** Call when a stroke begins: nothing is redrawn while the person draws. */
  begin: () => void;
  /** Call when a stroke ends, or is cut off (another app came to the front): it is stored at once. */
  end: () => void;
  /** Shows the stored signature; waits while strokes are still being written. */
  show: (stored: StoredSignature) => void;
}>;

export function createSignatureSurface({
  pad,
  add,
  ensureDraft,
  onWritten,
  onStroke,
}: Readonly<{
  pad: SignatureCanvasHandle;
  add: StrokesStore['add'];
  ensureDraft: () => Promise<SubmissionId>;
  onWritten: (result: StrokeWrite | Readonly<{ status: 'notSaved'; reason: 'device' }>) => void;
  /** A stroke has begun; the promise is fulfilled when it is stored, or has failed. */
  onStroke: (stroke: Promise<void>) => void;
}>): SignatureSurface {
  const canvas = pad.getCanvas();
  let strokes: readonly Stroke[] = [];
  let size: PadSize | null = null;
  let drawing = false;
  let writing = 0;
  let latest: StoredSignature | null = null;
  let work: Promise<void> = Promise.resolve();
  let endStroke = (): void => {};

  const screenSize = (): PadSize => ({ width: canvas.clientWidth, height: canvas.clientHeight });

  function redraw(): void {
    const screen = screenSize();
    if (drawing || screen.width === 0 || screen.height === 0) return;
    const ratio = Math.max(1, globalThis.devicePixelRatio);
    canvas.width = Math.round(screen.width * ratio);
    canvas.height = Math.round(screen.height * ratio);
    // Also empties the library's list, so that it never holds more than the stroke being drawn.
    pad.clear();
    const context = canvas.getContext('2d');
    if (context === null) return;
    const { scale, left, top } = fitPad(size ?? screen, screen);
    context.setTransform(ratio * scale, 0, 0, ratio * scale, ratio * left, ratio * top);
    drawStrokes(context, strokes, INK);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  function applyStored(): void {
    if (drawing || writing > 0 || latest === null) return;
    ({ strokes, size } = latest);
    latest = null;
    redraw();
  }

  async function write(stroke: Stroke, padSize: PadSize): Promise<void> {
    const result = await ensureDraft()
      .then((id) => add(id, stroke, padSize))
      .catch(() => ({ status: 'notSaved', reason: 'device' }) as const);
    writing -= 1;
    // It was read before this stroke was stored; the live query will deliver the new state.
    latest = null;
    if (result.status === 'notSaved') {
      // A stroke that was not stored must not be shown.
      strokes = strokes.filter((other) => other !== stroke);
      if (strokes.length === 0) size = null;
      redraw();
    }
    onWritten(result);
  }

  return {
    redraw,
    begin() {
      drawing = true;
      onStroke(
        new Promise((resolve) => {
          endStroke = resolve;
        }),
      );
    },
    end() {
      if (!drawing) return;
      drawing = false;
      const points = pad.toData().at(-1) as Stroke | undefined;
      const stroked = endStroke;
      if (points === undefined || points.length === 0) {
        stroked();
        return;
      }
      const padSize = size ?? screenSize();
      const stroke = storedStroke(points, fitPad(padSize, screenSize()));
      size = padSize;
      strokes = [...strokes, stroke];
      writing += 1;
      work = work.then(() => write(stroke, padSize)).then(stroked);
    },
    show(stored) {
      latest = stored;
      applyStored();
    },
  };
}
