import type { AttemptId, FormId, StepId } from './ids.ts';
import { isUpload } from './plan.ts';
import type {
  Hold,
  ServerDocument,
  ServerMessage,
  Step,
  Submission,
  UploadCall,
} from './submission-types.ts';

/** Everything that can happen to a submission. Moments are ms since 1970. */
export type SubmissionEvent =
  /** The person pressed Submit: first time, or after a correction. */
  | Readonly<{
      event: 'submitted';
      at: number;
      formId: FormId | null;
      customerName: string;
      maskedName: string;
      steps: readonly Step[];
    }>
  /** The second copy could not be written, so nothing was submitted after all. */
  | Readonly<{ event: 'submitUndone'; at: number; before: Submission }>
  | Readonly<{ event: 'mirrored' }>
  | Readonly<{ event: 'returnedToDraft'; at: number }>
  /** A formId out of the reserve, for one that was submitted without. */
  | Readonly<{ event: 'numbered'; at: number; formId: FormId }>
  /** Written before the call leaves. */
  | Readonly<{ event: 'left'; stepId: StepId; attemptId: AttemptId; at: number }>
  /** What was in flight when its drain died. */
  | Readonly<{ event: 'recovered'; at: number }>
  /** The row was rebuilt from its copy: what had been sent since is not known. */
  | Readonly<{ event: 'restored'; at: number }>
  | Readonly<{
      event: 'postponed';
      stepId: StepId;
      attemptId: AttemptId;
      at: number;
      nextAttemptAt: number | null;
      /** For the history; no personal data. */
      why: string;
      /** We stopped the call ourselves: not counted as a try. */
      uncounted?: true;
    }>
  | Readonly<{
      event: 'confirmed';
      stepId: StepId;
      attemptId: AttemptId;
      at: number;
      /** GetInfo only. */
      formId?: FormId;
      /** Uploads only: what reconcile made of the list that came back. */
      found?: Found;
    }>
  | Readonly<{
      event: 'rejected';
      stepId: StepId;
      attemptId: AttemptId;
      at: number;
      message: ServerMessage;
    }>
  /** A file can't be read and has no copy: a person must take it again. Nothing was sent. */
  | Readonly<{ event: 'fileLost'; stepId: StepId; at: number; message: ServerMessage }>
  /** 'Send now', or the network came back: the count of tries starts again. */
  | Readonly<{ event: 'hurried' }>;

/** What a documents list taught: see `sync/reconcile.ts`. */
export type Found = Readonly<{
  of: UploadCall;
  documents: readonly ServerDocument[];
  /** Surplus copies to remove, before the next step. */
  removals: readonly Step[];
  maybeTwice: readonly string[];
}>;

/** The only transition of a submission. Pure; throws on an event that can't happen in its state. */
export function advance(submission: Submission, event: SubmissionEvent): Submission {
  switch (event.event) {
    case 'submitted': {
      expect(submission.status === 'draft' || submission.status === 'rejected', submission, event);
      const resubmitted = submission.status === 'rejected';
      return noted(
        withSteps(
          {
            ...submission,
            status: 'queued',
            formId: event.formId,
            customerName: event.customerName,
            maskedName: event.maskedName,
            submittedAt: event.at,
            changedAt: event.at,
            missing: 0,
            nextAttemptAt: null,
            mirrored: false,
          },
          event.steps,
        ),
        event.at,
        resubmitted ? 'Corrected and submitted again' : 'Submitted',
      );
    }
    case 'submitUndone': {
      expect(canUndoSubmit(submission), submission, event);
      // The formId stays: once taken it belongs to this submission for life.
      return { ...event.before, formId: submission.formId };
    }
    case 'mirrored':
      expect(submission.status !== 'draft', submission, event);
      return { ...submission, mirrored: true };
    case 'returnedToDraft': {
      expect(canReturnToDraft(submission), submission, event);
      const { mirrored: _, ...rest } = submission;
      return noted(
        withSteps({ ...rest, status: 'draft', submittedAt: null, nextAttemptAt: null }, []),
        event.at,
        'Taken back to change it',
      );
    }
    case 'numbered': {
      expect(lacksFormId(submission), submission, event);
      const { at, formId } = event;
      const steps = submission.steps.map((step) =>
        step.content.call === 'GetInfo'
          ? { ...step, state: { status: 'confirmed', at } as const }
          : step,
      );
      // Its copy must know the number before it is used.
      return noted(
        { ...withSteps(submission, steps), formId, mirrored: false },
        at,
        'Form number received',
      );
    }
    case 'left': {
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
      return noted(withSteps(submission, doubted), event.at, 'Interrupted; it will be sent again');
    }
    case 'restored': {
      if (submission.status === 'draft' || submission.status === 'delivered') return submission;
      const doubted = submission.steps.map((step) => restored(submission, step, event.at));
      const sentNames = doubted.reduce(withName, submission.sentNames ?? {});
      return noted(
        { ...withSteps(submission, doubted), everSent: true, sentNames, nextAttemptAt: null },
        event.at,
        'Restored from its second copy',
      );
    }
    case 'postponed': {
      expect(isCurrentAttempt(submission, event), submission, event);
      const later = withStep(submission, event.stepId, (step) => ({
        ...inDoubt(step, event.at),
        attempts: event.uncounted ? step.attempts : step.attempts + 1,
      }));
      return noted({ ...later, nextAttemptAt: event.nextAttemptAt }, event.at, event.why);
    }
    case 'confirmed':
      expect(isCurrentAttempt(submission, event), submission, event);
      return confirmed(submission, event);
    case 'rejected': {
      expect(isCurrentAttempt(submission, event), submission, event);
      return refused(submission, event.stepId, event.at, event.message, 'The server refused it');
    }
    case 'fileLost': {
      const step = nextStep(submission);
      expect(submission.status === 'queued' && step?.id === event.stepId, submission, event);
      expect(step?.state.status !== 'inFlight', submission, event);
      return refused(submission, event.stepId, event.at, event.message, "A file can't be read");
    }
    case 'hurried':
      expect(submission.status === 'queued', submission, event);
      return {
        ...submission,
        nextAttemptAt: null,
        steps: submission.steps.map((step) =>
          step.attempts === 0 ? step : { ...step, attempts: 0 },
        ),
      };
  }
}

