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

/** Keeps ids, times, hashes, initials and four SIM digits. Drops the documents' ids: an id lets an attacker fetch the document. */
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

/** `attemptId`: the event counts only if the row still has this attempt. */
type OfAttempt = Readonly<{ stepId: StepId; attemptId: AttemptId; at: number }>;

export type SubmissionEvent =
  /** The person pressed Submit, for the first time or after a correction. */
  | Readonly<{
      event: 'submitted';
      at: number;
      formId: FormId | null;
      customerName: string;
      steps: readonly Step[];
    }>
  /** The second copy could not be written, so the Submit is undone. */
  | Readonly<{ event: 'submitUndone'; at: number; before: UndeliveredSubmission }>
  /** `mirrored`: see the column. `edited`: the agent changed a refused form. `changedBack`: the form is as it was sent. */
  | Readonly<{ event: 'mirrored' | 'edited' | 'changedBack' }>
  | Readonly<{ event: 'returnedToDraft'; at: number }>
  /** A correction removed the refused file. All other steps are confirmed, so nothing is left to send. */
  | Readonly<{ event: 'allConfirmed'; at: number }>
  /** A submission without a formId got one from the pool. */
  | Readonly<{ event: 'formIdGiven'; at: number; formId: FormId }>
  /** Stored before the call is made. */
  | Readonly<{ event: 'sendStarted'; stepId: StepId; attemptId: AttemptId; at: number }>
  /** A drain starts. Steps in flight belong to a killed drain, and become in doubt. */
  | Readonly<{ event: 'recovered'; at: number }>
  /** The row was restored from its second copy. The calls made after the copy was written are unknown. */
  | Readonly<{ event: 'restored'; at: number }>
  /** The server has received this much of the file. */
  | Readonly<{
      event: 'uploadCame';
      stepId: StepId;
      attemptId: AttemptId;
      upload: BegunUpload;
      /** True if this attempt sent more bytes than the earlier one. Then the connection works, and `attempts` becomes 0. */
      wentOn: boolean;
    }>
  /** The call got an empty page, and is sent once more. Stored before the second call. */
  | Readonly<{ event: 'doubted'; stepId: StepId; attemptId: AttemptId }>
  | Readonly<{
      event: 'postponed';
      stepId: StepId;
      attemptId: AttemptId;
      at: number;
      nextAttemptAt: number | null;
      why: 'unanswered' | 'serverProblem' | 'notLetIn' | 'interrupted' | 'formIdUsedBefore';
      /** The HTTP status. Absent if the server itself did not answer. */
      httpStatus?: number;
      /** The app itself aborted the call, so the attempt does not count. */
      uncounted?: true;
    }>
  | Readonly<{
      event: 'confirmed';
      stepId: StepId;
      attemptId: AttemptId;
      at: number;
      /** GetInfo only. */
      formId?: FormId;
      /** GetInfo only: the second copy lacks the formId, so the drain tries to write it again before it uses the formId. */
      isNotCopied?: boolean;
      /** Uploads only: `reconcile` made it from the list in the answer. */
      found?: Found;
    }>
  | (OfAttempt & Readonly<{ event: 'rejected'; message: ServerMessage }>)
  /** 'Send the rest': the person says that the server already has the refused content, so the step counts as confirmed. */
  | Readonly<{ event: 'confirmedByHand'; stepId: StepId; at: number }>
  /** The server does not know the formId and confirmed nothing under it. The plan starts again with GetInfo. */
  | (OfAttempt & Readonly<{ event: 'formIdReplaced'; steps: readonly Step[] }>)
  /**
   * The server refuses WebP, so the photo becomes a JPEG in the same transaction. `step` sends the JPEG in place of `stepId`.
   * `attemptId`: the refused attempt. Absent if nothing was sent yet.
   */
  | Readonly<{
      event: 'photoConverted';
      stepId: StepId;
      attemptId?: AttemptId;
      at: number;
      step: Step;
    }>
  /** A file can't be read and has no copy, so the person must add the file again. The file was not sent. */
  | Readonly<{ event: 'fileLost'; stepId: StepId; at: number; message: ServerMessage }>
  /** The work on the submission threw an error of the app or of the disk. `code`: for support; no personal data. */
  | Readonly<{ event: 'faulted'; at: number; code: string; nextAttemptAt: number }>
  /** 'Send now', or the network is back. Waits end, and attempts become 0. `sendsPhotos`: photos may use any connection. */
  | Readonly<{ event: 'waitEnded'; sendsPhotos?: true }>;

/** The result of comparing a documents list with the wanted files: see `sync/drain/reconcile.ts`. */
export type Found = Readonly<{
  of: UploadCall;
  documents: readonly ServerDocument[];
  /** Steps to insert after the confirmed one: removals of surplus copies, then the upload that lists the remaining files. */
  next: readonly Step[];
  maybeTwice: readonly string[];
}>;

/* The parts of `advance` (`submission.ts`), the only function that changes a submission. */

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
        // A late answer never replaces a formId.
        formId: submission.formId ?? event.formId ?? null,
        ...(event.isNotCopied ? { mirrored: false } : {}),
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

/** `mirrored: false` makes the drain write the second copy again. If the WebP was in doubt, the server may have both files. */
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

/** If there are several files of one kind, each gets a number, so that each has its own history entry. */
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

/** Removes the sending slot. After that only the agent can decrypt the submission. */
export const withoutSendingSlot = (submission: QueuedSubmission): QueuedSubmission =>
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
      ...withStep(withoutSendingSlot(submission), stepId, (step) => ({
        ...withoutUpload(step),
        state: { status: 'rejected', at, message },
      })),
      status: 'rejected',
      nextAttemptAt: null,
    },
    at,
    fact,
  );

/** After this many faults in a row the submission needs a person. */
const FAULTS_UNTIL_ATTENTION = 3;

/** Postpones the submission. After the third fault in a row the submission is refused: another attempt would fail too. */
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

/** A step after a restore from the second copy. If the copy has a formId, GetInfo counts as confirmed. Other steps become in doubt. */
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

/** After an answer there is no upload to resume. */
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
