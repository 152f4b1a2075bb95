import type { BeginFacts } from '../../domain/announced.ts';
import type { AttachmentId, FormId, SubmissionId } from '../../domain/ids.ts';
import type { PhotoPolicy } from '../../domain/photo-sending.ts';
import type { ResumeSupport } from '../../domain/resume-support.ts';
import type { SubmissionEvent } from '../../domain/submission-changes.ts';
import type {
  DraftSubmission,
  FailedAttemptsSummary,
  Hold,
  QueuedSubmission,
  RejectedSubmission,
  Submission,
  SubmissionKeys,
} from '../../domain/submission-types.ts';
import type { VerdictItem } from '../../domain/verdict.ts';
import type { Secret } from '../../seal/secrets.ts';
import type { Contents, OpenContents, StoredContents } from '../format/contents.ts';
import type { AgentRow, AttachmentRow, DraftRow, PayloadRow } from '../format/rows.ts';
import type { StoredSubmission } from '../format/submission-row.ts';
import type { KeyedRow } from '../keys/key-store.ts';

export type FreezeRequest = Readonly<{
  id: SubmissionId;
  /** The revision of the checked draft. Another tab may have saved a newer revision. */
  revision: number;
  /** The ids of the checked files. If the stored files differ, the result is `changed`. */
  attachments: readonly AttachmentId[];
  payload: PayloadRow;
  /** The new signature, which replaces the stored one. Null keeps the stored signature. */
  signature: Readonly<{ row: AttachmentRow; bytes: Blob }> | null;
  /** Returns the submission after Submit. Pure. `formId`: the result of `formIdToSubmit`. */
  freeze: (row: BeforeSubmit, formId: FormId | null) => Submission;
}>;

export type BeforeSubmit = DraftSubmission | RejectedSubmission;

export type FreezeResult =
  | Readonly<{ status: 'frozen'; submission: Submission; before: BeforeSubmit }>
  /** The draft or its files have changed since the check. */
  | Readonly<{ status: 'changed' }>
  | Readonly<{ status: 'alreadySubmitted' }>
  | Readonly<{ status: 'gone' }>;

export type Recorded =
  | Readonly<{ status: 'recorded'; submission: Submission }>
  /** `fenced`: another drain has the lease, so this one must stop. `stale`: the row changed first, and nothing was written. */
  | Readonly<{ status: 'fenced' | 'stale' | 'gone' }>;

/** `unreadable`: this version can't read the row. The row stays unchanged. */
export type Changed =
  | Readonly<{ status: 'changed'; submission: Submission }>
  | Readonly<{ status: 'refused'; submission: Submission }>
  | Readonly<{ status: 'unreadable' | 'gone' }>;

/**
 * The name of one drain. A write of a drain passes this name, and is refused if another drain has the lease. `src/sync/README.md` lists
 * the writes without a name, and says why they are safe.
 */
export type LeaseOwner = string;

/** Facts about the backend that a drain learned from any submission. */
export type BackendCapabilities = Readonly<{
  /** The backend's document lists contain our file names. */
  listsNames: boolean;
  /** The backend's document lists contain all documents of the kind, not only the file of the call. */
  listsAll: boolean;
  /** The backend refused a WebP. From then on the app takes photos as JPEG. */
  refusesWebp?: true;
}>;

