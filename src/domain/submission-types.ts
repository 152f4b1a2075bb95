import type { UploadCall } from './forms/document-kinds.ts';
import type { FormCall, FormKind } from './forms/form-kinds.ts';
import type { SentFileCall, SentFileKind } from './forms/sent-files.ts';
import type {
  AttachmentId,
  AttemptId,
  FormId,
  IdempotencyKey,
  StepId,
  SubmissionId,
} from './ids.ts';

export type StepCall = 'GetInfo' | FormCall | SentFileCall | 'RemoveDocument';

/** A file of a form that the server refused, and where the form shows it. */
export type RefusedFile = Readonly<{
  part: SentFileKind;
  attachmentId: AttachmentId;
}>;

/** What the server said, in the shape of the specification's generic result. */
export type ServerMessage = Readonly<{
  heading: string;
  description: string;
  /** Field key as the server spelled it, with its messages. */
  modelState: Readonly<Record<string, readonly string[]>>;
  /** HTTP status; 200 when the refusal came in a successful answer. */
  httpStatus: number;
  /** What it said this of, where that was a file. Absent in a step's own message. */
  file?: RefusedFile;
}>;

export type StepState =
  | Readonly<{ status: 'pending' }>
  /** Written, durably, before the call leaves. */
  | Readonly<{ status: 'inFlight'; attemptId: AttemptId; since: number }>
  /** Sent at least once, no answer that proves anything. */
  | Readonly<{ status: 'inDoubt'; since: number }>
  | Readonly<{ status: 'confirmed'; at: number }>
  | Readonly<{ status: 'rejected'; at: number; message: ServerMessage }>;

/** What a step sends. Nothing of it changes once made; changed content is a new step. */
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

export type Step = Readonly<{
  id: StepId;
  key: IdempotencyKey;
  content: StepContent;
  state: StepState;
  /** Tries since the last confirmed step, 'online' or a tap: feeds the backoff. */
  attempts: number;
  /** It was in doubt at least once: the server may have done it more than once. */
  doubted?: true;
  /**
   * It only looks: after surplus copies of a file were removed, the file is sent once more under the key that it was
   * sent with, so that its answer lists what is there now. Where the removal took the last copy, this one replaces it.
   */
  isLook?: true;
}>;

/** One entry of a `documents` list, as the server last sent it. */
export type ServerDocument = Readonly<{ formFileId: string; name: string }>;

export type HistoryEntry = Readonly<{ at: number; what: string }>;

/** draft: may change. queued: submitted. rejected: a person must correct it. delivered: every step confirmed. */
export type SubmissionStatus = 'draft' | 'queued' | 'rejected' | 'delivered';

/**
 * One row of the outbox: what the lists show and what the drain works on. No file bytes; of the form
 * what the lists show and search: name, phone and SIM numbers, until it is delivered.
 */
export type Submission = Readonly<{
  id: SubmissionId;
  kind: FormKind;
  status: SubmissionStatus;
  formId: FormId | null;
  /** Creation counter: the order of the outbox, whatever the clock did. */
  sequence: number;
  /** Full name until delivered, initials after. */
  customerName: string;
  isBusiness: boolean;
  /** Lower-case words for the outbox's search: names, SIM and phone numbers; once delivered what a receipt shows. */
  terms: readonly string[];
  /** Normalised SIM card number, for the duplicate warning; empty where unknown or delivered. */
  simCardNumber: string;
  createdAt: number;
  changedAt: number;
  /** Local calendar day of capture, YYYY-MM-DD: the filter by day. */
  day: string;
  submittedAt: number | null;
  deliveredAt: number | null;
  /** For drafts: how many things are still missing, and in which section the person was. */
  missing: number;
  section: string;
  steps: readonly Step[];
  /** Newest list of each kind that the server sent; none once delivered. */
  documents: Readonly<Partial<Record<UploadCall, readonly ServerDocument[]>>>;
  /** Not before this moment (ms since 1970); null: at once. */
  nextAttemptAt: number | null;
  /** Names of uploads that may be on the server twice and cannot be proved otherwise. */
  maybeTwice: readonly string[];
  /** Bytes of what is not confirmed yet. */
  bytesLeft: number;
  history: readonly HistoryEntry[];
  /** The SIM card number's last four digits, once delivered. */
  simTail?: string;
  /** A call of it has left the device at least once, so it can't go back to being a draft. */
  everSent?: true;
  /** Names of uploads that ever left the device: ours on the server, wanted or not. */
  sentNames?: Readonly<Partial<Record<UploadCall, readonly string[]>>>;
  /**
   * The identifier of the device that it came from in a rescue file. The server knows the form as that device's, so its
   * calls go on in that name. Absent in what was captured here.
   */
  device?: string;
  /** How often it got a new formId because the server did not know the one it had. */
  renumberings?: number;
  /** How often working on it failed for a reason of this device's own, since a step of it was last confirmed. */
  faults?: number;
  /** The copy outside IndexedDB was written and read back. Absent in a draft. */
  mirrored?: boolean;
}>;

/**
 * Why the whole outbox waits. `auth` (401, 403): somebody must act; the others are probed by themselves. `formNumber`: the
 * server gives out form numbers that it gave before; only what has none waits for that.
 */
export type Hold = Readonly<{
  reason: 'auth' | 'version' | 'portal' | 'clock' | 'busy' | 'network' | 'formNumber';
  since: number;
  /** When the outbox tries again by itself. */
  nextProbeAt: number;
  httpStatus: number | null;
  /** Probes that failed since: feeds the backoff. */
  tries: number;
}>;
