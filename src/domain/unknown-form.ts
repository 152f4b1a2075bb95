import type { ServerMessage, Submission } from './submission-types.ts';

/*
 * A server that lost its forms (restored, replaced) refuses every number that it gave out before. Submitting again under
 * the same number would be refused for ever.
 */

/** How often in a row a new number is worth asking for by itself. */
const MAX_RENUMBERINGS = 2;

/** Whether a refusal says that the server does not know the form's number; its key in any of the contract's spellings. */
export const saysFormIsUnknown = ({ modelState }: ServerMessage): boolean =>
  Object.keys(modelState).some((key) => /(?:^|\.)formId$/i.test(key));

/** Whether the server ever confirmed anything under its number. If so, it keeps that for life. */
export const isAnythingConfirmed = ({ steps }: Pick<Submission, 'steps'>): boolean =>
  steps.some(({ content, state }) => state.status === 'confirmed' && content.call !== 'GetInfo');

/** Whether a refused number may be changed for another one without asking anybody. */
export const mayBeRenumbered = (submission: Submission): boolean =>
  !isAnythingConfirmed(submission) && (submission.renumberings ?? 0) < MAX_RENUMBERINGS;

/** The number to submit it under again: its own, but for one that the server does not know. */
export function keptFormId(submission: Submission): Submission['formId'] {
  const isUnknown = submission.steps.some(
    ({ state }) => state.status === 'rejected' && saysFormIsUnknown(state.message),
  );
  return isUnknown && !isAnythingConfirmed(submission) ? null : submission.formId;
}
