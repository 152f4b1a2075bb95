import type { ServerMessage, Submission } from './submission-types.ts';

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
