import { attachmentId, type SubmissionId } from '../../src/domain/ids.ts';
import type { DocumentKind, UploadCall } from '../../src/domain/submission-types.ts';
import type { AttachmentRow } from '../../src/store/database.ts';

/** Slices of it are as large as photos and cost nothing. */
const pixels = new Blob([new Uint8Array(1_400_000)]);

const kinds: Readonly<Record<DocumentKind, Readonly<{ name: string; call: UploadCall }>>> = {
  idDocument: { name: 'id-document', call: 'SaveIdDocument' },
  companyRegistrationDocument: {
    name: 'company-registration-document',
    call: 'SaveCompanyRegistrationDocument',
  },
  policeDocument: { name: 'police-document', call: 'SavePoliceDocument' },
};

export const callOf = (kind: DocumentKind): UploadCall => kinds[kind].call;

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
    fileName: `${kinds[kind].name}-${id.slice(0, 8)}.jpg`,
    originalName: `Nkosi ${sequence}.jpg`,
    type: 'image/jpeg',
    size: bytes.size,
    sha256: await digest(bytes),
    sequence,
    addedAt: 0,
  };
}
