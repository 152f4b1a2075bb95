/** The next request of a walk through a file's structure: the bytes to read, or to skip, or a byte value to skip past. */
export type Ask =
  | Readonly<{ take: number }>
  | Readonly<{ skip: number }>
  | Readonly<{ past: number }>;

export type Size = Readonly<{
  width: number;
  height: number;
}>;

/** Returns the picture's size at its end marker, or null if the bytes are not such a picture. */
export type Walk = Generator<Ask, Size | null, Buffer>;

/** No camera's file has this many parts. A file with more was made to keep the server busy. */
const MAX_STEPS = 1_000_000;

export type Walked = Readonly<{
  size: Size | null;
  /** The first bytes after the end marker. Empty if nothing follows. */
  behind: Buffer;
}>;

/** Feeds a walk from a stream of pieces of any length. Holds only a few bytes at a time. */
export function createWalker(walk: Walk): { push(piece: Buffer): void; end(): Walked } {
  let step = walk.next();
  let steps = 0;
  let held = Buffer.alloc(0);
  let skipped = 0;
  let behind = Buffer.alloc(0);

  const go = (bytes: Buffer) => {
    held = Buffer.alloc(0);
    skipped = 0;
    steps += 1;
    step = steps > MAX_STEPS ? walk.return(null) : walk.next(bytes);
  };

  /** Gives the walk the bytes that it asks for, as far as they have arrived. Returns the remaining bytes. */
  const feed = (ask: Ask, bytes: Buffer): Buffer => {
    if ('take' in ask) {
      const missing = ask.take - held.length;
      held = Buffer.concat([held, bytes.subarray(0, missing)]);
      if (held.length === ask.take) go(held);
      return bytes.subarray(missing);
    }
    if ('skip' in ask) {
      const missing = ask.skip - skipped;
      skipped += Math.min(missing, bytes.length);
      if (skipped === ask.skip) go(Buffer.alloc(0));
      return bytes.subarray(missing);
    }
    const at = bytes.indexOf(ask.past);
    if (at === -1) return Buffer.alloc(0);
    go(Buffer.alloc(0));
    return bytes.subarray(at + 1);
  };

  return {
    push: (piece) => {
      let rest = piece;
      while (!step.done && rest.length > 0) rest = feed(step.value, rest);
      if (step.done && behind.length < 16) {
        behind = Buffer.concat([behind, rest.subarray(0, 16 - behind.length)]);
      }
    },
    end: () => ({ size: step.done ? step.value : null, behind }),
  };
}

const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;
/** Frame headers: C0 to CF, except the tables and the extension among them. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** JPEG: from marker to marker up to EOI. In coded data, FF begins a marker unless 00 or a restart follows. */
export function* walkJpeg(): Walk {
  let size: Size | null = null;
  yield { take: 3 };
  let marker = (yield { take: 1 }).readUInt8();
  for (;;) {
    while (marker === 0xff) marker = (yield { take: 1 }).readUInt8();
    if (marker === 0xd9) return size;
    if (marker < 0xc0 || marker === 0xd8 || isRestart(marker)) return null;
    const length = (yield { take: 2 }).readUInt16BE() - 2;
    if (length < (isFrame(marker) ? 6 : 0)) return null;
    let left = length;
    if (isFrame(marker)) {
      const frame = yield { take: 5 };
      size = { height: frame.readUInt16BE(1), width: frame.readUInt16BE(3) };
      left -= 5;
    }
    if (left > 0) yield { skip: left };
    if (marker === 0xda) {
      do {
        yield { past: 0xff };
        marker = (yield { take: 1 }).readUInt8();
        while (marker === 0xff) marker = (yield { take: 1 }).readUInt8();
      } while (marker === 0x00 || isRestart(marker));
    } else {
      if ((yield { take: 1 }).readUInt8() !== 0xff) return null;
      marker = (yield { take: 1 }).readUInt8();
    }
  }
}

/** PNG: from chunk to chunk up to the chunk IEND. */
export function* walkPng(): Walk {
  yield { take: 8 };
  let size: Size | null = null;
  for (;;) {
    const head = yield { take: 8 };
    const length = head.readUInt32BE(0);
    const type = head.toString('latin1', 4);
    if ((size === null) !== (type === 'IHDR') || length > 0x7fffffff) return null;
    if (type === 'IHDR') {
      if (length !== 13) return null;
      const header = yield { take: 13 };
      size = { width: header.readUInt32BE(0), height: header.readUInt32BE(4) };
    } else if (length > 0) {
      yield { skip: length };
    }
    yield { take: 4 };
    if (type === 'IEND') return size;
  }
}

/** WebP: reads the size from the first chunk, and the end from the file's declared length. */
export function* walkWebp(): Walk {
  const head = yield { take: 20 };
  const kind = head.toString('latin1', 12, 16);
  const left = head.readUInt32LE(4) - 12;
  const looked = yield { take: 10 };
  const size = webpSize(kind, looked);
  if (size === null || left < looked.length) return null;
  if (left > looked.length) yield { skip: left - looked.length };
  return size;
}

function webpSize(kind: string, bytes: Buffer): Size | null {
  switch (kind) {
    case 'VP8 ':
      return bytes.readUIntLE(3, 3) === 0x2a019d
        ? { width: bytes.readUInt16LE(6) & 0x3fff, height: bytes.readUInt16LE(8) & 0x3fff }
        : null;
    case 'VP8L': {
      const bits = bytes.readUInt32LE(1);
      return bytes.readUInt8(0) === 0x2f
        ? { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
        : null;
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(4, 3) + 1, height: bytes.readUIntLE(7, 3) + 1 };
    default:
      return null;
  }
}
