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
import type { Secret } from '../../seal/secrets.ts';
import type { Contents, OpenContents, StoredContents } from '../format/contents.ts';
import type { AgentRow, AttachmentRow, DraftRow, PayloadRow } from '../format/rows.ts';
import type { StoredSubmission } from '../format/submission-row.ts';
import type { KeyedRow } from '../keys/key-store.ts';

export type FreezeRequest = Readonly<{
  id: SubmissionId;
  /** The revision of the draft that was checked. Another tab may have saved a newer one. */
  revision: number;
  /** The files that were checked. A file added or removed since must be noticed. */
  attachments: readonly AttachmentId[];
  payload: PayloadRow;
  /** A new signature replaces the stored one; null keeps it. */
  signature: Readonly<{ row: AttachmentRow; bytes: Blob }> | null;
  /** Pure: the row after Submit. `formId`: as `formIdToSubmit` says. */
  freeze: (row: BeforeSubmit, formId: FormId | null) => Submission;
}>;

/** A submission that may be submitted. */
export type BeforeSubmit = DraftSubmission | RejectedSubmission;

export type FreezeResult =
  | Readonly<{ status: 'frozen'; submission: Submission; before: BeforeSubmit }>
  | Readonly<{ status: 'alreadySubmitted' }>
  /** The draft or its files have changed since the check. */
  | Readonly<{ status: 'changed' }>
  | Readonly<{ status: 'gone' }>;

export type Recorded =
  | Readonly<{ status: 'recorded'; submission: Submission }>
  /** Another drain has the lease, so this one must stop. */
  | Readonly<{ status: 'fenced' }>
  /** The row has changed since, by a person or another attempt. Nothing was written. */
  | Readonly<{ status: 'stale' }>
  | Readonly<{ status: 'gone' }>;

/** `unreadable`: this version cannot read the row, which stays unchanged. */
export type Changed =
  | Readonly<{ status: 'changed'; submission: Submission }>
  | Readonly<{ status: 'refused'; submission: Submission }>
  | Readonly<{ status: 'unreadable' | 'gone' }>;

/**
 * The name of one drain. Writes that record what was sent include it, and are refused once another drain has the lease.
 * `src/sync/README.md` says which writes do not, and why that is safe.
 */
export type LeaseOwner = string;

/** Facts about the backend that a drain learned from any submission. */
export type BackendCapabilities = Readonly<{
  /** Its documents lists carry our file names. */
  listsNames: boolean;
  /** Its documents lists hold every document of the kind on the form, not only the call's own. */
  listsAll: boolean;
  /** It refused a WebP: photos are taken as JPEG from then on. */
  refusesWebp?: true;
}>;

/*
 * The outbox as sync uses it, split by purpose. A function takes only the ports that it uses. Each function is one transaction: all or
 * nothing, and its result is on the disk.
 */

export type SubmissionReads = Readonly<{
  /** Decrypted. 'unreadable': this version cannot read the row, or its key is lost. */
  submission: (id: SubmissionId) => Promise<Submission | 'unreadable' | undefined>;
  /** True if the key is lost: every secret storage answered, and none has the secret. */
  isKeyLost: (id: SubmissionId) => Promise<boolean>;
  /** The stored row, for callers that need no key. */
  row: (id: SubmissionId) => Promise<StoredSubmission | undefined>;
  /** Decrypted. 'unreadable': this version cannot read the row or its form, or their key is lost. */
  contents: (id: SubmissionId) => Promise<OpenContents | 'unreadable' | undefined>;
  /** True if only the agent's own key can still open this submission, because the sending key is lost. */
  isLocked: (submission: Submission) => Promise<boolean>;
  /** Decrypts a copy without the database. `loadAgentsOfCopy` must have loaded its agents. */
  openedCopy: (contents: Contents) => Promise<OpenContents | 'unreadable'>;
  /** The stored rows, encrypted, for copies. */
  storedContents: (id: SubmissionId) => Promise<StoredContents | undefined>;
  /** True if every row with an available key decrypts. Damaged rows must not go into a copy. */
  isReadable: (contents: StoredContents) => Promise<boolean>;
  /** Decrypted. Undefined if it is missing or does not decrypt. */
  payload: (id: SubmissionId) => Promise<PayloadRow | undefined>;
  /** All submissions that wait for the server, oldest first. Unreadable rows are left out. The customers stay encrypted. */
  queued: () => Promise<readonly QueuedSubmission[]>;
  /** The ids of everything that is not delivered, drafts included. */
  undelivered: () => Promise<readonly SubmissionId[]>;
  /** The same without other agents' submissions, for the agent who unlocked this page. */
  ownUndelivered: () => Promise<readonly SubmissionId[]>;
  /**
   * True if this page is unlocked and the submission or copy belongs to another agent. Without the database, `loadAgentsOfCopy` must have
   * loaded the agents.
   */
  belongsToOther: (submission: Readonly<{ agent?: unknown }>) => Promise<boolean>;
}>;