export type SubmissionReads = Readonly<{
  /** Returns the decrypted submission. 'unreadable': this version can't read the row, or its key is lost or locked. */
  submission: (id: SubmissionId) => Promise<Submission | 'unreadable' | undefined>;
  /** True if the key is lost: every secret storage answered, and none has the secret. */
  isKeyLost: (id: SubmissionId) => Promise<boolean>;
  /** Returns the stored row without decrypting. */
  row: (id: SubmissionId) => Promise<StoredSubmission | undefined>;
  /** Returns all decrypted data. 'unreadable': this version can't read the row or its form, or the key is lost or locked. */
  contents: (id: SubmissionId) => Promise<OpenContents | 'unreadable' | undefined>;
  /** True if only the agent's own key can still open this submission, because the sending key is lost. */
  isLocked: (submission: Submission) => Promise<boolean>;
  /** Decrypts a second copy without the database. Call `loadAgentsOfCopy` before. */
  openedCopy: (contents: Contents) => Promise<OpenContents | 'unreadable'>;
  /** Returns the stored, encrypted rows, for second copies. */
  storedContents: (id: SubmissionId) => Promise<StoredContents | undefined>;
  /** True if all rows decrypt, or if the key is not available. Damaged rows must not go into a second copy. */
  isReadable: (contents: StoredContents) => Promise<boolean>;
  /** Returns the decrypted payload. Returns undefined if it is missing or does not decrypt. */
  payload: (id: SubmissionId) => Promise<PayloadRow | undefined>;
  /** All readable submissions that wait for the server, oldest first. The customer's data stays encrypted. */
  queued: () => Promise<readonly QueuedSubmission[]>;
  /** The ids of all undelivered submissions, including drafts. */
  undelivered: () => Promise<readonly SubmissionId[]>;
  /** The ids of undelivered submissions, without those of other agents. The ids of all agents' while nobody has unlocked the page. */
  ownUndelivered: () => Promise<readonly SubmissionId[]>;
  /**
   * True if this page is unlocked and the submission or second copy belongs to another agent. If the database does not open, call
   * `loadAgentsOfCopy` before.
   */
  belongsToOther: (submission: Readonly<{ agent?: unknown }>) => Promise<boolean>;
}>;

/** The id and the name of a file, from its row or from the step that sends it. */
export type WantedFile = Pick<AttachmentRow, 'id' | 'fileName'>;

export type FileBytes = Readonly<{
  /** Returns the stored, encrypted bytes. Returns undefined if they are missing. Reading the Blob may still fail. */
  bytes: (id: AttachmentId) => Promise<Blob | undefined>;
  /** Writes lost bytes again. Writes nothing if the file's row names other bytes: a drain may have made a JPEG of a WebP. */
  putBytes: (id: AttachmentId, bytes: Blob) => Promise<void>;
  /**
   * Decrypts a file's bytes. Returns undefined if the bytes do not decrypt or are unreadable. Rejects if a secret storage fails; a later
   * call may succeed.
   */
  openedBytes: (of: KeyedRow, file: WantedFile, bytes: Blob) => Promise<Blob | undefined>;
}>;

/** Pure. Gets the current row. Returns null to refuse the change. */
type Decide = (row: Submission) => SubmissionEvent | null;

export type ChangePort = Readonly<{
  /** Changes a submission by an event. */
  change: (id: SubmissionId, decide: Decide) => Promise<Changed>;
}>;

/** A person's changes. */
export type SubmitPort = ChangePort &
  Readonly<{
    /** Queues a draft or a refused submission, with a formId. */
    freeze: (request: FreezeRequest) => Promise<FreezeResult>;
    /**
     * Like `change`, for an event that queues a refused submission again. The same write creates a sending slot. Also returns `unreadable`
     * if the key is not available.
     */
    queueAgain: (id: SubmissionId, decide: Decide) => Promise<Changed>;
    /** Stores the message that the form shows during the correction. */
    showServerMessage: (id: SubmissionId, message: DraftRow['serverMessage']) => Promise<void>;
    /** Deletes all data of the submission, if `allowed` (pure) accepts the current row. */
    remove: (
      id: SubmissionId,
      allowed: (row: StoredSubmission) => boolean,
    ) => Promise<'removed' | 'refused' | 'gone'>;
  }>;

/** The agents whose keys decrypt the store's rows. */
export type Agents = Readonly<{
  agents: () => Promise<readonly AgentRow[]>;
  /** Uses agents from second copies, in this page or worker only. Does not read the database, because it may not open. */
  loadAgentsOfCopy: (agents: readonly AgentRow[]) => Promise<void>;
  saveMissingAgents: (agents: readonly AgentRow[]) => Promise<void>;
}>;

export type SecretUpkeep = Readonly<{
  secretsToDelete: () => Promise<readonly string[]>;
  /** Deletes the secret from every storage, unless it is in use again. After a failure it stays marked for deletion. */
  deleteSecret: (name: string) => Promise<void>;
  /** Changes the state of a secret from `dying` (marked for deletion) to `stranger` (unknown). */
  markUnknown: (name: string, now: number) => Promise<void>;
  /**
   * Finds secrets that no row and no agent needs and that `mentioned` does not name. The first call marks them as unknown. A call one day
   * later deletes them. Call it only after a complete repair: after a wipe, needed secrets look unknown.
   */
  deleteUnknownSecrets: (mentioned: ReadonlySet<string>, now: number) => Promise<void>;
  /** Copies used and available secrets, and those named `others`, to the storages that lack them. */
  copyToMissing: (others: readonly string[]) => Promise<void>;
}>;

