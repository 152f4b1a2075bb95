import Imported from 'react-signature-canvas';
import type { SubmissionId } from '../../../domain/ids.ts';
import type { Stroke } from '../../../domain/signature.ts';
import type {
  PadSize,
  StoredSignature,
  StrokesStore,
  StrokeWrite,
} from '../../../store/files/strokes.ts';
import { type NoDraft, whyNoDraft } from '../document/file-queue.ts';
import { drawStrokes } from './strokes-png.ts';

type Canvas = typeof Imported;

/**
 * The package is CommonJS with a `default` export. In the build, the default import is the whole `exports` object. In
 * the development server, it is the component.
 */
export const SignatureCanvas: Canvas =
  (Imported as Canvas & { readonly default?: Canvas }).default ?? Imported;
/** The value of a ref to `SignatureCanvas`. */
export type SignatureCanvasHandle = InstanceType<Canvas>;

/** Maps the stored pad to the pad on the screen: a stored point is shown at `x * scale + left`, `y * scale + top`. */
export type PadFit = Readonly<{ scale: number; left: number; top: number }>;

/** Fits the stored pad into the screen's pad, as large as possible, undistorted and centred. */
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

/** Dark in both colour schemes, because the pad is always white. */
export const INK = '#10182b';

/**
 * Connects the drawing library with the database. It tracks the strokes on the pad, and the strokes that are still
 * being written.
 */
export type SignatureSurface = Readonly<{
  /** Adapts the canvas to the element's size and the screen's pixel density, and redraws all strokes. */
  redraw: () => void;
  /** Call this when a stroke begins. The pad is not redrawn while the person draws. */
  begin: () => void;
  /** Call this when a stroke ends or is interrupted (another app comes to the front). The stroke is stored at once. */
  end: () => void;
  /** Shows the stored signature. Waits while strokes are still being written. */
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
  onWritten: (
    result: StrokeWrite | Readonly<{ status: 'notSaved'; reason: NoDraft | 'device' }>,
  ) => void;
  /** Called when a stroke begins. The promise resolves when the stroke is stored or has failed. */
  onStroke: (stroke: Promise<void>) => void;
}>): SignatureSurface {
  const canvas = pad.getCanvas();
  let strokes: readonly Stroke[] = [];
  let size: PadSize | null = null;
  let drawing = false;
  /** The pad's size when the stroke began. When a stroke ends, the pad may have left the page, and then it has no size. */
  let begunOn: PadSize = { width: 0, height: 0 };
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
    // Also empties the library's list, so that the list has at most the stroke that is being drawn.
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
    const notSaved = <Reason>(reason: Reason) => ({ status: 'notSaved', reason }) as const;
    const result = await ensureDraft().then(
      (id) => add(id, stroke, padSize).catch(() => notSaved('device' as const)),
      (error) => notSaved(whyNoDraft(error)),
    );
    writing -= 1;
    // `latest` was read before this stroke was stored. The live query will deliver the new state.
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
      begunOn = screenSize();
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
      const padSize = size ?? begunOn;
      const stroke = storedStroke(points, fitPad(padSize, begunOn));
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
