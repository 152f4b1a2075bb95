import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

/** A JPEG of one grey pixel. */
const pixel = Buffer.from(
  '/9j/2wBDAAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQH/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AP//Z',
  'base64',
);
const MAX_COMMENT_BYTES = 65_533;

/** A JPEG of about that size: random comments, so that no two are alike and nothing on the way can pack them. */
export function jpeg(bytes: number): Blob {
  const comments: Buffer[] = [];
  for (let left = bytes - pixel.length; left > 0; left -= MAX_COMMENT_BYTES) {
    const comment = randomBytes(Math.min(left, MAX_COMMENT_BYTES));
    const head = Buffer.from([0xff, 0xfe, 0, 0]);
    head.writeUInt16BE(comment.length + 2, 2);
    comments.push(head, comment);
  }
  const all = [pixel.subarray(0, 2), ...comments, pixel.subarray(2)];
  return new Blob(all.map(asPart), { type: 'image/jpeg' });
}

/** A WebP of one pixel. */
const webpPixel = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');

/** One that no other is like: bytes of its own in a part that decoders pass over. */
export function webp(): Blob {
  const part = Buffer.concat([Buffer.from('MARK'), Buffer.alloc(4), randomBytes(16)]);
  part.writeUInt32LE(16, 4);
  const all = Buffer.concat([webpPixel, part]);
  all.writeUInt32LE(all.length - 8, 4);
  return new Blob([asPart(all)], { type: 'image/webp' });
}

/** A signature: a line over a white ground. */
export function png(): Blob {
  const [width, height] = [300, 100];
  const rows = Buffer.alloc(height * (width + 1), 0xff);
  for (let row = 0; row < height; row += 1) rows[row * (width + 1)] = 0;
  for (let x = 20; x < width - 20; x += 1) {
    const y = 50 + Math.round(30 * Math.sin(x / 20));
    rows.fill(0, y * (width + 1) + x, y * (width + 1) + x + 2);
  }
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const chunks = [
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return new Blob(chunks.map(asPart), { type: 'image/png' });
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const all = Buffer.alloc(named.length + 8);
  all.writeUInt32BE(data.length, 0);
  named.copy(all, 4);
  all.writeUInt32BE(crc32(named), named.length + 4);
  return all;
}

/** One empty page. */
export const pdf = (): Blob =>
  new Blob(
    [
      '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj ',
      `3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\n%${randomBytes(8).toString('hex')}\n`,
      'trailer<</Root 1 0 R>>\n%%EOF\n',
    ],
    { type: 'application/pdf' },
  );

/** Its own memory: a `Buffer` may share it, which a `Blob` does not take. */
const asPart = (bytes: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);
