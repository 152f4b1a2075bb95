import type { SubmissionId } from '../../../domain/ids.ts';
import type { Store } from '../../../store/open-store.ts';
import { pngOfStrokes } from './strokes-png.ts';

/** The signature of a form as a PNG; null where it is blank or only a dot. */
export async function signaturePng(store: Store, id: SubmissionId): Promise<Blob | null> {
  const { strokes } = await store.queries.signature(id).read();
  return pngOfStrokes(strokes);
}
