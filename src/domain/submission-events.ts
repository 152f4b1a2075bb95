import type { UploadCall } from './forms/document-kinds.ts';
import type { AttemptId, FormId, StepId } from './ids.ts';
import type { ServerDocument, ServerMessage, Step, Submission } from './submission-types.ts';

/** Everything that can happen to a submission. Moments are ms since 1970. */
export type SubmissionEvent =
  /** The person pressed Submit: first time, or after a correction. */
  | Readonly<{
      event: 'submitted';
      at: number;
      formId: FormId | null;
      customerName: string;
      steps: readonly Step[];
    }>
  /** The second copy could not be written, so nothing was submitted after all. */
  | Readonly<{ event: 'submitUndone'; at: number; before: Submission }>
  | Readonly<{ event: 'mirrored' }>
  | Readonly<{ event: 'returnedToDraft'; at: number }>
  /** Corrected so that nothing is left to send: what was refused is not wanted any more. */
  | Readonly<{ event: 'allConfirmed'; at: number }>
  /** A formId out of the pool, for one that was submitted without. */
  | Readonly<{ event: 'formIdGiven'; at: number; formId: FormId }>
  /** Written before the call leaves. */
  | Readonly<{ event: 'sendStarted'; stepId: StepId; attemptId: AttemptId; at: number }>
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
  /** The server does not know its formId and confirmed nothing under it: the same steps anew, beginning with GetInfo. */
  | Readonly<{
      event: 'formIdReplaced';
      stepId: StepId;
      attemptId: AttemptId;
      at: number;
      steps: readonly Step[];
    }>
  /** A file can't be read and has no copy: a person must take it again. Nothing was sent. */
  | Readonly<{ event: 'fileLost'; stepId: StepId; at: number; message: ServerMessage }>
  /** Working on it threw: a fault of Veld's own, or of the disk's. `code`: for support; no personal data. */
  | Readonly<{ event: 'faulted'; at: number; code: string; nextAttemptAt: number }>
  /** 'Send now', or the network came back: the count of tries starts again. */
  | Readonly<{ event: 'waitEnded' }>;

/** What a documents list taught: see `sync/drain/reconcile.ts`. */
export type Found = Readonly<{
  of: UploadCall;
  documents: readonly ServerDocument[];
  /** Surplus copies to remove, and then a look at what is left: before the step that follows. */
  next: readonly Step[];
  maybeTwice: readonly string[];
}>;
