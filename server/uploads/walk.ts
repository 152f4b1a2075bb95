/** What a walk through a file's structure asks for next: bytes to look at, to pass over, or to pass up to and with one. */
export type Ask =
  | Readonly<{ take: number }>
  | Readonly<{ skip: number }>
  | Readonly<{ past: number }>;

export type Size = Readonly<{
  width: number;
  height: number;
}>;

/** Ends with the picture's size at its end marker, or null where the bytes are no such picture. */
export type Walk = Generator<Ask, Size | null, Buffer>;

/** No file that anybody took with a camera has so many parts; whoever made it wants us to be busy. */
const MAX_STEPS = 1_000_000;

export type Walked = Readonly<{
  size: Size | null;
  /** The first of the bytes behind the end marker; empty when it was the end. */
  behind: Buffer;
}>;

/** Feeds a walk from a stream of pieces, however they are cut. Nothing but a few bytes is ever held. */
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

  /** Satisfies one question as far as the bytes go; returns those that are left. */
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
