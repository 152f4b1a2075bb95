import type { PictureType } from '../../../domain/forms/sent-files.ts';
import type { ShrinkResult } from '../picture/shrink-picture.ts';
import { TYPE_BYTES, typeOfContent } from './file-type.ts';

/** The server's limit. */
const MAX_PDF_BYTES = 10_000_000;
/** Larger than any photo of a phone's camera. */
const MAX_IMAGE_BYTES = 64_000_000;

export type FileRefusal =
  | 'empty'
  | 'unreadable'
  | 'wrongType'
  | 'heic'
  | 'pdfTooBig'
  | 'imageTooBig'
  | 'broken'
  | 'tooManyPixels'
  | 'failed';

export type PreparedFile =
  | Readonly<{ status: 'ready'; bytes: Blob; type: PictureType | 'application/pdf' }>
  | Readonly<{ status: 'refused'; reason: FileRefusal }>;

const refused = (reason: FileRefusal): PreparedFile => ({ status: 'refused', reason });

/** Prepares a chosen file for storing: a PDF stays as it is, a picture is made smaller. The type is that of the content. */
export async function prepareFile(
  file: Blob,
  shrink: (source: Blob) => Promise<ShrinkResult>,
  onShrinking: () => void,
): Promise<PreparedFile> {
  if (file.size === 0) return refused('empty');
  let head: Uint8Array;
  try {
    head = new Uint8Array(await file.slice(0, TYPE_BYTES).arrayBuffer());
  } catch {
    return refused('unreadable');
  }
  const type = typeOfContent(head);
  if (type === null) return refused('wrongType');
  if (type === 'heic') return refused('heic');
  if (type === 'application/pdf') {
    if (file.size > MAX_PDF_BYTES) return refused('pdfTooBig');
    return { status: 'ready', bytes: file.slice(0, file.size, type), type };
  }
  if (file.size > MAX_IMAGE_BYTES) return refused('imageTooBig');
  onShrinking();
  const result = await shrink(file);
  if (result.status === 'refused') return refused(result.reason);
  return { status: 'ready', bytes: result.blob, type: result.type };
}
