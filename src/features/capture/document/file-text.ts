import { MAX_FILES_OF_A_KIND } from '../../../domain/forms/document-kinds.ts';
import { documentsText } from '../../../messages/documents.ts';
import { say } from '../../../messages/say.ts';
import type { AddResult } from '../../../store/attachments.ts';
import type { FileRefusal } from './prepare-file.ts';

export type FileReason = FileRefusal | Extract<AddResult, { status: 'notSaved' }>['reason'];

/** Says what went wrong with a file, and what to do. */
export const fileReasonText = (name: string, reason: FileReason): string =>
  say(documentsText().notAdded[reason], { name, max: MAX_FILES_OF_A_KIND });

/** Whether another attempt with the same file may succeed. */
export function canTryAgain(reason: FileReason): boolean {
  switch (reason) {
    case 'failed':
    case 'quota':
    case 'tooMany':
    case 'device':
      return true;
    case 'empty':
    case 'unreadable':
    case 'wrongType':
    case 'heic':
    case 'pdfTooBig':
    case 'imageTooBig':
    case 'broken':
    case 'tooManyPixels':
    case 'notOpen':
      return false;
  }
}
