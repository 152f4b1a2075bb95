import { DocumentCapture } from '../features/capture/document/document-capture.tsx';
import { DocumentPreview } from '../features/capture/document/document-preview.tsx';
import { UnsavedFile } from '../features/capture/document/unsaved-file.tsx';
import { fileQueueOf } from '../features/capture/document/use-file-queue.ts';
import { LocationCapture } from '../features/capture/location/location-capture.tsx';
import { SignaturePad } from '../features/capture/signature/signature-pad.tsx';
import { SignaturePicture } from '../features/capture/signature/signature-picture.tsx';
import { signaturePng } from '../features/capture/signature/signature-png.ts';
import { followSubmit, submit } from './follow-submit.ts';

/** The parts of a form that capture more than text, files, signature, location; and what follows its Submit. */
export const captureParts = {
  submit,
  followSubmit,
  documents: DocumentCapture,
  location: LocationCapture,
  signature: SignaturePad,
  documentPicture: DocumentPreview,
  signaturePicture: SignaturePicture,
  unsavedFile: UnsavedFile,
  fileQueueOf,
  signaturePng,
};
