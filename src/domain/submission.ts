import type { HistoryFact } from './history.ts';
import { mayReplaceFormId } from './refusals.ts';
import {
  confirmed,
  delivered,
  faulted,
  inDoubt,
  isAllSent,
  photoConverted,
  refused,
  restored,
  type SubmissionEvent,
  withHistory,
  withName,
  withoutSendingSlot,
  withStep,
  withSteps,
} from './submission-changes.ts';
import {
  canReturnToDraft,
  canUndoSubmit,
  isCurrentAttempt,
  isUnsentWebp,
  lacksFormId,
  nextStep,
} from './submission-state.ts';
import {
  isUpload,
  type Step,
  type Submission,
  type UndeliveredSubmission,
} from './submission-types.ts';

type Restored = Extract<SubmissionEvent, { event: 'restored' }>;

/** The only function that changes a submission. Pure. Throws if the event can't happen in the submission's state. */
export function advance(submission: UndeliveredSubmission, event: Restored): UndeliveredSubmission;
export function advance(submission: Submission, event: SubmissionEvent): Submission;
export function advance(submission: Submission, event: SubmissionEvent): Submission {
  switch (event.event) {
    case 'submitted': {
      expect(submission.status === 'draft' || submission.status === 'rejected', submission, event);
      const resubmitted = submission.status === 'rejected';
      const { sendsPhotos: _, edited: __, ...before } = submission;
      return withHistory(
        withSteps(
          {
            ...before,
            status: 'queued',
            formId: event.formId,
            personal: { ...submission.personal, customerName: event.customerName },
            submittedAt: event.at,
            changedAt: event.at,
            missing: 0,
            nextAttemptAt: null,
            mirrored: false,
            maybeTwice: maybeTwiceAfterSubmit(submission, event.steps),
          },
          event.steps,
        ),
        event.at,
        { what: resubmitted ? 'resubmitted' : 'submitted' },
      );
    }
    case 'submitUndone': {
      expect(canUndoSubmit(submission), submission, event);
      // The submission keeps the formId: the pool never gets a formId back.
      return { ...event.before, formId: submission.formId };
    }
    case 'mirrored':
      expect(submission.status !== 'draft', submission, event);
      return { ...submission, mirrored: true };
    case 'returnedToDraft': {
      expect(canReturnToDraft(submission), submission, event);
      const { mirrored: _, ...rest } = withoutSendingSlot(submission);
      return withHistory(
        withSteps({ ...rest, status: 'draft', submittedAt: null, nextAttemptAt: null }, []),
        event.at,
        { what: 'takenBack' },
      );
    }
    case 'formIdGiven': {
      expect(lacksFormId(submission), submission, event);
      const { at, formId } = event;
      const steps = submission.steps.map((step) =>
        step.content.call === 'GetInfo'
          ? { ...step, state: { status: 'confirmed', at } as const }
          : step,
      );
      // The second copy must contain the formId before its first use, so the copy is written again.
      return withHistory({ ...withSteps(submission, steps), formId, mirrored: false }, at, {
        what: 'formIdReceived',
      });
    }
    case 'allConfirmed':
      expect(submission.status === 'queued' && isAllSent(submission), submission, event);
      return delivered(submission, event.at);
    case 'sendStarted': {
      const step = nextStep(submission);
      expect(
        submission.status === 'queued' &&
          step?.id === event.stepId &&
          (step.state.status === 'pending' || step.state.status === 'inDoubt'),
        submission,
        event,
      );
      const { attemptId, at: since } = event;
      return {
        ...withStep(submission, event.stepId, (s) => ({
          ...s,
          state: { status: 'inFlight', attemptId, since },
        })),
        everSent: true,
        sentNames: withName(submission.sentNames ?? {}, step),
      };
    }
    case 'recovered': {
      if (!submission.steps.some((step) => step.state.status === 'inFlight')) return submission;
      const doubted = submission.steps.map((step) =>
        step.state.status === 'inFlight' ? inDoubt(step, event.at) : step,
      );
      return withHistory(withSteps(submission, doubted), event.at, { what: 'interrupted' });
    }
    case 'restored': {
      if (submission.status === 'draft' || submission.status === 'delivered') return submission;
      const doubted = submission.steps.map((step) => restored(submission, step, event.at));
      const sentNames = doubted.reduce(withName, submission.sentNames ?? {});
      return withHistory(
        { ...withSteps(submission, doubted), everSent: true, sentNames, nextAttemptAt: null },
        event.at,
        { what: 'restored' },
      );
    }
    case 'uploadCame': {
      expect(isCurrentAttempt(submission, event), submission, event);
      const { stepId, upload, wentOn } = event;
      return withStep(submission, stepId, (step) => ({
        ...step,
        upload,
        attempts: wentOn ? 0 : step.attempts,
      }));
    }
    case 'doubted':
      expect(isCurrentAttempt(submission, event), submission, event);
      return withStep(submission, event.stepId, (step) => ({ ...step, doubted: true }));
    case 'postponed': {
      expect(isCurrentAttempt(submission, event), submission, event);
      // The server answered that it did not look at the call. So it has nothing of this attempt.
      const isUnread = event.why === 'notLetIn' || event.httpStatus === 429;
      const later = withStep(submission, event.stepId, (step) => ({
        ...(isUnread
          ? { ...step, state: { status: 'inDoubt', since: event.at } as const }
          : inDoubt(step, event.at)),
        attempts: event.uncounted ? step.attempts : step.attempts + 1,
        ...(event.httpStatus === 500 ? { serverErrors: (step.serverErrors ?? 0) + 1 } : {}),
      }));
      const { httpStatus, nextAttemptAt, why } = event;
      const fact: HistoryFact =
        httpStatus === undefined ? { what: why } : { what: 'answered', httpStatus };
      return withHistory({ ...later, nextAttemptAt }, event.at, fact);
    }
    case 'confirmed':
      expect(isCurrentAttempt(submission, event), submission, event);
      return confirmed(submission, event);
    case 'rejected': {
      expect(isCurrentAttempt(submission, event), submission, event);
      return refused(submission, event.stepId, event.at, event.message, { what: 'refused' });
    }
    case 'confirmedByHand': {
      const { at, stepId } = event;
      const step = nextStep(submission);
      expect(submission.status === 'rejected' && step?.id === stepId, submission, event);
      const state = { status: 'confirmed', at, byHand: true } as const;
      const changed = withStep(submission, stepId, (each) => ({ ...each, state, attempts: 0 }));
      // The second copy gets the new sending key slot before anything is sent.
      return withHistory({ ...changed, status: 'queued', mirrored: false }, at, {
        what: 'confirmedByHand',
      });
    }
    case 'edited':
    case 'changedBack': {
      expect(submission.status === 'rejected', submission, event);
      const { edited: _, ...rest } = submission;
      return event.event === 'edited' ? { ...rest, edited: true } : rest;
    }
    case 'formIdReplaced':
      expect(
        isCurrentAttempt(submission, event) && mayReplaceFormId(submission),
        submission,
        event,
      );
      return withHistory(
        {
          ...withSteps(submission, event.steps),
          formId: null,
          renumberings: (submission.renumberings ?? 0) + 1,
          documents: {},
          sentNames: {},
          maybeTwice: [],
          nextAttemptAt: null,
        },
        event.at,
        { what: 'formIdReplaced' },
      );
    case 'photoConverted':
      expect(submission.status === 'queued' && !isStale(submission, event), submission, event);
      return photoConverted(submission, event);
    case 'fileLost': {
      const step = nextStep(submission);
      expect(submission.status === 'queued' && step?.id === event.stepId, submission, event);
      expect(step?.state.status !== 'inFlight', submission, event);
      return refused(submission, event.stepId, event.at, event.message, { what: 'fileLost' });
    }
    case 'faulted': {
      const step = nextStep(submission);
      expect(submission.status === 'queued' && step !== undefined, submission, event);
      return faulted(submission, step, event);
    }
    case 'waitEnded':
      expect(submission.status === 'queued', submission, event);
      return {
        ...submission,
        ...(event.sendsPhotos && { sendsPhotos: true }),
        nextAttemptAt: null,
        steps: submission.steps.map((step) =>
          step.attempts === 0 ? step : { ...step, attempts: 0 },
        ),
      };
  }
}

