import type { SubmissionId } from '../../../domain/ids.ts';
import { say } from '../../../messages/say.ts';
import { signatureText } from '../../../messages/signature.ts';
import type { FormStore } from '../../../store/open-store.ts';
import { pngOfStrokes } from './strokes-png.ts';

/**
 * The signature of a form as a PNG; null where it is blank or only a dot. The name of a witness is written into the picture: the
 * wire has no other place for it.
 */
export async function signaturePng(
  store: FormStore,
  id: SubmissionId,
  witness: string | null,
): Promise<Blob | null> {
  const { strokes } = await store.queries.signature(id).read();
  const caption = witness === null ? null : say(signatureText().witnessed, { name: witness });
  return pngOfStrokes(strokes, caption);
}