export type EncryptOldRowsPort = Readonly<{
  /** The ids of unencrypted, undelivered submissions. */
  unencryptedIds: () => Promise<readonly SubmissionId[]>;
  /**
   * Encrypts a submission in one write. `changed`: another write changed the row first, or a later version wrote the row. Then nothing
   * was written. @param files the plain bytes, without lost files
   */
  encryptOldRow: (
    stored: StoredContents,
    files: ReadonlyMap<AttachmentId, Blob>,
  ) => Promise<'sealed' | 'changed'>;
}>;

/** `closed`: the key is missing, or the row is unencrypted or deleted. `whole`: no row is damaged, or the copy has no better row. */
export type RowsRepaired = 'whole' | 'damaged' | 'repaired' | 'closed';

/** Replaces damaged rows from the second copy. */
export type RepairPort = Readonly<{
  /** Repairs the rows in one write. @param copy null: only checks the rows, and returns `damaged` if one does not decrypt */
  repairRows: (id: SubmissionId, copy: StoredContents | null) => Promise<RowsRepaired>;
}>;

/** The bytes of a submission's files, by the file's id. */
type Files = ReadonlyMap<AttachmentId, Blob>;

/** Restores lost submissions from second copies. */
export type RestorePort = Readonly<{
  /** Writes an encrypted submission that is missing in the database. Returns `present`, without a write, if its row exists. */
  restore: (contents: Contents, files: Files) => Promise<'restored' | 'present'>;
  /** Deletes bytes of files without an attachment row. Returns the number of deleted files. */
  deleteOrphanedBlobs: () => Promise<number>;
}>;

/** Restores deleted submissions, and reads those of a rescue file. */
export type UndoPort = Readonly<{
  /** Encrypts an unencrypted submission and its files. Returns null if a later version wrote the form. */
  sealed: (
    contents: Contents,
    files: Files,
  ) => Promise<Readonly<{ contents: Contents; files: Files }> | null>;
  /** Returns the secrets that the submission's key needs, so that an undo can restore them together with the deleted submission. */
  secretsInUse: (keys: SubmissionKeys | undefined) => Promise<readonly Secret[]>;
  /** Stores deleted secrets again. Call it before `restore`. Returns false if no storage accepts one of them. */
  restoreSecrets: (secrets: readonly Secret[]) => Promise<boolean>;
  /** Like `restore`, for a deleted submission. Returns `corrected`, without a write, if the person has begun another correction. */
  undoRemoval: (contents: Contents, files: Files) => Promise<'restored' | 'present' | 'corrected'>;
  /** The submissions that this phone delivered, also those without a receipt. Forms that older builds delivered are not among them. */
  deliveredIds: () => Promise<ReadonlySet<SubmissionId>>;
}>;

export type PhotoConverted = Extract<SubmissionEvent, { event: 'photoConverted' }>;

/** The results that a drain records. */
export type RecordPort = Readonly<{
  /** Records an event. For a delivery, the same write deletes all data except the receipt. */
  record: (owner: LeaseOwner, id: SubmissionId, event: SubmissionEvent) => Promise<Recorded>;
  /**
   * Records that a photo became a JPEG, and stores the JPEG in place of the WebP, with the same id. Also returns `stale` if the key is
   * not available, or if the file was removed.
   */
  recordConverted: (
    owner: LeaseOwner,
    id: SubmissionId,
    event: PhotoConverted,
    jpeg: Blob,
  ) => Promise<Recorded>;
  /** Call it at a drain's start. Steps in flight become in doubt. Returns the queued submissions. */
  recover: (owner: LeaseOwner, at: number) => Promise<readonly QueuedSubmission[]>;
}>;

/** The right to be the only drain. */
export type Leases = Readonly<{
  /**
   * Takes the lease. Returns false if another drain has an unexpired lease, unless that drain is known to be dead (`isAlone`). If the old
   * owner still runs, its writes are refused.
   */
  acquireLease: (
    owner: LeaseOwner,
    now: number,
    length: number,
    isAlone: boolean,
  ) => Promise<boolean>;
  renewLease: (owner: LeaseOwner, now: number, length: number) => Promise<boolean>;
  releaseLease: (owner: LeaseOwner) => Promise<void>;
}>;