function confirmed(
  submission: Submission,
  event: Extract<SubmissionEvent, { event: 'confirmed' }>,
): Submission {
  const { at, found } = event;
  const steps = submission.steps.flatMap((step) =>
    step.id === event.stepId
      ? [
          { ...step, state: { status: 'confirmed', at } as const, attempts: 0 },
          ...(found?.removals ?? []),
        ]
      : [step],
  );
  const step = stepOf(submission, event.stepId);
  const next = noted(
    withSteps(
      {
        ...submission,
        // For life: whatever a late answer brings.
        formId: submission.formId ?? event.formId ?? null,
        nextAttemptAt: null,
        documents: documentsAfter(submission, step, found),
        maybeTwice: found?.maybeTwice ?? submission.maybeTwice,
      },
      steps,
    ),
    at,
    confirmedText[step.content.call],
  );
  return next.steps.every((each) => each.state.status === 'confirmed') ? delivered(next, at) : next;
}

const confirmedText: Readonly<Record<Step['content']['call'], string>> = {
  GetInfo: 'Form number received',
  RegisterSim: 'Form received by the server',
  ReplaceSim: 'Form received by the server',
  SaveSignature: 'Signature received by the server',
  SaveIdDocument: 'ID document received by the server',
  SaveCompanyRegistrationDocument: 'Company document received by the server',
  SavePoliceDocument: 'Police document received by the server',
  RemoveDocument: 'A copy that was too many was removed from the server',
};

function documentsAfter(
  submission: Submission,
  step: Step,
  found: Found | undefined,
): Submission['documents'] {
  if (found !== undefined) return { ...submission.documents, [found.of]: found.documents };
  const { content } = step;
  if (content.call !== 'RemoveDocument') return submission.documents;
  const left = (submission.documents[content.of] ?? []).filter(
    (document) => document.formFileId !== content.formFileId,
  );
  return { ...submission.documents, [content.of]: left };
}

/** What stays is a receipt: ids, times, hashes, the masked name. */
function delivered(submission: Submission, at: number): Submission {
  const done: Submission = {
    ...submission,
    status: 'delivered',
    deliveredAt: at,
    customerName: submission.maskedName ?? '',
    terms: [],
    simCardNumber: '',
    section: '',
    nextAttemptAt: null,
    bytesLeft: 0,
  };
  const twice = done.maybeTwice.map((name) => `This file may be at the server twice: ${name}`);
  return [...twice, 'Sent'].reduce((row, what) => noted(row, at, what), done);
}

const refused = (
  submission: Submission,
  stepId: StepId,
  at: number,
  message: ServerMessage,
  what: string,
): Submission =>
  noted(
    {
      ...withStep(submission, stepId, (step) => ({
        ...step,
        state: { status: 'rejected', at, message },
      })),
      status: 'rejected',
      nextAttemptAt: null,
    },
    at,
    what,
  );

/** The copy knows a formId before it is used; the step that asked for it has nothing left to do. */
function restored({ formId }: Submission, step: Step, at: number): Step {
  if (step.state.status === 'confirmed' || step.state.status === 'rejected') return step;
  return step.content.call === 'GetInfo' && formId !== null
    ? { ...step, state: { status: 'confirmed', at } }
    : inDoubt(step, at);
}

const inDoubt = (step: Step, since: number): Step => ({
  ...step,
  state: { status: 'inDoubt', since },
  doubted: true,
});

const withStep = (submission: Submission, id: StepId, change: (step: Step) => Step): Submission =>
  withSteps(
    submission,
    submission.steps.map((step) => (step.id === id ? change(step) : step)),
  );

