import { receiptName } from './forms/customer.ts';
import type { UploadCall } from './forms/document-kinds.ts';
import { type HistoryFact, historyWith } from './history.ts';
import type { AttemptId, FormId, StepId } from './ids.ts';
import { localMessage } from './refusals.ts';
import {
  type BegunUpload,
  type DeliveredSubmission,
  isUpload,
  type Personal,
  type QueuedSubmission,
  type Receipt,
  type RejectedSubmission,
  type ServerDocument,
  type ServerMessage,
  type Step,
  type Submission,
  type UndeliveredSubmission,
} from './submission-types.ts';

export const receiptOf = (
  { customerName, simCardNumber }: Personal,
  isBusiness: boolean,
): Receipt => ({
  name: receiptName(customerName, isBusiness),
  simTail: simCardNumber.slice(-4),
});

/** Keeps ids, times, hashes, initials and four digits of the SIM. A document's id would let somebody fetch the document. */
const asReceipt = (
  { keys: _, sentNames: __, personal, ...submission }: UndeliveredSubmission,
  deliveredAt: number,
): DeliveredSubmission => ({
  ...submission,
  status: 'delivered',
  personal: null,
  receipt: receiptOf(personal, submission.isBusiness),
  deliveredAt,
  documents: {},
  section: '',
});

/** Everything that can happen to a submission. Times are ms since 1970. */
export type SubmissionEvent =
  /** The person pressed Submit, the first time or after a correction. */
  | Readonly<{
      event: 'submitted';
      at: number;
      formId: FormId | null;
      customerName: string;
      steps: readonly Step[];
    }>
  /** The second copy could not be written: the Submit is undone. */
  | Readonly<{ event: 'submitUndone'; at: number; before: UndeliveredSubmission }>
  /** The second copy was written and read back. */
  | Readonly<{ event: 'mirrored' }>
  | Readonly<{ event: 'returnedToDraft'; at: number }>
  /** A correction removed the refused file, and all other steps are confirmed: nothing is left to send. */
  | Readonly<{ event: 'allConfirmed'; at: number }>
  /** A submission without a formId got one from the pool. */
  | Readonly<{ event: 'formIdGiven'; at: number; formId: FormId }>
  /** Recorded before the call is made. */
  | Readonly<{ event: 'sendStarted'; stepId: StepId; attemptId: AttemptId; at: number }>
  /** The start of a drain: steps in flight, left behind by a drain that was killed, are put in doubt. */
  | Readonly<{ event: 'recovered'; at: number }>
  /** The row came back from its copy. Nobody knows which calls were made after the copy was written. */
  | Readonly<{ event: 'restored'; at: number }>
  /** The server has received this much of the file. */
  | Readonly<{
      event: 'uploadCame';
      stepId: StepId;
      attemptId: AttemptId;
      upload: BegunUpload;
      /** This attempt sent more than the earlier one, so the connection works. Attempts start at 0 again. */
      wentOn: boolean;
    }>
  | Readonly<{
      event: 'postponed';
      stepId: StepId;
      attemptId: AttemptId;
      at: number;
      nextAttemptAt: number | null;
      /** For the history. */
      why: 'unanswered' | 'serverProblem' | 'notLetIn' | 'interrupted' | 'formIdUsedBefore';
      /** The server's refusal. Absent if the server did not answer the call itself. */
      httpStatus?: number;
      /** The app itself aborted the call: it does not count as an attempt. */
      uncounted?: true;
    }>
  | Readonly<{
      event: 'confirmed';
      stepId: StepId;
      attemptId: AttemptId;
      at: number;
      /** GetInfo only. */
      formId?: FormId;
      /** Uploads only: the result of `reconcile` for the list in the answer. */
      found?: Found;
    }>
  | Readonly<{
      event: 'rejected';
      stepId: StepId;
      attemptId: AttemptId;
      at: number;
      message: ServerMessage;
    }>
  /** 'Send the rest': the person says that the server has what it refused, so the step counts as confirmed. */
  | Readonly<{ event: 'confirmedByHand'; stepId: StepId; at: number }>
  /** The server does not know the formId, and confirmed nothing under it: the plan starts again with GetInfo. */
  | Readonly<{
      event: 'formIdReplaced';
      stepId: StepId;
      attemptId: AttemptId;
      at: number;
      steps: readonly Step[];
    }>
  /**
   * The server refuses WebP, so the photo became a JPEG in the same write. `step` sends the JPEG in place of `stepId`.
   * `attemptId` is the refused attempt. It is absent if nothing was sent yet.
   */
  | Readonly<{
      event: 'photoConverted';
      stepId: StepId;
      attemptId?: AttemptId;
      at: number;
      step: Step;
    }>
  /** A file can't be read and has no copy: the person must add it again. Nothing was sent. */
  | Readonly<{ event: 'fileLost'; stepId: StepId; at: number; message: ServerMessage }>
  /** Working on the submission threw: a fault of the app or of the disk. `code`: for support; no personal data. */
  | Readonly<{ event: 'faulted'; at: number; code: string; nextAttemptAt: number }>
  /** 'Send now', or the network came back: waits end, attempts start at 0. `sendsPhotos`: photos may use any connection. */
  | Readonly<{ event: 'waitEnded'; sendsPhotos?: true }>;

