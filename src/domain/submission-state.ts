import type { AttemptId, StepId } from './ids.ts';
import {
  type Hold,
  isUpload,
  type QueuedSubmission,
  type ServerMessage,
  type Step,
  type Submission,
} from './submission-types.ts';

/* Functions that only read a submission. `submission.ts` changes submissions. */

/** The first step that is not confirmed: the only one that may be sent. */
export const nextStep = ({ steps }: Pick<Submission, 'steps'>): Step | undefined =>
  steps.find((step) => step.state.status !== 'confirmed');

/** True if the submission is queued without a formId and no call is in flight. */
export const lacksFormId = ({ formId, status, steps }: Submission): boolean =>
  status === 'queued' && formId === null && !steps.some((step) => step.state.status === 'inFlight');

/** True until the second copy is written or given up (`mirrored`). The drain sends nothing before that, so the Submit can be undone. */
export const canUndoSubmit = (submission: Submission): submission is QueuedSubmission =>
  submission.status === 'queued' &&
  submission.mirrored === false &&
  !submission.steps.some((step) => step.state.status === 'inFlight');

export const canReturnToDraft = (submission: Submission): submission is QueuedSubmission =>
  submission.status === 'queued' && submission.everSent !== true;

/** Fencing: an outcome counts only for the attempt that is recorded on the row. */
export function isCurrentAttempt(
  submission: Submission,
  event: Readonly<{ stepId: StepId; attemptId: AttemptId }>,
): submission is QueuedSubmission {
  const step = submission.steps.find((each) => each.id === event.stepId);
  return (
    submission.status === 'queued' &&
    step?.state.status === 'inFlight' &&
    step.state.attemptId === event.attemptId
  );
}

/** True if the step sends a photo as WebP. False for a verification upload (`isLook`): the server already has that file. */
export const isWebp = ({ content, isLook }: Step): boolean =>
  isUpload(content) && content.fileName.endsWith('.webp') && isLook !== true;

/**
 * True if a WebP photo was never sent. A step in doubt is sent again as WebP, because the server
 * may already have the photo.
 */
export const isUnsentWebp = (step: Step): boolean =>
  isWebp(step) && step.state.status === 'pending' && step.doubted !== true;

/** The message of the refused step, from the server or from this device. Returns null if no step is refused. */
export function refusalOf(submission: Submission): ServerMessage | null {
  for (const { state } of submission.steps) if (state.status === 'rejected') return state.message;
  return null;
}

/** Returns null for a message of which nothing is left after parts of it were removed, else the message. */
export function unlessEmpty(message: ServerMessage): ServerMessage | null {
  const { description, file, heading, modelState, reason, said } = message;
  const isEmpty =
    [heading, description, said ?? ''].join('') === '' &&
    file === undefined &&
    reason === undefined &&
    Object.keys(modelState).length === 0;
  return isEmpty ? null : message;
}

/** A submission's status as the screens show it. */
export type Status = 'draft' | 'waiting' | 'sending' | 'attention' | 'paused' | 'sent';

/**
 * The status that a list shows. 'sending' is not stored, because a killed drain could not reset it. It is derived from the lease.
 * @param drainLive a drain holds an unexpired lease
 */
export function shownStatus(
  submission: Submission,
  context: Readonly<{ hold: Hold | null; drainLive: boolean }>,
): Status {
  switch (submission.status) {
    case 'draft':
      return 'draft';
    case 'delivered':
      return 'sent';
    case 'rejected':
      return 'attention';
    case 'queued':
      if (context.drainLive && nextStep(submission)?.state.status === 'inFlight') return 'sending';
      return context.hold !== null && needsPerson(context.hold) ? 'paused' : 'waiting';
  }
}

/** True if the hold stops all submissions except a probe. The hold `formNumber` stops only submissions without a formId. */
export const stopsAll = (hold: Hold): boolean => hold.reason !== 'formNumber';

/** The name that the lists show: the full name until the delivery, then the initials. Returns '' if no name is known. */
export const shownName = (submission: Submission): string =>
  submission.status === 'delivered' ? submission.receipt.name : submission.personal.customerName;

/** The values for 'step n of m'. `n`: the current step, counted from 1. */
export function stepProgress(submission: Submission): Readonly<{ n: number; m: number }> {
  const m = submission.steps.length;
  const done = submission.steps.filter((step) => step.state.status === 'confirmed').length;
  return { n: Math.min(done + 1, m), m };
}

/** Why the outbox waits for a person. The texts are in `messages/worker`. */
export type Pause = 'unknownPhone' | 'forbidden';

/** True if the hold ends only when a person acts; every other hold ends by itself. */
export const needsPerson = (hold: Hold): boolean => hold.reason === 'auth';

/** Returns null if there is no hold, or if the hold ends by itself. */
export function pauseOf(hold: Hold | null): Pause | null {
  if (hold === null || !needsPerson(hold)) return null;
  return hold.httpStatus === 403 ? 'forbidden' : 'unknownPhone';
}
