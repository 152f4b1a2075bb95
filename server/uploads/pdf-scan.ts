/** Names that make a PDF do something or carry something: scripts, programs to start, other files. */
const active = /\/(?:JS|JavaScript|Launch|EmbeddedFiles?)(?=[\s\0()<>[\]{}/%])/;
const streamStart = /(?<!end)stream\r?\n/;
const streamEnd = 'endstream';
/** Longer than any of the words that are looked for, also with each letter written as `#4a`. */
const OVERLAP_BYTES = 64;

/**
 * Looks for such names outside the PDF's streams, where compressed bytes would look like anything. Objects inside
 * compressed streams are not unpacked, so this finds what is in plain sight and no more.
 */
export function createPdfScan(): { push(piece: Buffer): void; isActive(): boolean } {
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
          // The last letters may be half a word; they are looked at again with what follows.
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
