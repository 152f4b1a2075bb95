import { sentFileBy } from './forms/sent-files.ts';
import type { RefusedFile, Submission } from './submission-types.ts';

/** The file that the server refused; null where it refused something else, or never saw it. */
export function refusedFileOf({ steps }: Pick<Submission, 'steps'>): RefusedFile | null {
  for (const { content, state } of steps) {
    if (state.status !== 'rejected' || !('attachmentId' in content)) continue;
    // Without a status it never left the device: it could not be read.
    if (state.message.httpStatus > 0)
      return { part: sentFileBy(content.call).kind, attachmentId: content.attachmentId };
  }
  return null;
}