const withSteps = (submission: Submission, steps: readonly Step[]): Submission => ({
  ...submission,
  steps,
  bytesLeft: steps.reduce(
    (sum, { content, state }) =>
      state.status !== 'confirmed' && 'size' in content ? sum + content.size : sum,
    0,
  ),
});

const withName = (
  names: NonNullable<Submission['sentNames']>,
  step: Step | undefined,
): NonNullable<Submission['sentNames']> => {
  if (step === undefined || !isUpload(step.content)) return names;
  const { call, fileName } = step.content;
  const known = names[call] ?? [];
  return known.includes(fileName) ? names : { ...names, [call]: [...known, fileName] };
};

const longestHistory = 100;

/** The same thing said again only moves its moment: a week without signal must not fill the disk. */
function noted(submission: Submission, at: number, what: string): Submission {
  const { history } = submission;
  const earlier = history.at(-1)?.what === what ? history.slice(0, -1) : history;
  return { ...submission, history: [...earlier, { at, what }].slice(-longestHistory) };
}

function stepOf(submission: Submission, id: StepId): Step {
  const step = submission.steps.find((each) => each.id === id);
  if (step === undefined) throw new Error('The submission has no such step.');
  return step;
}

function expect(holds: boolean, submission: Submission, event: SubmissionEvent): void {
  if (!holds)
    throw new Error(`'${event.event}' can't happen to a submission that is ${submission.status}.`);
}

/** The first step that is not confirmed: the only one that may be sent. */
export const nextStep = (submission: Submission): Step | undefined =>
  submission.steps.find((step) => step.state.status !== 'confirmed');

/** Submitted without a formId, and not asking for one just now. */
export const lacksFormId = ({ formId, status, steps }: Submission): boolean =>
  status === 'queued' && formId === null && !steps.some((step) => step.state.status === 'inFlight');

/** Nothing goes out before the second copy is there, so until then a Submit can be taken back. */
export const canUndoSubmit = ({ mirrored, status, steps }: Submission): boolean =>
  status === 'queued' &&
  mirrored === false &&
  !steps.some((step) => step.state.status === 'inFlight');

export const canReturnToDraft = (submission: Submission): boolean =>
  submission.status === 'queued' && submission.everSent !== true;

/** Fencing: an answer counts only for the try that is on record now. */
export function isCurrentAttempt(
  submission: Submission,
  event: Readonly<{ stepId: StepId; attemptId: AttemptId }>,
): boolean {
  const step = submission.steps.find((each) => each.id === event.stepId);
  return (
    submission.status === 'queued' &&
    step?.state.status === 'inFlight' &&
    step.state.attemptId === event.attemptId
  );
}

/**
 * Whether the row has moved on from what a drain's event speaks of: another drain, or a person, came
 * between. Anything else that doesn't fit is a bug, and `advance` throws.
 */
export function isStale(submission: Submission, event: SubmissionEvent): boolean {
  if (submission.status !== 'queued') return true;
  switch (event.event) {
    case 'postponed':
    case 'confirmed':
    case 'rejected':
      return !isCurrentAttempt(submission, event);
    case 'left':
    case 'fileLost':
      return nextStep(submission)?.id !== event.stepId;
    default:
      return false;
  }
}

/** What the server (or this device, for a file) said of the step that was refused. */
export function refusalOf(submission: Submission): ServerMessage | null {
  for (const { state } of submission.steps) if (state.status === 'rejected') return state.message;
  return null;
}

export type StatusWord =
  | 'Draft'
  | 'Waiting to send'
  | 'Sending'
  | 'Needs attention'
  | 'Paused'
  | 'Sent';

/**
 * The one word a list shows. 'Sending' is derived, so that a killed drain leaves no lie.
 * @param drainLive a drain holds an unexpired lease
 */
export function statusWord(
  submission: Submission,
  around: Readonly<{ hold: Hold | null; drainLive: boolean }>,
): StatusWord {
  switch (submission.status) {
    case 'draft':
      return 'Draft';
    case 'delivered':
      return 'Sent';
    case 'rejected':
      return 'Needs attention';
    case 'queued':
      if (around.drainLive && nextStep(submission)?.state.status === 'inFlight') return 'Sending';
      return around.hold !== null && needsPerson(around.hold) ? 'Paused' : 'Waiting to send';
  }
}

/** A person must act; every other hold ends by itself. */
export const needsPerson = (hold: Hold): boolean =>
  hold.reason === 'auth' || hold.reason === 'antiForgery' || hold.reason === 'applicationKey';

/** 'step n of m': n is the one under way, counted from 1. */
export function stepProgress(submission: Submission): Readonly<{ n: number; m: number }> {
  const m = submission.steps.length;
  const done = submission.steps.filter((step) => step.state.status === 'confirmed').length;
  return { n: Math.min(done + 1, m), m };
}
