import { type FieldProblem, problem } from '../answers/problems.ts';
import { createPdfScan } from './pdf-scan.ts';
import { walkJpeg, walkPng, walkWebp } from './picture-walks.ts';
import { type ContentType, SNIFF_BYTES, sniff } from './sniff.ts';
import { createWalker, type Walked } from './walk.ts';

export type Inspected = Readonly<{
  contentType: ContentType | null;
  problem: FieldProblem | null;
}>;

/** 50 million pixels: more than the cameras that agents carry, less than would fill the memory of who opens it. */
const MAX_PIXELS = 50_000_000;

/** Looks at a file as its bytes come in, in one pass and without keeping them; nothing is decoded. */
type Inspection = Readonly<{
  push: (piece: Buffer) => void;
  end: () => Inspected;
}>;

export function createInspection(): Inspection {
  let head = Buffer.alloc(0);
  let inner: { push: (piece: Buffer) => void; problem: () => FieldProblem | null } | null = null;
  let contentType: ContentType | null = null;

  const begin = () => {
    contentType = sniff(head);
    inner = contentType === null ? ignore : innerFor(contentType);
    inner.push(head);
  };

  return {
    push: (piece) => {
      if (inner !== null) {
        inner.push(piece);
        return;
      }
      head = Buffer.concat([head, piece]);
      if (head.length >= SNIFF_BYTES) begin();
    },
    end: () => {
      if (inner === null) begin();
      return { contentType, problem: inner?.problem() ?? null };
    },
  };
}

const ignore = { push: () => {}, problem: () => null };

function innerFor(type: ContentType): {
  push: (piece: Buffer) => void;
  problem: () => FieldProblem | null;
} {
  if (type === 'application/pdf') {
    const scan = createPdfScan();
    return { push: scan.push, problem: () => (scan.isActive() ? problem('pdf-active') : null) };
  }
  const walks = { 'image/jpeg': walkJpeg, 'image/png': walkPng, 'image/webp': walkWebp };
  const walker = createWalker(walks[type]());
  return { push: walker.push, problem: () => problemOf(type, walker.end()) };
}

function problemOf(type: ContentType, { size, behind }: Walked): FieldProblem | null {
  if (size === null || size.width === 0 || size.height === 0) return problem('picture-damaged');
  if (size.width * size.height > MAX_PIXELS) return problem('picture-pixels', MAX_PIXELS);
  const isHarmless = behind.length === 0 || (type === 'image/jpeg' && isFromCamera(behind));
  return isHarmless ? null : problem('picture-tail');
}

/**
 * Phones hang things behind a photo: a smaller copy (a JPEG again), a short film (MP4), or what begins with zeros. Our
 * own app cuts them off; another may send its photos as the camera made them, and a customer must not be turned away.
 */
function isFromCamera(behind: Buffer): boolean {
  return (
    behind.readUInt8(0) === 0 ||
    behind.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) ||
    behind.toString('latin1', 4, 8) === 'ftyp'
  );
}
