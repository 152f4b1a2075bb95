import type { SubmissionId } from '../../../domain/ids.ts';
import type { Database } from '../../../store/database.ts';
import { strokesStore } from '../../../store/strokes.ts';
import { pngOfStrokes } from './strokes-png.ts';

/** The signature of a form as a PNG; null where it is blank, or no more than a dot. */
export async function signaturePng(db: Database, id: SubmissionId): Promise<Blob | null> {
  const { strokes } = await strokesStore(db).read(id);
  return pngOfStrokes(strokes);
}