export type OutboxState = Readonly<{
  hold: () => Promise<Hold | null>;
  /** Stores the result of `change`, which is called within the transaction and must not wait. Returns the result. */
  changeHold: (change: (stored: Hold | null) => Hold | null) => Promise<Hold | null>;
  /** Counts a failed attempt. The outbox shows the count. The next delivery resets it. */
  failedAttempts: (last: Omit<FailedAttemptsSummary, 'tries'>) => Promise<void>;
  capabilities: () => Promise<BackendCapabilities>;
  setCapabilities: (capabilities: BackendCapabilities) => Promise<void>;
  /** Whether the backend accepts resumable uploads. Null if the app has not asked yet. */
  resumeSupport: () => Promise<ResumeSupport | null>;
  setResumeSupport: (support: ResumeSupport) => Promise<void>;
  /** The person's choice of when to send photos. */
  photoPolicy: () => Promise<PhotoPolicy>;
}>;

export type FormIds = Readonly<{
  /** Gives a submission a formId from the pool. Returns false if the submission has one, or if the pool is empty. */
  giveFormId: (id: SubmissionId, at: number) => Promise<boolean>;
  /**
   * Assigns a new formId of the server to a submission. Returns false if the phone received the formId before: it may be another
   * customer's. The phone stores every formId that it ever received.
   */
  claimFormId: (formId: FormId, by: SubmissionId) => Promise<boolean>;
  /** The number of unused formIds in the pool that are less than a day old at `now`. */
  poolSize: (now: number) => Promise<number>;
  /** Adds a new formId of the server to the pool. Returns false if the phone received it before. */
  addToPool: (formId: FormId, now: number) => Promise<boolean>;
}>;

/** One page of verdicts, and where the reading goes on. */
export type ReadPage = Readonly<{
  /** The device identifier of the call. */
  device: string;
  items: readonly VerdictItem[];
  /** The cursor for the next page or reading. */
  after: string;
  /** True if the page belongs to a reading that began without a cursor. */
  isWhole: boolean;
  /** True if this reading ends with this page. */
  isLast: boolean;
  /** Set if the page was read under the identifier of imported forms. */
  isImported?: true;
  /** The server's clock. Null if unknown; then nothing is deleted for its age. */
  now: number | null;
  heardAt: number;
}>;

type BegunReading = Pick<ReadPage, 'after' | 'isWhole'> &
  Readonly<{ others: readonly Pick<ReadPage, 'after' | 'device'>[] }>;

/** The operator's verdicts on delivered registrations. They never change a submission. */
export type Verdicts = Readonly<{
  /**
   * `readAt`: when verdicts were last asked for. `lacksVerdict`: true if a form that was delivered in the last 14 days has no final
   * verdict. Imported forms do not count.
   */
  verdictTimes: (
    now: number,
  ) => Promise<Readonly<{ readAt: number | null; lacksVerdict: boolean; begin: BeginFacts }>>;
  /**
   * Records that a reading begins now. Returns its cursor, '' for the first one and once a week. Returns null if another drain began
   * a reading since `readAt`. `others`: at most three identifiers of imported forms whose verdicts are due, each with its cursor.
   */
  beginReading: (
    device: string,
    now: number,
    readAt: number | null,
  ) => Promise<BegunReading | null>;
  /** Records that the reading that began at `begunAt` got no answer: the time of the last reading is `readAt` again. */
  undoReading: (begunAt: number, readAt: number | null) => Promise<void>;
  /** Stores a page with its cursor and times, in one transaction. So a kill repeats a page, and never skips one. */
  saveVerdicts: (page: ReadPage) => Promise<void>;
}>;

/** A token, stored in the database and outside. If the database lacks it, it was wiped. `restored`: the report for the agent. */
export type Sentinel = Readonly<{
  sentinel: () => Promise<string | null>;
  setSentinel: (sentinel: string, restored?: readonly SubmissionId[]) => Promise<void>;
}>;

/** The ports that a drain and the repair use, in a page and in the worker. */
export type SendingStore = SubmissionReads &
  FileBytes &
  ChangePort &
  RestorePort &
  RepairPort &
  SecretUpkeep &
  RecordPort &
  Leases &
  OutboxState &
  FormIds &
  Verdicts &
  Agents &
  Sentinel;

export type OutboxStore = SendingStore & SubmitPort & UndoPort & EncryptOldRowsPort;