/** A file, named by its row or by the step that sends it. */
export type WantedFile = Pick<AttachmentRow, 'id' | 'fileName'>;

export type FileBytes = Readonly<{
  /** The stored bytes, encrypted; undefined if they are missing. Reading the Blob may still fail. */
  bytes: (id: AttachmentId) => Promise<Blob | undefined>;
  /** Stores encrypted bytes. */
  putBytes: (id: AttachmentId, bytes: Blob) => Promise<void>;
  /**
   * Decrypts a file's bytes. Returns undefined if decryption fails or the bytes are missing. Rejects if a secret storage failed; a
   * later call may succeed.
   */
  openedBytes: (of: KeyedRow, file: WantedFile, bytes: Blob) => Promise<Blob | undefined>;
}>;

/** The changes that a person makes. */
export type SubmitPort = Readonly<{
  /** Queues a draft or a refused submission, with a formId. */
  freeze: (request: FreezeRequest) => Promise<FreezeResult>;
  /** `decide` is pure and gets the current row. It returns null to refuse. */
  change: (
    id: SubmissionId,
    decide: (row: Submission) => SubmissionEvent | null,
  ) => Promise<Changed>;
  /**
   * As `change`, for an event that queues a refused submission again. The same write creates a sending slot. `unreadable`: also if its key is
   * not available here.
   */
  queueAgain: (
    id: SubmissionId,
    decide: (row: Submission) => SubmissionEvent | null,
  ) => Promise<Changed>;
  /** The message that the form shows during the correction. */
  showServerMessage: (id: SubmissionId, message: DraftRow['serverMessage']) => Promise<void>;
  /** Deletes everything of the submission, if `allowed` (pure) accepts the current row. */
  remove: (
    id: SubmissionId,
    allowed: (row: StoredSubmission) => boolean,
  ) => Promise<'removed' | 'refused' | 'gone'>;
}>;

/** The agents whose keys decrypt the store's rows. */
export type Agents = Readonly<{
  agents: () => Promise<readonly AgentRow[]>;
  /** Loads the agents' keys from second copies, for this page or worker only. Does not read the database, because it may not open. */
  loadAgentsOfCopy: (agents: readonly AgentRow[]) => Promise<void>;
  /** Stores agents that are missing here, and marks their secrets as used. */
  saveMissingAgents: (agents: readonly AgentRow[]) => Promise<void>;
}>;

/** The secrets from which all keys are derived. */
export type SecretUpkeep = Readonly<{
  /** The names of the secrets that are marked for deletion. */
  secretsToDelete: () => Promise<readonly string[]>;
  /**
   * Deletes the secret from every storage location, unless it is in use again. If a deletion fails, it stays marked for deletion and
   * is retried.
   */
  unlink: (name: string) => Promise<void>;
  /** Changes the state of a secret from `dying` to `stranger`. */
  markUnknown: (name: string, now: number) => Promise<void>;
  /**
   * Finds secrets that no row, no agent and no name in `mentioned` uses. The first call marks them unknown. A call one day later
   * deletes them. Call it only after a complete repair: after a wipe, needed secrets look unknown.
   */
  deleteUnknownSecrets: (mentioned: ReadonlySet<string>, now: number) => Promise<void>;
  /** Copies used secrets to the storages that lack them. */
  copyToMissing: () => Promise<void>;
}>;

/** Encrypts rows of older builds. */
export type EncryptOldRowsPort = Readonly<{
  /** The ids of unencrypted, undelivered submissions. */
  unencryptedIds: () => Promise<readonly SubmissionId[]>;
  /**
   * Encrypts a submission in one write. `changed`: the row has changed since, or a later version wrote it; nothing was written.
   * @param files the plain bytes, without lost files
   */
  encryptOldRow: (
    stored: StoredContents,
    files: ReadonlyMap<AttachmentId, Blob>,
  ) => Promise<'sealed' | 'changed'>;
}>;

/** `closed`: no key here, or the row is unencrypted or deleted. `whole`: nothing to repair, or the copy has no better row. */
export type RowsRepaired = 'whole' | 'damaged' | 'mended' | 'closed';

