import { documentKinds, type UploadCall } from './forms/document-kinds.ts';
import type { FormCall, FormKind } from './forms/form-kinds.ts';
import type { SentFileCall, SentFileKind } from './forms/sent-files.ts';
import type { KeptHistoryEntry } from './history.ts';
import type {
  AttachmentId,
  AttemptId,
  FormId,
  IdempotencyKey,
  StepId,
  SubmissionId,
} from './ids.ts';

/** Why a submission needs a person, if the server sent no words. The texts are in `messages`. */
export type LocalReason =
  /** The server refused, in a form that the contract does not know. */
  | Readonly<{ code: 'unexpected' }>
  | Readonly<{ code: 'formUnreadable' }>
  /** `name`: the file's name as the screens show it. */
  | Readonly<{ code: 'fileUnreadable'; call: SentFileCall; name: string }>
  | Readonly<{ code: 'faulted'; fault: string }>;

export type StepCall = 'GetInfo' | FormCall | SentFileCall | 'RemoveDocument';

/** A file that the server refused, and the part of the form that shows it. */
export type RefusedFile = Readonly<{
  part: SentFileKind;
  attachmentId: AttachmentId;
}>;

/** The server's message, in the shape of the specification's generic result. Or this device's own reason. */
export type ServerMessage = Readonly<{
  heading: string;
  description: string;
  /** Set if this device made the message. Then `heading` and `description` are empty. */
  reason?: LocalReason;
  /** Field key as the server spelled it, with its messages. */
  modelState: Readonly<Record<string, readonly string[]>>;
  /** HTTP status; 200 when the refusal came in a successful answer. */
  httpStatus: number;
  /** The server's words, if it refused by status alone. `reason` is set too. */
  said?: string;
  /** For support: the refused call, and the id of the answer in the backend's log ('' if there is none). */
  support?: Readonly<{ call: string; requestId: string }>;
  /** The refused file, if the message is about a file. Absent in a step's own message. */
  file?: RefusedFile;
}>;

export type StepState =
  | Readonly<{ status: 'pending' }>
  /** Written durably before the call is made. */
  | Readonly<{ status: 'inFlight'; attemptId: AttemptId; since: number }>
  /** Sent at least once, without an answer that proves that it arrived. */
  | Readonly<{ status: 'inDoubt'; since: number }>
  /** `byHand`: the server refused the step, but the person says that the server has its content. */
  | Readonly<{ status: 'confirmed'; at: number; byHand?: true }>
  | Readonly<{ status: 'rejected'; at: number; message: ServerMessage }>;

/** The content of a step. It never changes: changed content is a new step. */
export type StepContent =
  | Readonly<{ call: 'GetInfo' }>
  | Readonly<{ call: FormCall; sha256: string }>
  | Readonly<{
      call: SentFileCall;
      attachmentId: AttachmentId;
      fileName: string;
      size: number;
      sha256: string;
    }>
  /** `of`: the call that uploaded the document. */
  | Readonly<{ call: 'RemoveDocument'; formFileId: string; fileName: string; of: UploadCall }>;

/** An upload over several requests: the URL for the rest, the bytes that the server has, and all bytes. */
export type BegunUpload = Readonly<{ address: string; came: number; length: number }>;

export type Step = Readonly<{
  id: StepId;
  key: IdempotencyKey;
  content: StepContent;
  state: StepState;
  /** Failed attempts since 'Send now' or the return of the network. They determine the backoff. */
  attempts: number;
  /** The step was in doubt at least once. The server may have processed it more than once. */
  doubted?: true;
  /**
   * A verification upload. After surplus copies of a file were removed, the app sends the file again with the same key. The answer lists
   * the remaining files. If a removal deleted the last copy, this upload replaces it.
   */
  isLook?: true;
  /** How often the server answered the step with 500. */
  serverErrors?: number;
  /** A JPEG in place of a refused WebP. If the server accepts the JPEG, it does not accept WebP. */
  isTrial?: true;
  /** The resumable upload of the step's file. Its address is secret and is never logged. */
  upload?: BegunUpload;
}>;

/** One entry of a `documents` list that the server sent. */
export type ServerDocument = Readonly<{ formFileId: string; name: string }>;

/**
 * The customer's data in the outbox row, apart from form and files. The lists show and search the data. The delivery deletes it.
 */
export type Personal = Readonly<{
  customerName: string;
  /** Lower-case words for the outbox's search: names, SIM and phone numbers. */
  terms: readonly string[];
  /** Normalised SIM card number, for the duplicate warning; empty if unknown. */
  simCardNumber: string;
}>;

/** The facts that distinguish delivered submissions in a list. */
export type Receipt = Readonly<{
  name: string;
  /** The last four digits of the SIM card number. */
  simTail: string;
}>;

/** The names of the secrets for the submission's key, and the sending slot. */
export type SubmissionKeys = Readonly<{
  /** The name of the secret. The submission's key is derived from the agent's key and this secret. */
  p: string;
  /**
   * The sending slot: the submission's key, wrapped with a secret that the worker can read without the agent. Only a queued submission
   * has one.
   */
  q?: Readonly<{ name: string; wrap: Uint8Array<ArrayBuffer> }>;
}>;

