import { type HistoryFact, historyWith } from './history.ts';
import type { StepId } from './ids.ts';
import { ownMessage } from './own-message.ts';
import { asReceipt } from './receipt.ts';
import { isUpload } from './sent-step.ts';
import type { Found, SubmissionEvent } from './submission-events.ts';
import type {
  DeliveredSubmission,
  QueuedSubmission,
  RejectedSubmission,
  ServerMessage,
  Step,
  Submission,
} from './submission-types.ts';

/* The parts of `advance` (`submission.ts`). Nothing else changes a submission. */

export function confirmed(
  submission: QueuedSubmission,
  event: Extract<SubmissionEvent, { event: 'confirmed' }>,
): Submission {
  const { at, found } = event;
  const steps = submission.steps.flatMap((step) =>
    step.id === event.stepId
      ? [
          { ...withoutUpload(step), state: { status: 'confirmed', at } as const, attempts: 0 },
          ...(found?.next ?? []),
        ]
      : [step],
  );
  const step = stepOf(submission, event.stepId);
  const next = noted(
    withSteps(
      {
        ...submission,
        // A formId is never replaced here, whatever a late answer contains.
        formId: submission.formId ?? event.formId ?? null,
        nextAttemptAt: null,
        documents: documentsAfter(submission, step, found),
        maybeTwice: found?.maybeTwice ?? submission.maybeTwice,
        ...(submission.faults === undefined ? {} : { faults: 0 }),
      },
      steps,
    ),
    at,
    confirmedFact(submission, step),
  );
  return isAllSent(next) ? delivered(next, at) : next;
}

/** Every step is confirmed: nothing is left to send. */
export const isAllSent = ({ steps }: Pick<Submission, 'steps'>): boolean =>
  steps.length > 0 && steps.every(({ state }) => state.status === 'confirmed');

/** Several files of one kind get numbers, so that each has its own entry in the history. */
function confirmedFact({ steps }: QueuedSubmission, step: Step): HistoryFact {
  const { content } = step;
  if (step.isLook === true) return { what: 'filesListed' };
  if (content.call === 'GetInfo') return { what: 'formIdReceived' };
  if (content.call === 'RemoveDocument') return { what: 'fileRemoved' };
  if (!('attachmentId' in content)) return { what: 'formReceived' };
  const { call } = content;
  const same = steps.filter((one) => one.content.call === call && one.isLook !== true);
  const isOneOfMany = isUpload(content) && same.length > 1;
  return isOneOfMany
    ? { what: 'fileReceived', call, number: same.indexOf(step) + 1 }
    : { what: 'fileReceived', call };
}

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

export function delivered(submission: QueuedSubmission, at: number): DeliveredSubmission {
  const done = { ...asReceipt(submission, at), nextAttemptAt: null, bytesLeft: 0 };
  const twice = done.maybeTwice.map((fileName) => ({ what: 'maybeTwice', fileName }) as const);
  return [...twice, { what: 'delivered' } as const].reduce(
    (row, fact) => noted(row, at, fact),
    done,
  );
}

/** What waits for a person is for that person's eyes: nobody else has a way to its key any more. */
export const forItsAgent = (submission: QueuedSubmission): QueuedSubmission =>
  submission.keys?.q === undefined ? submission : { ...submission, keys: { p: submission.keys.p } };

export const refused = (
  submission: QueuedSubmission,
  stepId: StepId,
  at: number,
  message: ServerMessage,
  fact: HistoryFact,
): RejectedSubmission =>
  noted(
    {
      ...withStep(forItsAgent(submission), stepId, (step) => ({
        ...withoutUpload(step),
        state: { status: 'rejected', at, message },
      })),
      status: 'rejected',
      nextAttemptAt: null,
    },
    at,
    fact,
  );

/** After so many faults in a row the submission needs a person's attention. */
const FAULTS_UNTIL_ATTENTION = 3;

/** Puts the submission off. At the third fault in a row it is refused, with a message, as another attempt would fail too. */
export function faulted(
  submission: QueuedSubmission,
  step: Step,
  { at, code, nextAttemptAt }: Extract<SubmissionEvent, { event: 'faulted' }>,
): Submission {
  const faults = (submission.faults ?? 0) + 1;
  const tried = withStep(submission, step.id, (each) => ({
    ...(each.state.status === 'inFlight' ? inDoubt(each, at) : each),
    attempts: each.attempts + 1,
  }));
  const counted = { ...tried, faults, nextAttemptAt };
  if (faults < FAULTS_UNTIL_ATTENTION)
    return noted(counted, at, { what: 'faultRetried', fault: code });
  const message = ownMessage({ code: 'faulted', fault: code });
  return refused({ ...counted, faults: 0 }, step.id, at, message, { what: 'faulted', fault: code });
}

/** A step after the restore from a copy. A copy has its formId before the first use, so GetInfo then counts as confirmed. */
export function restored({ formId }: Submission, step: Step, at: number): Step {
  if (step.state.status === 'confirmed' || step.state.status === 'rejected') return step;
  return step.content.call === 'GetInfo' && formId !== null
    ? { ...step, state: { status: 'confirmed', at } }
    : inDoubt(step, at);
}

export const inDoubt = (step: Step, since: number): Step => ({
  ...step,
  state: { status: 'inDoubt', since },
  doubted: true,
});

/** Its call was answered: there is nothing to go on with. */
const withoutUpload = ({ upload: _, ...step }: Step): Step => step;

export const withStep = <S extends Submission>(
  submission: S,
  id: StepId,
  change: (step: Step) => Step,
): S =>
  withSteps(
    submission,
    submission.steps.map((step) => (step.id === id ? change(step) : step)),
  );

export const withSteps = <S extends Submission>(submission: S, steps: readonly Step[]): S => ({
  ...submission,
  steps,
  bytesLeft: steps.reduce(
    (sum, { content, state }) =>
      state.status !== 'confirmed' && 'size' in content ? sum + content.size : sum,
    0,
  ),
});

export const withName = (
  names: NonNullable<Submission['sentNames']>,
  step: Step | undefined,
): NonNullable<Submission['sentNames']> => {
  if (step === undefined || !isUpload(step.content)) return names;
  const { call, fileName } = step.content;
  const known = names[call] ?? [];
  return known.includes(fileName) ? names : { ...names, [call]: [...known, fileName] };
};

export const noted = <S extends Submission>(submission: S, at: number, fact: HistoryFact): S => ({
  ...submission,
  history: historyWith(submission.history, at, fact),
});

function stepOf(submission: Submission, id: StepId): Step {
  const step = submission.steps.find((each) => each.id === id);
  if (step === undefined) throw new Error('The submission has no such step.');
  return step;
}
