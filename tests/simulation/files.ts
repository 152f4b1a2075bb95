import {
  type DocumentKind,
  documentKinds,
  type UploadCall,
} from '../../src/domain/forms/document-kinds.ts';
import { wireFileName } from '../../src/domain/forms/sent-files.ts';
import { attachmentId, type SubmissionId } from '../../src/domain/ids.ts';
import type { AttachmentRow } from '../../src/store/rows.ts';

/** Slices of it are as large as photos and cost nothing. */
const pixels = new Blob([new Uint8Array(1_400_000)]);

export function callOf(kind: DocumentKind): UploadCall {
  const row = documentKinds.find((each) => each.kind === kind);
  if (row === undefined) throw new Error('No such kind of document.');
  return row.call;
}

/** A file whose type says what it holds, so that nothing has to read its bytes. */
export const fileOf = (holds: string, size: number): Blob =>
  pixels.slice(0, size, `image/jpeg;holds=${holds}`);

export const signatureOf = (holds: string): Blob =>
  pixels.slice(0, 900, `image/png;holds=${holds}`);

/** The bytes are there in name only. */
export const unreadable = (size: number): Blob => pixels.slice(0, size, 'image/jpeg;unreadable');

/** As long as it was, and readable: only a hash tells that these are not the bytes that were captured. */
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
  return {
    id,
    submissionId,
    kind,
    fileName: wireFileName(kind, id, 'image/jpeg'),
    originalName: `Nkosi ${sequence}.jpg`,
    type: 'image/jpeg',
    size: bytes.size,
    sha256: await digest(bytes),
    sequence,
    addedAt: 0,
  };
}
