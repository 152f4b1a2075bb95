import type { SentType } from '../../src/domain/forms/sent-files.ts';
import { type FieldProblem, problem } from '../answers/problems.ts';
import { createWalker, type Walked, walkJpeg, walkPng, walkWebp } from './picture-walks.ts';

/** PDF names for scripts, programs to start, and embedded files. */
const active = /\/(?:JS|JavaScript|Launch|EmbeddedFiles?)(?=[\s\0()<>[\]{}/%])/;
const streamStart = /(?<!end)stream\r?\n/;
const streamEnd = 'endstream';
/** Longer than any searched word, also if each letter is written as `#4a`. */
const OVERLAP_BYTES = 64;

/**
 * Looks for active names outside the PDF's streams, because compressed bytes may look like anything. Compressed streams
 * are not unpacked, so names inside them are not found.
 */
function createPdfScan(): { push(piece: Buffer): void; isActive(): boolean } {
  let held = '';
  let inStream = false;
  let found = false;

  const look = (text: string) => {
    found ||= active.test(text.replace(/#([0-9a-fA-F]{2})/g, (_, hex) => unhex(hex)));
  };

  return {
    push: (piece) => {
      let text = held + piece.toString('latin1');
      for (;;) {
        if (inStream) {
          const end = text.indexOf(streamEnd);
          if (end === -1) {
            held = text.slice(-OVERLAP_BYTES);
            return;
          }
          text = text.slice(end + streamEnd.length);
          inStream = false;
        }
        const start = streamStart.exec(text);
        if (start === null) {
          // The end may be half a word. It is checked again with the next piece.
          look(text);
          held = text.slice(-OVERLAP_BYTES);
          return;
        }
        look(`${text.slice(0, start.index)} `);
        text = text.slice(start.index + start[0].length);
        inStream = true;
      }
    },
    isActive: () => {
      if (!inStream) look(`${held} `);
      return found;
    },
  };
}

const unhex = (hex: string) => String.fromCharCode(Number.parseInt(hex, 16));

/** `sniff` needs this many first bytes. */
const SNIFF_BYTES = 16;

/** Returns the type that the first bytes show. The client's name of the file is ignored. */
function sniff(head: Buffer): SentType | null {
  if (head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg';
  if (head.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return 'image/png';
  if (
    head.subarray(0, 4).toString('latin1') === 'RIFF' &&
    head.subarray(8, 12).toString('latin1') === 'WEBP'
  ) {
    return 'image/webp';
  }
  return head.subarray(0, 5).toString('latin1') === '%PDF-' ? 'application/pdf' : null;
}

export type Inspected = Readonly<{
  contentType: SentType | null;
  problem: FieldProblem | null;
}>;

/** 50 million pixels: more than the agents' cameras have, and little enough for a reader's memory. */
const MAX_PIXELS = 50_000_000;

/** Inspects a file while its bytes arrive, in one pass, without keeping or decoding them. */
type Inspection = Readonly<{
  push: (piece: Buffer) => void;
  end: () => Inspected;
}>;

export function createInspection(): Inspection {
  let head = Buffer.alloc(0);
  let inner: { push: (piece: Buffer) => void; problem: () => FieldProblem | null } | null = null;
  let contentType: SentType | null = null;

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

function innerFor(type: SentType): {
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

function problemOf(type: SentType, { size, behind }: Walked): FieldProblem | null {
  if (size === null || size.width === 0 || size.height === 0) return problem('picture-damaged');
  if (size.width * size.height > MAX_PIXELS) return problem('picture-pixels', MAX_PIXELS);
  const isHarmless = behind.length === 0 || (type === 'image/jpeg' && isFromCamera(behind));
  return isHarmless ? null : problem('picture-tail');
}

/**
 * True if the bytes after a photo's end come from a camera. Phones add a smaller JPEG, a short film (MP4), or data that
 * begins with zeros. Our own app removes them. Other apps may send a photo as the camera made it, and the server must
 * accept it.
 */
function isFromCamera(behind: Buffer): boolean {
  return (
    behind.readUInt8(0) === 0 ||
    behind.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) ||
    behind.toString('latin1', 4, 8) === 'ftyp'
  );
}
