import { sentFileBy } from './forms/sent-files.ts';
import type { OwnReason, RefusedFile, ServerMessage, Submission } from './submission-types.ts';

/** The message that stands in the place of a server's. */
export const ownMessage = (reason: OwnReason, httpStatus = 0): ServerMessage => ({
  heading: '',
  description: '',
  modelState: {},
  httpStatus,
  reason,
});

/*
 * A server that lost its forms (restored from a backup, replaced) refuses every formId that it returned before. Submitting
 * again under the same formId would be refused for ever.
 */

/** How often a submission gets a new formId without a person. */
const MAX_RENUMBERINGS = 2;

/** Whether a refusal says that the server does not know the formId. The contract allows several spellings of the key. */
export const isUnknownFormMessage = ({ modelState }: ServerMessage): boolean =>
  Object.keys(modelState).some((key) => /(?:^|\.)formId$/i.test(key));

/** Whether the server ever confirmed anything under the formId. If so, the submission keeps it for life. */
export const isAnythingConfirmed = ({ steps }: Pick<Submission, 'steps'>): boolean =>
  steps.some(({ content, state }) => state.status === 'confirmed' && content.call !== 'GetInfo');

/** Whether a refused formId may be replaced without asking a person. */
export const mayReplaceFormId = (submission: Submission): boolean =>
  !isAnythingConfirmed(submission) && (submission.renumberings ?? 0) < MAX_RENUMBERINGS;

/** The formId to submit again under: its own; null if the server does not know that one and confirmed nothing under it. */
export function keptFormId(submission: Submission): Submission['formId'] {
  const isUnknown = submission.steps.some(
    ({ state }) => state.status === 'rejected' && isUnknownFormMessage(state.message),
  );
  return isUnknown && !isAnythingConfirmed(submission) ? null : submission.formId;
}

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
