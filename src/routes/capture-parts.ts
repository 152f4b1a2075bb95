import { uniqueText } from '../domain/forms/check.ts';
import type { FormKind } from '../domain/forms/form-kinds.ts';
import { formOf } from '../domain/forms/form-of.ts';
import { placesOf } from '../domain/forms/next-customer.ts';
import type { Values } from '../domain/forms/values.ts';
import type { SubmissionId } from '../domain/ids.ts';
import { DocumentCapture } from '../features/capture/document/document-capture.tsx';
import { UnsavedFile } from '../features/capture/document/queued-file.tsx';
import { DocumentPreview } from '../features/capture/document/saved-file.tsx';
import { fileQueueOf } from '../features/capture/document/use-file-queue.ts';
import { LocationCapture } from '../features/capture/location/location-capture.tsx';
import {
  SignatureByName,
  SignaturePad,
  SignaturePicture,
} from '../features/capture/signature/signature-pad.tsx';
import { signaturePng } from '../features/capture/signature/strokes-png.ts';
import { loadLazyParts } from '../features/form/lazy-parts.tsx';
import { rememberCustomer } from '../features/outbox/recent-customers.ts';
import type { Services } from '../services/services.ts';
import type { Store } from '../store/open-store.ts';
import { askProtection } from './protection.ts';

/**
 * Submits a form. Keeps the customer in memory first, because a delivery deletes the form within a second, and the same customer may
 * want another SIM. If that fails, the next form starts empty.
 */
async function submit({ store, sync }: Services, id: SubmissionId, signature: Blob | null) {
  const customer = await store.drafts.copied(id).catch(() => null);
  if (customer !== null) rememberCustomer(id, customer);
  return (await sync()).submit(id, signature);
}

/** Remembers suggestions of a submitted form on this phone. Practice never calls it. */
function followSubmit(store: Store, kind: FormKind, submitted: SubmissionId, values: Values): void {
  const form = formOf(kind);
  // They save typing; without them nothing is lost.
  store.saveSuggestedPlaces(placesOf(form, values)).catch(() => undefined);
  // It only warns.
  store.rememberSim(submitted, uniqueText(form, values)).catch(() => undefined);
  void loadLazyParts()
    .then(({ rememberSimStart }) => rememberSimStart(values))
    .catch(() => undefined);
  void askProtection();
}

/** The parts of a form that capture more than text, files, signature, location; and what follows its Submit. */
export const captureParts = {
  submit,
  followSubmit,
  documents: DocumentCapture,
  location: LocationCapture,
  signature: SignaturePad,
  signatureByName: SignatureByName,
  documentPicture: DocumentPreview,
  signaturePicture: SignaturePicture,
  unsavedFile: UnsavedFile,
  fileQueueOf,
  signaturePng,
};
