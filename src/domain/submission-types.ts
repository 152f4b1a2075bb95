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

/** Why a person must look, where no server said so in words of its own. The texts are in `messages`. */
export type LocalReason =
  /** The server refused, and said nothing that the contract knows. */
  | Readonly<{ code: 'unexpected' }>
  | Readonly<{ code: 'formUnreadable' }>
  /** `name`: as the person knows the file. */
  | Readonly<{ code: 'fileUnreadable'; call: SentFileCall; name: string }>
  /** `fault`: for support; no personal data. */
  | Readonly<{ code: 'faulted'; fault: string }>;

export type StepCall = 'GetInfo' | FormCall | SentFileCall | 'RemoveDocument';

/** A file of a form that the server refused, and where the form shows it. */
export type RefusedFile = Readonly<{
  part: SentFileKind;
  attachmentId: AttachmentId;
}>;

/** The server's message, in the shape of the specification's generic result; or this device's own reason. */
export type ServerMessage = Readonly<{
  heading: string;
  description: string;
  /** Set where the message is this device's own: heading and description are then empty. */
  reason?: LocalReason;
  /** Field key as the server spelled it, with its messages. */
  modelState: Readonly<Record<string, readonly string[]>>;
  /** HTTP status; 200 when the refusal came in a successful answer. */
  httpStatus: number;
  /** The server's own words beside `reason`, if it refused by a status alone. */
  said?: string;
  /** For support: the refused call, and the id by which the backend's log knows the answer ('' for none). */
  support?: Readonly<{ call: string; requestId: string }>;
  /** The refused file, where the message is about one. Absent in a step's own message. */
  file?: RefusedFile;
}>;

export type StepState =
  | Readonly<{ status: 'pending' }>
  /** Written durably before the call is made. */
  | Readonly<{ status: 'inFlight'; attemptId: AttemptId; since: number }>
  /** Sent at least once, without an answer that proves that it arrived. */
  | Readonly<{ status: 'inDoubt'; since: number }>
  /** `byHand`: the server refused it, and the person says that the server has it. */
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
  /** `of` is the kind of call that uploaded it. */
  | Readonly<{ call: 'RemoveDocument'; formFileId: string; fileName: string; of: UploadCall }>;

/** An upload over several requests: where the rest of it goes, how much is there, and how much it is in all. */
export type BegunUpload = Readonly<{ address: string; came: number; length: number }>;

export type Step = Readonly<{
  id: StepId;
  key: IdempotencyKey;
  content: StepContent;
  state: StepState;
  /** Failed attempts since the wait was last ended ('online', 'Send now'): determines the backoff. */
  attempts: number;
  /** It was in doubt at least once: the server may have carried it out more than once. */
  doubted?: true;
  /**
   * A verification upload: after surplus copies of a file were removed, the file is sent again under its own key, so that the answer
   * lists what is left. If a removal took the last copy, this upload replaces it.
   */
  isLook?: true;
  /** How often the server answered 500 to it. */
  serverErrors?: number;
  /** A JPEG in place of a WebP that the server did not take. If it takes this one, it takes no WebP. */
  isTrial?: true;
  /** The resumable upload of its file. The address is a secret like an id, and is never logged. */
  upload?: BegunUpload;
}>;

/** One entry of a `documents` list that the server sent. */
export type ServerDocument = Readonly<{ formFileId: string; name: string }>;

/**
 * The customer's data of a submission, beside form and files. It is shown and searched on this device, and deleted with the delivery.
 */
export type Personal = Readonly<{
  /** Full name. */
  customerName: string;
  /** Lower-case words for the outbox's search: names, SIM and phone numbers. */
  terms: readonly string[];
  /** Normalised SIM card number, for the duplicate warning; empty if unknown. */
  simCardNumber: string;
}>;

/** The facts that distinguish delivered submissions. */
export type Receipt = Readonly<{
  /** Initials; empty where no name was known. */
  name: string;
  /** The last four digits of the SIM card number. */
  simTail: string;
}>;

/** The names of the secrets for the submission's key, and the sending slot. */
export type SubmissionKeys = Readonly<{
  /** The secret that the key comes from, beside its agent's key. */
  p: string;
  /**
   * The sending slot: the submission's key, wrapped with a secret that the worker can read without the agent. Only while it is queued.
   */
  q?: Readonly<{ name: string; wrap: Uint8Array<ArrayBuffer> }>;
}>;

