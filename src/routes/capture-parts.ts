import { DocumentCapture } from '../features/capture/document-capture.tsx';
import { LocationCapture } from '../features/capture/location-capture.tsx';
import { SignaturePad } from '../features/capture/signature-pad.tsx';
import { signaturePng } from '../features/capture/signature-png.ts';
import { UnsavedFile } from '../features/capture/unsaved-file.tsx';
import { fileQueueOf } from '../features/capture/use-file-queue.ts';

/** What of a form takes in more than words: files, a signature, the place. */
export const captureParts = {
  documents: DocumentCapture,
  location: LocationCapture,
  signature: SignaturePad,
  unsavedFile: UnsavedFile,
  fileQueueOf,
  signaturePng,
};
