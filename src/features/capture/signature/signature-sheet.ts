import type { SubmissionId } from '../../../domain/ids.ts';
import type { Stroke } from '../../../domain/signature.ts';
import type {
  PadSize,
  StoredSignature,
  StrokesStore,
  StrokeWrite,
} from '../../../store/strokes.ts';
import type { SignatureCanvasHandle } from './signature-canvas.ts';
import { drawStrokes } from './signature-drawing.ts';
import { fitPad, storedStroke } from './signature-geometry.ts';

/** Dark on the pad's white paper, by day and by night. */
export const INK = '#10182b';

/** What stands between the drawing library and the database: what is on the pad, and what of it is on its way to the disk. */
export type SignatureSheet = Readonly<{
  /** Fits the pixels to the element's size and the screen's density, and draws everything again. */
  redraw: () => void;
  /** A stroke began: nothing may be redrawn under the pen. */
  begin: () => void;
  /** A stroke ended, or was cut off (another app came to the front): stored at once. */
  end: () => void;
  /** What the database holds now. Ignored while our own strokes are on their way there. */
  take: (stored: StoredSignature) => void;
}>;

export function createSignatureSheet({
  pad,
  add,
  ensureDraft,
  onWritten,
}: Readonly<{
  pad: SignatureCanvasHandle;
  add: StrokesStore['add'];
  ensureDraft: () => Promise<SubmissionId>;
  onWritten: (result: StrokeWrite | Readonly<{ status: 'notSaved'; reason: 'device' }>) => void;
}>): SignatureSheet {
  const canvas = pad.getCanvas();
  let strokes: readonly Stroke[] = [];
  let size: PadSize | null = null;
  let drawing = false;
  let writing = 0;
  let latest: StoredSignature | null = null;
  let work: Promise<void> = Promise.resolve();

  const screenSize = (): PadSize => ({ width: canvas.clientWidth, height: canvas.clientHeight });

  function redraw(): void {
    const screen = screenSize();
    if (drawing || screen.width === 0 || screen.height === 0) return;
    const ratio = Math.max(1, globalThis.devicePixelRatio);
    canvas.width = Math.round(screen.width * ratio);
    canvas.height = Math.round(screen.height * ratio);
    // Empties the library's own list too: the next stroke is its first, and its last.
    pad.clear();
    const context = canvas.getContext('2d');
    if (context === null) return;
    const { scale, left, top } = fitPad(size ?? screen, screen);
    context.setTransform(ratio * scale, 0, 0, ratio * scale, ratio * left, ratio * top);
    drawStrokes(context, strokes, INK);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  function settle(): void {
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
    // Read before this stroke was there; the database tells of it in a moment.
    latest = null;
    if (result.status === 'notSaved') {
      // What is not on the disk must not look as if it were.
      strokes = strokes.filter((other) => other !== stroke);
      if (strokes.length === 0) size = null;
      redraw();
    }
    onWritten(result);
  }

  return {
    redraw,
    begin: () => {
      drawing = true;
    },
    end() {
      if (!drawing) return;
      drawing = false;
      const points = pad.toData().at(-1) as Stroke | undefined;
      if (points === undefined || points.length === 0) return;
      const padSize = size ?? screenSize();
      const stroke = storedStroke(points, fitPad(padSize, screenSize()));
      size = padSize;
      strokes = [...strokes, stroke];
      writing += 1;
      work = work.then(() => write(stroke, padSize));
    },
    take(stored) {
      latest = stored;
      settle();
    },
  };
}