/** The facts of a submission in any status. None is the customer's. */
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
  /** For drafts: how many things are still missing, and in which section the person was. */
  missing: number;
  section: string;
  steps: readonly Step[];
  /** The documents known to be on the server, for each kind; empty after delivery. */
  documents: Readonly<Partial<Record<UploadCall, readonly ServerDocument[]>>>;
  /** Not before this moment (ms since 1970); null: at once. */
  nextAttemptAt: number | null;
  /** Names of uploads that may be on the server twice, where the server's lists can't settle it. */
  maybeTwice: readonly string[];
  /** Size of the files that are not confirmed yet. */
  bytesLeft: number;
  /** The stored history. `historyEntryOf` reads an entry. */
  history: readonly KeptHistoryEntry[];
  /** One of its calls was made at least once, so it can't become a draft again. */
  everSent?: true;
  /** Names of all uploads that were ever sent: these are ours on the server, still wanted or not. */
  sentNames?: Readonly<Partial<Record<UploadCall, readonly string[]>>>;
  /**
   * The identifier of the device whose rescue file this submission came from. The server may have bound the form to that
   * device, so the calls go on under its identifier. Absent in submissions captured here.
   */
  device?: string;
  /** How often it got a new formId because the server did not know the one it had. */
  renumberings?: number;
  /** Its photos go over any link: the person pressed 'Send now' for it. Until it is submitted again. */
  sendsPhotos?: true;
  /** How often in a row working on it threw on this device; 0 again once a step is confirmed. */
  faults?: number;
  /** The copy outside IndexedDB was written and read back. Absent in a draft. */
  mirrored?: boolean;
}>;

type Undelivered<Status extends string> = Facts & Readonly<{ status: Status; personal: Personal }>;

/** It may change. */
export type DraftSubmission = Undelivered<'draft'>;
/** It waits for the server. */
export type QueuedSubmission = Undelivered<'queued'>;
/** A person must correct it. */
export type RejectedSubmission = Undelivered<'rejected'>;
export type UndeliveredSubmission = DraftSubmission | QueuedSubmission | RejectedSubmission;
/** Every step is confirmed. */
export type DeliveredSubmission = Facts &
  Readonly<{ status: 'delivered'; personal: null; receipt: Receipt; deliveredAt: number }>;

/** One entry of the outbox: the data for lists and drains, without form and files. The store decides the stored format. */
export type Submission = UndeliveredSubmission | DeliveredSubmission;
export type SubmissionStatus = Submission['status'];

/** The failed attempts since the last delivery. */
export type FailedAttemptsSummary = Readonly<{
  tries: number;
  /** The last time, ms since 1970. */
  at: number;
  /** The server's status code then. Null: no answer, or another program's. */
  httpStatus: number | null;
}>;

/**
 * Why the whole outbox waits. `auth` (401, 403): a person must act; all holds are probed from time to time. `formNumber`: the
 * server returned formGuids that it had returned before; only submissions without a formId wait for that.
 */
export type Hold = Readonly<{
  reason: 'auth' | 'version' | 'portal' | 'clock' | 'busy' | 'network' | 'formNumber';
  since: number;
  /** When one step is tried again, ms since 1970. */
  nextProbeAt: number;
  httpStatus: number | null;
  /** Probes that failed since then: determines the backoff. */
  tries: number;
}>;

/** Whether the step sends a document. */
export const isUpload = (
  content: StepContent,
): content is Extract<StepContent, { attachmentId: AttachmentId }> &
  Readonly<{ call: UploadCall }> => documentKinds.some(({ call }) => call === content.call);

/** Whether the step is RegisterSim or ReplaceSim. */
export const isFormStep = (
  content: StepContent,
): content is Extract<StepContent, { call: FormCall }> =>
  'sha256' in content && !('attachmentId' in content);

/** Whether the step sends no file: such a small step need not wait for another submission's photo. */
export const isTextStep = (content: StepContent): boolean => !('attachmentId' in content);

/** How much of its file the server has, where it goes in pieces; 0 where none is known. The body has some bytes more than the file. */
export const resultOf = ({ content, upload }: Step): number =>
  upload === undefined || !('size' in content) ? 0 : Math.min(upload.came, content.size);
