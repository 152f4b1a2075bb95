import { uniqueText } from '../domain/forms/check.ts';
import type { FormKind } from '../domain/forms/form-kinds.ts';
import { formOf } from '../domain/forms/form-of.ts';
import { suggestionsOf } from '../domain/forms/next-customer.ts';
import type { Values } from '../domain/forms/values.ts';
import type { SubmissionId } from '../domain/ids.ts';
import { DocumentCapture } from '../features/capture/document/document-capture.tsx';
import { fileQueueOf } from '../features/capture/document/file-queue.ts';
import { UnsavedFile } from '../features/capture/document/queued-file.tsx';
import { ReviewedPicture } from '../features/capture/document/saved-file.tsx';
import { LocationCapture } from '../features/capture/location/location-capture.tsx';
import {
  SignatureByName,
  SignaturePad,
  SignaturePicture,
} from '../features/capture/signature/signature-pad.tsx';
import { signaturePng } from '../features/capture/signature/strokes-png.ts';
import { loadLazyParts } from '../features/form/lazy-parts.tsx';
import { rememberCustomer } from '../features/outbox/recent-customers.ts';
import { requestPersistence } from '../features/settings/storage-state.ts';
import type { Services } from '../services/services.ts';
import type { Store } from '../store/open-store.ts';

/**
 * Submits a form. First keeps the customer in memory, because a delivery deletes the form within a second, and the
 * customer may want another SIM. If keeping fails, the next form starts empty.
 */
async function submit({ store, sync }: Services, id: SubmissionId, signature: Blob | null) {
  const customer = await store.drafts.copied(id).catch(() => null);
  if (customer !== null) rememberCustomer(id, customer);
  return (await sync()).submit(id, signature);
}

/** Stores suggestions from a submitted form on this phone. Practice never calls this. */
function followSubmit(store: Store, kind: FormKind, submitted: SubmissionId, values: Values): void {
  const form = formOf(kind);
  // Suggestions only save typing, so a failure is ignored.
  store.saveSuggestions(suggestionsOf(form, values)).catch(() => undefined);
  // The stored SIM is only for a warning, so a failure is ignored.
  store.rememberSim(submitted, uniqueText(form, values)).catch(() => undefined);
  void loadLazyParts()
    .then(({ rememberSimStart }) => rememberSimStart(values))
    .catch(() => undefined);
  void requestPersistence(navigator.storage);
}

/** The parts of a form that capture files, signature and location, and the work after its Submit. */
export const captureParts = {
  submit,
  followSubmit,
  documents: DocumentCapture,
  location: LocationCapture,
  signature: SignaturePad,
  signatureByName: SignatureByName,
  documentPicture: ReviewedPicture,
  signaturePicture: SignaturePicture,
  unsavedFile: UnsavedFile,
  fileQueueOf,
  signaturePng,
};
