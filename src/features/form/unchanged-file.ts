import type { SubmissionId } from '../../domain/ids.ts';
import { refusedFileOf } from '../../domain/refused-file.ts';
import { refusalOf } from '../../domain/submission-state.ts';
import type { RefusedFile } from '../../domain/submission-types.ts';
import type { FormStore } from '../../store/open-store.ts';
import { sha256 } from '../../web-sha256.ts';
import { wordsOf } from './server-messages.ts';

/** A refused file that would go to the server again as it is. */
export type UnchangedFile = Readonly<{
  part: RefusedFile['part'];
  thing: 'photo' | 'file' | 'signature';
  /** The name the person knows it by. */
  name: string | null;
  words: string;
}>;

/** What of the form was refused and is still the same; null: nothing. `signature`: as it is drawn now. */
export async function unchangedFile(
  store: FormStore,
  id: SubmissionId,
  signature: Blob | null,
): Promise<UnchangedFile | null> {
  const contents = await (await store.outbox()).store.contents(id);
  if (contents === 'odd' || contents?.submission.status !== 'rejected') return null;
  const { attachments, submission } = contents;
  const refused = refusedFileOf(submission);
  const message = refusalOf(submission);
  if (refused === null || message === null) return null;
  const row = attachments.find((each) => each.id === refused.attachmentId);
  if (row === undefined) return null;
  const words = wordsOf(message);
  const { part } = refused;
  if (part === 'signature') {
    const isSame = signature === null || (await sha256(signature)) === row.sha256;
    return isSame ? { part, thing: 'signature', name: null, words } : null;
  }
  const thing = row.type === 'application/pdf' ? 'file' : 'photo';
  return { part, thing, name: row.originalName, words };
}
