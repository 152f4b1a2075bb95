import {
  type DocumentKind,
  documentKinds,
  type UploadCall,
} from '../../src/domain/forms/document-kinds.ts';
import { type PictureType, wireFileName } from '../../src/domain/forms/sent-files.ts';
import { attachmentId, type SubmissionId } from '../../src/domain/ids.ts';
import type { AttachmentRow } from '../../src/store/format/rows.ts';

/** The source of all files. Its slices are as large as photos and need no memory. */
const pixels = new Blob([new Uint8Array(1_400_000)]);

export function callOf(kind: DocumentKind): UploadCall {
  const row = documentKinds.find((each) => each.kind === kind);
  if (row === undefined) throw new Error('No such kind of document.');
  return row.call;
}

/** A file whose type says what it contains, so that its bytes need not be read. */
export const fileOf = (holds: string, size: number, type: PictureType = 'image/jpeg'): Blob =>
  pixels.slice(0, size, `${type};holds=${holds}`);

/** Returns the JPEG that a canvas makes of a photo. It is somewhat larger. */
export const jpegOf = async ({ size, type }: Blob): Promise<Blob> =>
  pixels.slice(0, Math.min(pixels.size, size + 1_000), asJpeg(type));

/** Returns a content or a file name as it is after the conversion of the photo to JPEG. */
export const asJpeg = (text: string): string =>
  text.replace('image/webp;', 'image/jpeg;').replace(/\.webp$/i, '.jpg');

export const signatureOf = (holds: string): Blob =>
  pixels.slice(0, 900, `image/png;holds=${holds}`);

/** A Blob whose bytes can't be read. */
export const unreadable = (size: number): Blob => pixels.slice(0, size, 'image/jpeg;unreadable');

/** Returns other, readable bytes of the same length. Only the hash shows the damage. */
export const flipped = (size: number): Blob => pixels.slice(0, size, 'image/jpeg;flipped');

export async function rowOf(
  submissionId: SubmissionId,
  kind: DocumentKind,
  bytes: Blob,
  newId: () => string,
  sequence: number,
  digest: (bytes: Blob) => Promise<string>,
): Promise<AttachmentRow> {
  const id = attachmentId(newId());
  const type = bytes.type.startsWith('image/webp') ? 'image/webp' : 'image/jpeg';
  return {
    id,
    submissionId,
    kind,
    fileName: wireFileName(kind, id, type),
    originalName: `Nkosi ${sequence}.jpg`,
    type,
    size: bytes.size,
    sha256: await digest(bytes),
    sequence,
    addedAt: 0,
  };
}
