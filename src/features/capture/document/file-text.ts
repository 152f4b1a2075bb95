import type { AddResult } from '../../../store/attachments.ts';
import type { FileRefusal } from './prepare-file.ts';

export type FileReason = FileRefusal | Extract<AddResult, { status: 'notSaved' }>['reason'];

/** Says what went wrong with a file, and what to do. */
export function fileReasonText(name: string, reason: FileReason): string {
  switch (reason) {
    case 'empty':
      return `${name} is empty. Take the photo again or choose another file.`;
    case 'unreadable':
      return `${name} could not be read. Copy it to this device first, then choose it again.`;
    case 'wrongType':
      return `${name} is not a photo or a PDF. Choose a JPEG, PNG, WebP or PDF file.`;
    case 'heic':
      return `${name} is a HEIC photo, which cannot be sent. Take the photo here, or save it as JPEG.`;
    case 'pdfTooBig':
      return `${name} is larger than 10 MB. Choose a smaller PDF, or take photos of its pages.`;
    case 'imageTooBig':
    case 'tooManyPixels':
      return `${name} is too large to open on this device. Take the photo with the normal camera setting.`;
    case 'broken':
      return `${name} is damaged and cannot be opened. Take the photo again or choose another file.`;
    case 'failed':
      return `${name} could not be made smaller. Close other apps and try again.`;
    case 'quota':
      return `${name} was not saved: this device is almost full. Free at least 50 MB, then try again. Everything else is safe.`;
    case 'tooMany':
      return `${name} was not added: there are 10 files already. Remove one first.`;
    case 'notOpen':
      return `${name} was not added: this form was submitted already.`;
    case 'device':
      return `${name} could not be saved on this device. Try again. Everything else is safe.`;
  }
}

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