/** Replaces damaged rows from the second copy. */
export type RepairPort = Readonly<{
  /** Repairs in one write. @param copy null: only checks, and returns `damaged` if a row with an available key does not decrypt */
  repairRows: (id: SubmissionId, copy: StoredContents | null) => Promise<RowsRepaired>;
}>;

/** Restores submissions that were lost or deleted. */
export type RestorePort = Readonly<{
  /** Encrypts a whole unencrypted submission and its files. Returns null if a later version wrote its form. */
  sealed: (
    contents: Contents,
    files: ReadonlyMap<AttachmentId, Blob>,
  ) => Promise<Readonly<{ contents: Contents; files: ReadonlyMap<AttachmentId, Blob> }> | null>;
  /**
   * The secrets that the submission's key needs. They are restored together with the submission and are marked for deletion with it.
   */
  secretsInUse: (keys: SubmissionKeys | undefined) => Promise<readonly Secret[]>;
  /** Call it before `restore`. Returns false if no storage accepts the secrets: then nobody could decrypt the submission. */
  restoreSecrets: (secrets: readonly Secret[]) => Promise<boolean>;
  /** Writes an encrypted submission that is missing here. An existing row stays unchanged. */
  restore: (
    contents: Contents,
    files: ReadonlyMap<AttachmentId, Blob>,
  ) => Promise<'restored' | 'present'>;
  /** Deletes bytes without an attachment. Returns how many. */
  deleteOrphanedBlobs: () => Promise<number>;
}>;

export type PhotoConverted = Extract<SubmissionEvent, { event: 'photoConverted' }>;

/** The results that a drain records. */
export type RecordPort = Readonly<{
  /** A delivery deletes everything but the receipt in the same write. */
  record: (owner: LeaseOwner, id: SubmissionId, event: SubmissionEvent) => Promise<Recorded>;
  /**
   * Records that a photo became a JPEG, and stores it in place of the WebP, under the same id. `stale`: also if the key is not
   * available here, or if the file was removed.
   */
  recordConverted: (
    owner: LeaseOwner,
    id: SubmissionId,
    event: PhotoConverted,
    jpeg: Blob,
  ) => Promise<Recorded>;
  /** Called at a drain's start: steps in flight become in doubt. */
  recover: (owner: LeaseOwner, at: number) => Promise<readonly QueuedSubmission[]>;
}>;

/** The right to be the only drain. */
export type Leases = Readonly<{
  /**
   * Returns false while another drain's lease runs, unless that drain is known to be dead (`isOnlyAgent`). If its owner lives after all,
   * it cannot write any more.
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

/** The state of the whole outbox. */
export type OutboxState = Readonly<{
  hold: () => Promise<Hold | null>;
  setHold: (hold: Hold | null) => Promise<void>;
  /** Counts attempts that delivered nothing, for the outbox to show. The next delivery resets it. */
  failedAttempts: (last: Omit<FailedAttemptsSummary, 'tries'>) => Promise<void>;
  capabilities: () => Promise<BackendCapabilities>;
  setCapabilities: (capabilities: BackendCapabilities) => Promise<void>;
  /** Whether the backend accepts resumable uploads. Null: not asked yet. */
  resumeSupport: () => Promise<ResumeSupport | null>;
  setResumeSupport: (support: ResumeSupport) => Promise<void>;
  /** The person's choice of when to send photos. */
  photoPolicy: () => Promise<PhotoPolicy>;
}>;

export type FormIds = Readonly<{
  /** Gives a submission a formId from the pool. Returns false if it has one, or if the pool is empty. */
  giveFormId: (id: SubmissionId, at: number) => Promise<boolean>;
  /**
   * Takes a new formId of the server for a submission. Returns false if another one received it before: it may be another customer's.
   * Every formId ever received is remembered.
   */
  claimFormId: (formId: FormId, by: SubmissionId) => Promise<boolean>;
  /** The number of unused formIds in the pool that are less than a day old at `now`. */
  poolSize: (now: number) => Promise<number>;
  /** Adds a new formId of the server to the pool. Returns false if it was received before. */
  addToPool: (formId: FormId, now: number) => Promise<boolean>;
}>;

/** A token that is also stored outside the database. If it is missing here, the database was wiped. */
export type Sentinel = Readonly<{
  sentinel: () => Promise<string | null>;
  setSentinel: (sentinel: string) => Promise<void>;
}>;

/** All ports together. */
export type OutboxStore = SubmissionReads &
  FileBytes &
  SubmitPort &
  RestorePort &
  EncryptOldRowsPort &
  RepairPort &
  SecretUpkeep &
  RecordPort &
  Leases &
  OutboxState &
  FormIds &
  Agents &
  Sentinel;