/** The facts of a submission in any status, without the customer's data. */
type Facts = Readonly<{
  id: SubmissionId;
  kind: FormKind;
  /** The agent who owns it. Absent in submissions of older builds. */
  agent?: string;
  /** Absent after the delivery, and in unencrypted submissions of older builds. */
  keys?: SubmissionKeys;
  formId: FormId | null;
  /** Creation counter: the order of the outbox does not depend on the clock. */
  sequence: number;
  isBusiness: boolean;
  createdAt: number;
  changedAt: number;
  /** Local calendar day of capture, YYYY-MM-DD: the filter by day. */
  day: string;
  submittedAt: number | null;
  /** For drafts: the number of missing answers, and the section that the person left. */
  missing: number;
  section: string;
  steps: readonly Step[];
  /** The documents known to be on the server, for each kind; empty after delivery. */
  documents: Readonly<Partial<Record<UploadCall, readonly ServerDocument[]>>>;
  /** The earliest time of the next attempt, ms since 1970. Null: at once. */
  nextAttemptAt: number | null;
  /** Names of uploads that may be on the server twice, because the server's lists don't tell. */
  maybeTwice: readonly string[];
  /** Size of the files that are not confirmed yet. */
  bytesLeft: number;
  /** The stored history. `historyEntryOf` reads an entry. */
  history: readonly KeptHistoryEntry[];
  /** At least one call was made, so the submission can't become a draft again. */
  everSent?: true;
  /** The names of all uploads that were ever sent. Only files with these names on the server are ours. */
  sentNames?: Readonly<Partial<Record<UploadCall, readonly string[]>>>;
  /**
   * The identifier of the device whose rescue file contained this submission. The server may have bound the form to that device, so
   * the calls keep that device's identifier. Absent in submissions captured on this device.
   */
  device?: string;
  /** The formId of the returned registration that this one corrects. Absent in other submissions. */
  corrects?: FormId;
  /** How often the submission got a new formId because the server did not know the old one. */
  renumberings?: number;
  /** The person pressed 'Send now', so the photos may use any connection. A new Submit clears this. */
  sendsPhotos?: true;
  /** The agent changed the form after a refusal, so 'Send the rest' would send something else. A new Submit clears this. */
  edited?: true;
  /** How often in a row the work on this submission threw an error. A confirmed step resets it to 0. */
  faults?: number;
  /**
   * True once the second copy (outside IndexedDB) was written and read back, or once the app gave up writing it. Submit gives up unless
   * the disk is full, a file or row is damaged, or the place is late. A drain gives up after one attempt. Absent in a draft.
   */
  mirrored?: boolean;
}>;

type Undelivered<Status extends string> = Facts & Readonly<{ status: Status; personal: Personal }>;

export type DraftSubmission = Undelivered<'draft'>;
export type QueuedSubmission = Undelivered<'queued'>;
export type RejectedSubmission = Undelivered<'rejected'>;
export type UndeliveredSubmission = DraftSubmission | QueuedSubmission | RejectedSubmission;
export type DeliveredSubmission = Facts &
  Readonly<{ status: 'delivered'; personal: null; receipt: Receipt; deliveredAt: number }>;

/** One entry of the outbox, with the data for lists and drains. Form and files are separate. The store decides the stored format. */
export type Submission = UndeliveredSubmission | DeliveredSubmission;
export type SubmissionStatus = Submission['status'];

export type FailedAttemptsSummary = Readonly<{
  tries: number;
  /** The last time, ms since 1970. */
  at: number;
  /** The server's HTTP status at that time. Null if no answer came, or if another program answered. */
  httpStatus: number | null;
}>;

/**
 * Why the whole outbox waits. `auth` (401, 403): a person must act. `formNumber`: the server returned formGuids that it had returned
 * before; only submissions without a formId wait. The drain probes during every hold.
 */
export type Hold = Readonly<{
  reason: 'auth' | 'version' | 'portal' | 'clock' | 'busy' | 'network' | 'formNumber';
  since: number;
  nextProbeAt: number;
  httpStatus: number | null;
  /** Failed probes since `since`. They determine the backoff. */
  tries: number;
}>;

export const isUpload = (
  content: StepContent,
): content is Extract<StepContent, { attachmentId: AttachmentId }> &
  Readonly<{ call: UploadCall }> => documentKinds.some(({ call }) => call === content.call);

export const isFormStep = (
  content: StepContent,
): content is Extract<StepContent, { call: FormCall }> =>
  'sha256' in content && !('attachmentId' in content);

/** Whether the step sends no file. Such a small step need not wait for another submission's photo. */
export const isTextStep = (content: StepContent): boolean => !('attachmentId' in content);

/** How many bytes of the file the server has. 0 without a begun upload. Limited to the file size: the body is a little larger. */
export const receivedBytesOf = ({ content, upload }: Step): number =>
  upload === undefined || !('size' in content) ? 0 : Math.min(upload.came, content.size);
