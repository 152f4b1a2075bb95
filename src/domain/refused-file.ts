import { sentFileBy } from './forms/sent-files.ts';
import type { RefusedFile, Submission } from './submission-types.ts';

/** The file that the server refused; null where it refused something else, or where the file was never sent. */
export function refusedFileOf({ steps }: Pick<Submission, 'steps'>): RefusedFile | null {
  for (const { content, state } of steps) {
    if (state.status !== 'rejected' || !('attachmentId' in content)) continue;
    // HTTP status 0: this device made the message, as it could not read the file.
    if (state.message.httpStatus > 0)
      return { part: sentFileBy(content.call).kind, attachmentId: content.attachmentId };
  }
  return null;
}
