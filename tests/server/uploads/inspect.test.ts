import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createInspection } from '../../../server/uploads/inspect.ts';
import { jpeg, pdf, png, webp } from '../support/samples.ts';

/** Passes the file in pieces of this size. 0: the whole file at once. */
const inspect = (bytes: Buffer, pieceSize = 0) => {
  const inspection = createInspection();
  const step = pieceSize || bytes.length || 1;
  for (let at = 0; at < bytes.length; at += step) inspection.push(bytes.subarray(at, at + step));
  return inspection.end();
};
const latin = (text: string) => Buffer.from(text, 'latin1');
const behind = (file: Buffer, ...more: Buffer[]) => Buffer.concat([file, ...more]);
const page = latin('<!doctype html><script>alert(1)</script>');

/** A JPEG whose frame header has this size. */
const jpegOf = (width: number, height: number) => {
  const bytes = jpeg();
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
};
const webpX = (width: number, height: number) => {
  const bytes = latin(`RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0${'\0'.repeat(10)}`);
  bytes.writeUIntLE(width - 1, 24, 3);
  bytes.writeUIntLE(height - 1, 27, 3);
  return bytes;
};
const pdfStream = (content: string) =>
  latin(`%PDF-1.7\n1 0 obj <</Length 9>>\nstream\r\n${content}\nendstream\nendobj\n%%EOF`);

describe('a file of the declared type', () => {
  it.each([
    ['a photo', jpeg(), 'image/jpeg'],
    ['a photo with a thumbnail in its comments', jpeg(jpeg().toString('latin1')), 'image/jpeg'],
    ['a photo with the phone’s smaller copy after its end', behind(jpeg(), jpeg()), 'image/jpeg'],
    [
      'a photo with a film after its end',
      behind(jpeg(), latin('\0\0\0\x18ftypmp42')),
      'image/jpeg',
    ],
    ['a photo filled up with zeros', behind(jpeg(), Buffer.alloc(100)), 'image/jpeg'],
    ['a photo of 50 million pixels', jpegOf(10_000, 5000), 'image/jpeg'],
    ['a signature', png('signature'), 'image/png'],
    ['a WebP', webp('mark'), 'image/webp'],
    ['an extended WebP', webpX(4000, 3000), 'image/webp'],
    ['a PDF', pdf('plain'), 'application/pdf'],
    [
      'a PDF whose packed bytes look like a script',
      pdfStream('x /JS (alert) x'),
      'application/pdf',
    ],
    ['a PDF with a name that begins alike', pdf('<</JSize 3 /Launcher 4>>'), 'application/pdf'],
  ])('%s is taken, however it is cut', (_, bytes, contentType) => {
    for (const pieceSize of [0, 1, 7, 64]) {
      expect(inspect(bytes, pieceSize)).toEqual({ contentType, problem: null });
    }
  });
});

describe('a file of another type', () => {
  it.each([
    ['three bytes of a photo', latin('\xff\xd8\xff'), 'picture-damaged'],
    ['a photo without its end', jpeg().subarray(0, -2), 'picture-damaged'],
    ['a photo cut in its tables', jpeg('x', 400).subarray(0, 350), 'picture-damaged'],
    ['a photo without a size', latin('\xff\xd8\xff\xd9\xff\xd9'), 'picture-damaged'],
    ['a photo of no width', jpegOf(0, 5), 'picture-damaged'],
    ['a photo that is a bomb', jpegOf(50_001, 1000), 'picture-pixels'],
    ['a photo and a page', behind(jpeg(), page), 'picture-tail'],
    ['a PNG bomb', png('', 50_000, 50_000), 'picture-pixels'],
    ['a PNG without its end', png().subarray(0, -12), 'picture-damaged'],
    ['a PNG and a page', behind(png(), page), 'picture-tail'],
    [
      'a PNG that begins with something else',
      latin('\x89PNG\r\n\x1a\n\0\0\0\0IEND'),
      'picture-damaged',
    ],
    ['a bare WebP head', latin('RIFF\x10\0\0\0WEBPVP8 '), 'picture-damaged'],
    ['a WebP bomb', webpX(16_000, 16_000), 'picture-pixels'],
    ['a WebP and a page', behind(webp(), page), 'picture-tail'],
    ['a PDF with a script', pdf('<</S/JavaScript /JS(app.alert\\(1\\))>>'), 'pdf-active'],
    ['a PDF with a script, spelled', pdf('<</S/#4aava#53cript>>'), 'pdf-active'],
    ['a PDF that starts a program', pdf('<</S /Launch /F (cmd.exe)>>'), 'pdf-active'],
    ['a PDF with a file in it', pdf('<</Type/EmbeddedFile>>'), 'pdf-active'],
    ['a script after a stream', behind(pdfStream('x'), latin('<</JS 1 0 R>>')), 'pdf-active'],
  ])('%s is found out, however it is cut', (_, bytes, code) => {
    for (const pieceSize of [0, 1, 7, 64]) {
      expect(inspect(bytes, pieceSize).problem?.code).toBe(code);
    }
  });

  it('never takes long or throws, for any bytes', () => {
    const heads = ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'RIFF\x10\0\0\0WEBP', '%PDF-'].map(latin);
    fc.assert(
      fc.property(
        fc.constantFrom(...heads),
        fc.uint8Array({ maxLength: 300 }),
        fc.integer({ min: 1, max: 50 }),
        (head, rest, pieceSize) => {
          const bytes = Buffer.concat([head, rest]);
          expect(inspect(bytes, pieceSize)).toEqual(inspect(bytes));
        },
      ),
    );
  });

  it('that would keep the server busy is refused: ten megabytes of markers', () => {
    const busy = Buffer.concat([jpeg().subarray(0, -3), Buffer.alloc(10_000_000, 0xff)]);
    const scan = Buffer.concat([
      jpeg().subarray(0, -2),
      Buffer.from('ff00'.repeat(5_000_000), 'hex'),
    ]);
    expect([busy, scan].map((bytes) => inspect(bytes, 65_536).problem?.code)).toEqual([
      'picture-damaged',
      'picture-damaged',
    ]);
  });
});