/**
 * The files that the server may have twice after a Submit. A refused upload whose earlier attempt got no answer is sent again under
 * a new key.
 */
function maybeTwiceAfterSubmit(
  { maybeTwice, steps }: Submission,
  planned: readonly Step[],
): readonly string[] {
  const names = new Set(
    planned.flatMap(({ content }) => (isUpload(content) ? [content.fileName] : [])),
  );
  const again = steps.flatMap(({ content, doubted, state }) =>
    doubted === true &&
    state.status === 'rejected' &&
    isUpload(content) &&
    names.has(content.fileName)
      ? [content.fileName]
      : [],
  );
  return [...new Set([...maybeTwice, ...again])];
}

function expect(holds: boolean, submission: Submission, event: SubmissionEvent): asserts holds {
  if (!holds)
    throw new Error(`'${event.event}' can't happen to a submission that is ${submission.status}.`);
}

/**
 * True if another drain or a person changed the row after the drain made this event. Any other
 * event that does not fit the row's state is a bug: `advance` throws.
 */
export function isStale(submission: Submission, event: SubmissionEvent): boolean {
  if (submission.status !== 'queued') return true;
  switch (event.event) {
    case 'uploadCame':
    case 'doubted':
    case 'postponed':
    case 'confirmed':
    case 'rejected':
    case 'formIdReplaced':
      return !isCurrentAttempt(submission, event);
    case 'photoConverted': {
      const { attemptId, stepId } = event;
      if (attemptId !== undefined) return !isCurrentAttempt(submission, { attemptId, stepId });
      const step = submission.steps.find(({ id }) => id === stepId);
      return step === undefined || !isUnsentWebp(step);
    }
    case 'sendStarted':
    case 'fileLost':
      return nextStep(submission)?.id !== event.stepId;
    case 'allConfirmed':
      return !isAllSent(submission);
    default:
      return false;
  }
}
