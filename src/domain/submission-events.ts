import type { UploadCall } from './forms/document-kinds.ts';
import type { AttemptId, FormId, StepId } from './ids.ts';
import type {
  BegunUpload,
  ServerDocument,
  ServerMessage,
  Step,
  UndeliveredSubmission,
} from './submission-types.ts';

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
  /** The row was restored from its copy: what was sent after the copy was written is not known. */
  | Readonly<{ event: 'restored'; at: number }>
  /** The call under way has brought so much of its file. */
  | Readonly<{
      event: 'uploadCame';
      stepId: StepId;
      attemptId: AttemptId;
      upload: BegunUpload;
      /** More than an earlier try had brought: the link works, if not for long, and tries are counted from 0 again. */
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
      /** What the server answered instead of taking it; absent where nothing, or something else, answered. */
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
  /** The server does not know the formId, and confirmed nothing under it: the plan starts again with GetInfo. */
  | Readonly<{
      event: 'formIdReplaced';
      stepId: StepId;
      attemptId: AttemptId;
      at: number;
      steps: readonly Step[];
    }>
  /** A file can't be read and has no copy: the person must add it again. Nothing was sent. */
  | Readonly<{ event: 'fileLost'; stepId: StepId; at: number; message: ServerMessage }>
  /** Working on the submission threw: a fault of the app or of the disk. `code`: for support; no personal data. */
  | Readonly<{ event: 'faulted'; at: number; code: string; nextAttemptAt: number }>
  /**
   * 'Send now', or the network came back: waits end, and attempts are counted from 0 again. `sendsPhotos`: the person wants its photos
   * to go over any link.
   */
  | Readonly<{ event: 'waitEnded'; sendsPhotos?: true }>;

/** What a documents list showed: see `sync/drain/reconcile.ts`. */
export type Found = Readonly<{
  of: UploadCall;
  documents: readonly ServerDocument[];
  /** Steps to insert before the next one: removals of surplus copies, then the upload that lists what is left. */
  next: readonly Step[];
  maybeTwice: readonly string[];
}>;