/** The result of comparing a documents list with the wanted files: see `sync/drain/reconcile.ts`. */
export type Found = Readonly<{
  of: UploadCall;
  documents: readonly ServerDocument[];
  /** Steps to insert before the next one: removals of surplus copies, then the upload that lists what is left. */
  next: readonly Step[];
  maybeTwice: readonly string[];
}>;

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
  const next = withHistory(
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

/** Writes the copy again, with the new file. If a WebP attempt got no answer or an error, the server may have it. */
export function photoConverted(
  submission: QueuedSubmission,
  { at, step, stepId }: Extract<SubmissionEvent, { event: 'photoConverted' }>,
): QueuedSubmission {
  const before = stepOf(submission, stepId);
  const steps = submission.steps.map((each) => (each.id === stepId ? step : each));
  const { maybeTwice } = submission;
  const fileName = isUpload(before.content) ? before.content.fileName : '';
  return withHistory(
    {
      ...withSteps(submission, steps),
      mirrored: false,
      nextAttemptAt: null,
      maybeTwice:
        before.doubted !== true || maybeTwice.includes(fileName)
          ? maybeTwice
          : [...maybeTwice, fileName],
    },
    at,
    { what: 'photoConverted' },
  );
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
    (row, fact) => withHistory(row, at, fact),
    done,
  );
}

/** Removes the sending slot. Then only the agent can decrypt a submission that needs attention. */
export const lockToAgent = (submission: QueuedSubmission): QueuedSubmission =>
  submission.keys?.q === undefined ? submission : { ...submission, keys: { p: submission.keys.p } };

export const refused = (
  submission: QueuedSubmission,
  stepId: StepId,
  at: number,
  message: ServerMessage,
  fact: HistoryFact,
): RejectedSubmission =>
  withHistory(
    {
      ...withStep(lockToAgent(submission), stepId, (step) => ({
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

/** Postpones the submission. The third fault in a row refuses it with a message, because another attempt would fail too. */
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
    return withHistory(counted, at, { what: 'faultRetried', fault: code });
  const message = localMessage({ code: 'faulted', fault: code });
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

/** An answered call leaves no upload to resume. */
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

export const withHistory = <S extends Submission>(
  submission: S,
  at: number,
  fact: HistoryFact,
): S => ({
  ...submission,
  history: historyWith(submission.history, at, fact),
});

function stepOf(submission: Submission, id: StepId): Step {
  const step = submission.steps.find((each) => each.id === id);
  if (step === undefined) throw new Error('The submission has no such step.');
  return step;
}
