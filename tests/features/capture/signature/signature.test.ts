import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { submissionId } from '../../../../src/domain/ids.ts';
import { boundsOf, hasRealSignature, inkLength } from '../../../../src/domain/signature.ts';
import {
  createSignatureSurface,
  fitPad,
  type SignatureCanvasHandle,
  storedStroke,
} from '../../../../src/features/capture/signature/signature-surface.ts';
import { drawStrokes, linesOf } from '../../../../src/features/capture/signature/strokes-png.ts';
import { signatureText } from '../../../../src/messages/capture.ts';

const line = (...points: readonly (readonly [number, number])[]) =>
  points.map(([x, y], index) => ({ x, y, time: index }));

describe('a signature', () => {
  it('is refused if it is blank, a dot, dots, or an accidental touch', () => {
    expect(hasRealSignature([])).toBe(false);
    expect(hasRealSignature([[]])).toBe(false);
    expect(hasRealSignature([line([50, 50])])).toBe(false);
    expect(hasRealSignature([line([50, 50]), line([150, 50])])).toBe(false);
    expect(hasRealSignature([line([50, 50], [52, 51], [50, 52], [51, 50])])).toBe(false);
    expect(hasRealSignature([line([50, 50], [57, 50])])).toBe(false);
  });

  it('is accepted, also as a cross or an initial', () => {
    expect(hasRealSignature([line([10, 10], [30, 30]), line([30, 10], [10, 30])])).toBe(true);
    expect(hasRealSignature([line([10, 10], [10, 32])])).toBe(true);
    expect(hasRealSignature([line([0, 0], [120, 40], [20, 60])])).toBe(true);
  });

  it('has the bounds of its ink and the length of its lines', () => {
    const strokes = [line([0, 0], [3, 4]), line([10, -5])];
    expect(boundsOf(strokes)).toEqual({ left: 0, top: -5, right: 10, bottom: 4 });
    expect(inkLength(strokes)).toBe(5);
    expect(boundsOf([])).toBeNull();
  });
});

describe('the drawing', () => {
  /** Returns the canvas calls that draw the strokes. */
  function drawn(strokes: readonly ReturnType<typeof line>[]) {
    const calls: string[] = [];
    const note =
      (name: string) =>
      (...values: readonly number[]) =>
        void calls.push(`${name} ${values.slice(0, 2).join(' ')}`.trim());
    const context = new Proxy({} as Parameters<typeof drawStrokes>[0], {
      get: (_, name) => note(String(name)),
    });
    drawStrokes(context, strokes, '#000');
    return calls;
  }

  it('shows a dot, as on an i, although a line has no length', () => {
    expect(drawn([line([5, 6])])).toEqual(['beginPath', 'arc 5 6', 'fill']);
    expect(drawn([line([5, 6], [5, 6])])).toEqual(['beginPath', 'arc 5 6', 'fill']);
    expect(drawn([line([5, 6], [5, 7])]).at(-1)).toBe('stroke');
  });
});

describe('the name of a witness', () => {
  const fits = (line: string) => line.length <= 12;

  it('breaks into lines between its words', () => {
    expect(linesOf('Signed by the witness Nomsa', fits)).toEqual([
      'Signed by',
      'the witness',
      'Nomsa',
    ]);
    expect(linesOf('Nomsa Dlamini-Mthembu-Nkosi', fits)).toEqual([
      'Nomsa',
      'Dlamini-Mthembu-Nkosi',
    ]);
  });
});

describe('the pad', () => {
  it.each([
    ['draftFull', new DOMException('full', 'QuotaExceededError')],
    ['draftClosed', new Error('closed')],
  ] as const)('says %s if the form itself is not saved', async (reason, error) => {
    const canvas = { clientWidth: 300, clientHeight: 100, getContext: () => null };
    const drawn = [[{ x: 1, y: 1, time: 1 }]];
    const pad = { getCanvas: () => canvas, clear: () => {}, toData: () => drawn };
    const written = await new Promise((onWritten) => {
      const surface = createSignatureSurface({
        pad: pad as unknown as SignatureCanvasHandle,
        add: async () => ({ status: 'saved' }),
        ensureDraft: () => Promise.reject(error),
        onWritten,
        onStroke: () => {},
      });
      surface.begin();
      surface.end();
    });
    expect(written).toEqual({ status: 'notSaved', reason });
    expect(signatureText().notSaved[reason]).not.toContain('safe');
  });

  it('keeps a stroke that ends when the pad has left the page', async () => {
    let screen = { clientWidth: 300, clientHeight: 100 };
    const canvas = {
      get clientWidth() {
        return screen.clientWidth;
      },
      get clientHeight() {
        return screen.clientHeight;
      },
      getContext: () => null,
    };
    const drawn = line([20, 10], [50, 40]);
    const pad = { getCanvas: () => canvas, clear: () => {}, toData: () => [drawn] };
    const added: unknown[] = [];
    await new Promise((onWritten) => {
      const surface = createSignatureSurface({
        pad: pad as unknown as SignatureCanvasHandle,
        add: async (_, ...stroke) => {
          added.push(stroke);
          return { status: 'saved' };
        },
        ensureDraft: async () => submissionId('11111111-1111-4111-8111-111111111111'),
        onWritten,
        onStroke: () => {},
      });
      surface.begin();
      // An element outside the page has no size.
      screen = { clientWidth: 0, clientHeight: 0 };
      surface.end();
    });
    expect(added).toEqual([[drawn, { width: 300, height: 100 }]]);
  });

  it('is centred in a larger one, undistorted', () => {
    const fit = fitPad({ width: 300, height: 200 }, { width: 900, height: 400 });
    expect(fit).toEqual({ scale: 2, left: 150, top: 0 });
  });

  it('returns the drawn point in any orientation of the phone', () => {
    const side = fc.integer({ min: 150, max: 1500 });
    const pad = fc.record({ width: side, height: side });
    fc.assert(
      fc.property(pad, pad, fc.double({ min: 0, max: 1500, noNaN: true }), (stored, screen, x) => {
        const fit = fitPad(stored, screen);
        const [point] = storedStroke([{ x, y: x, time: 1 }], fit);
        expect((point?.x ?? 0) * fit.scale + fit.left).toBeCloseTo(x, 0);
        expect((point?.y ?? 0) * fit.scale + fit.top).toBeCloseTo(x, 0);
      }),
    );
  });
});
