import type { AttachmentId, FormId, SubmissionId } from '../../domain/ids.ts';
import type { PhotoRule } from '../../domain/photo-sending.ts';
import type { ResumeSupport } from '../../domain/resume-support.ts';
import type { SubmissionEvent } from '../../domain/submission-changes.ts';
import type {
  DraftSubmission,
  Hold,
  QueuedSubmission,
  RejectedSubmission,
  Submission,
  SubmissionKeys,
  TriedInVain,
} from '../../domain/submission-types.ts';
import type { Secret } from '../../seal/secrets.ts';
import type { Contents, OpenContents, StoredContents } from '../format/contents.ts';
import type { AgentRow, AttachmentRow, DraftRow, PayloadRow } from '../format/rows.ts';
import type { StoredSubmission } from '../format/submission-row.ts';
import type { KeyHolder } from '../keys/key-store.ts';

export type FreezeRequest = Readonly<{
  id: SubmissionId;
  /** The draft's revision that was checked; another tab may have saved a newer one. */
  revision: number;
  /** The files that were checked: one that was added or removed since must not be missed. */
  attachments: readonly AttachmentId[];
  payload: PayloadRow;
  /** A new signature replaces the stored one; null keeps it. */
  signature: Readonly<{ row: AttachmentRow; bytes: Blob }> | null;
  /** Pure: the row after Submit. `formId`: as `formIdToSubmit` says. */
  freeze: (row: BeforeSubmit, formId: FormId | null) => Submission;
}>;

/** What may be submitted. */
export type BeforeSubmit = DraftSubmission | RejectedSubmission;

export type FreezeResult =
  | Readonly<{ status: 'frozen'; submission: Submission; before: BeforeSubmit }>
  | Readonly<{ status: 'alreadySubmitted' }>
  /** The draft, or its files, are not those that were checked. */
  | Readonly<{ status: 'changed' }>
  | Readonly<{ status: 'gone' }>;

export type Recorded =
  | Readonly<{ status: 'recorded'; submission: Submission }>
  /** The lease is another drain's: this one must stop. */
  | Readonly<{ status: 'fenced' }>
  /** The row has moved on (a person came between, another try is on record): nothing was written. */
  | Readonly<{ status: 'stale' }>
  | Readonly<{ status: 'gone' }>;

/** `odd`: this version can't read its row, which stays as it is. */
export type Changed =
  | Readonly<{ status: 'changed'; submission: Submission }>
  | Readonly<{ status: 'refused'; submission: Submission }>
  | Readonly<{ status: 'odd' | 'gone' }>;

/**
 * Names one drain. The writes that say what was sent name it too, and are refused once the lease is another's. Which writes
 * of a drain don't, and why that is safe: `src/sync/README.md`.
 */
export type LeaseOwner = string;

/** What the drain learned of the backend, whichever submission taught it. */
export type BackendCapabilities = Readonly<{
  /** Its documents lists carry our file names. */
  listsNames: boolean;
  /** Its documents lists hold every document of the kind on the form, not only the call's own. */
  listsAll: boolean;
  /** It refused a WebP: photos are taken as JPEG from then on. */
  refusesWebp?: true;
}>;

/*
 * The outbox as sync sees it, by what it is for; whoever uses it takes the ports it uses and no more. Each function is one
 * transaction: all of it happens or nothing, and what it resolved with is on the disk.
 */

export type SubmissionReads = Readonly<{
  /** Opened. 'odd': this version can't read its row, or its key is lost. */
  submission: (id: SubmissionId) => Promise<Submission | 'odd' | undefined>;
  /** Whether nothing can open it any more: every home of the secrets answered, and none has its key. */
  isKeyLost: (id: SubmissionId) => Promise<boolean>;
  /** The row as it lies there, for what must not depend on whether it can be read. */
  row: (id: SubmissionId) => Promise<StoredSubmission | undefined>;
  /** Opened. 'odd': this version can't read its row or its form, or their key is lost. */
  contents: (id: SubmissionId) => Promise<OpenContents | 'odd' | undefined>;
  /** Whether it can be opened only once its agent unlocks: the secret by which it is sent is lost, and theirs would do. */
  isLocked: (submission: Submission) => Promise<boolean>;
  /** A copy's, opened, where the database can't be: its agents must be known, by `meetAgents`. */
  openedCopy: (contents: Contents) => Promise<OpenContents | 'odd'>;
  /** The same as it lies there, sealed, for copies. */
  storedContents: (id: SubmissionId) => Promise<StoredContents | undefined>;
  /** Whether all of it can be read here that there is a key for: what the disk damaged is no good as a copy. */
  isSound: (contents: StoredContents) => Promise<boolean>;
  /** Opened; undefined: it is missing, or does not open. */
  payload: (id: SubmissionId) => Promise<PayloadRow | undefined>;
  /**
   * Every submission that waits for the server, oldest first; without rows that this version does not understand. Closed: nothing of
   * the customers is read for it.
   */
  queued: () => Promise<readonly QueuedSubmission[]>;
  /** Ids of everything not delivered, drafts too. */
  undelivered: () => Promise<readonly SubmissionId[]>;
  /** The same without another agent's: of whoever has unlocked this page. */
  ownUndelivered: () => Promise<readonly SubmissionId[]>;
  /**
   * Whether somebody has unlocked this page, and a submission, or a copy, is another agent's. Where the database can't be opened, the
   * agents must be known, by `meetAgents`.
   */
  isOthers: (submission: Readonly<{ agent?: unknown }>) => Promise<boolean>;
}>;

/** A file as its row, or the step that sends it, knows it. */
export type WantedFile = Pick<AttachmentRow, 'id' | 'fileName'>;

export type FileBytes = Readonly<{
  /** The file's bytes as they lie there, sealed; undefined where they are missing. A Blob may still fail when it is read. */
  bytes: (id: AttachmentId) => Promise<Blob | undefined>;
  /** As they lie there. */
  putBytes: (id: AttachmentId, bytes: Blob) => Promise<void>;
  /**
   * Bytes that lay here, or in a copy, as they were captured; undefined: they do not open, or the disk has lost them. Rejects where a
   * home of the secrets failed, which may pass.
   */
  openedBytes: (of: KeyHolder, file: WantedFile, bytes: Blob) => Promise<Blob | undefined>;
}>;

/** What a person does with a submission. */
export type Submitting = Readonly<{
  /** Turns a draft, or a refused submission, into a queued one and takes a formId for it. */
  freeze: (request: FreezeRequest) => Promise<FreezeResult>;
  /** `decide` is pure and sees the row as it is now; null refuses. */
  change: (
    id: SubmissionId,
    decide: (row: Submission) => SubmissionEvent | null,
  ) => Promise<Changed>;
  /**
   * As `change`, for an event that puts a refused submission back into the queue: it gets a sending key slot in the same write. `odd`
   * also if its key is not available here.
   */
  queueAgain: (
    id: SubmissionId,
    decide: (row: Submission) => SubmissionEvent | null,
  ) => Promise<Changed>;
  /** What the form shows above itself while it is corrected. */
  showServerMessage: (id: SubmissionId, message: DraftRow['serverMessage']) => Promise<void>;
  /** Deletes every trace of it, if `allowed` (pure) says so of the row as it is now. */
  remove: (
    id: SubmissionId,
    allowed: (row: StoredSubmission) => boolean,
  ) => Promise<'removed' | 'refused' | 'gone'>;
}>;

/** Whose keys open what is kept here. */
export type Agents = Readonly<{
  agents: () => Promise<readonly AgentRow[]>;
  /** Those of copies, to open what is theirs as long as this page or worker lives. The database is not asked: it may not answer. */
  meetAgents: (agents: readonly AgentRow[]) => Promise<void>;
  /** Writes down those that are missing here, with the secrets on which they hang. */
  keepAgents: (agents: readonly AgentRow[]) => Promise<void>;
}>;

/** The secrets that keys come from. */
export type SecretUpkeep = Readonly<{
  /** Names of those on which nothing hangs any more. */
  dying: () => Promise<readonly string[]>;
  /**
   * Takes one out of every home, for ever, unless something hangs on it again. Where a home fails, it stays dying, for the next time.
   */
  unlink: (name: string) => Promise<void>;
  /** One that is dying is a stranger from now on. */
  disown: (name: string, now: number) => Promise<void>;
  /**
   * Looks at what lies in the homes and nothing hangs on: neither a row or an agent here, nor what `mentioned` names. Seen once, it is
   * remembered; seen again a day later, it is unlinked. Only after a whole repair: what a wipe took from the database would be a stranger before.
   */
  judgeStrangers: (mentioned: ReadonlySet<string>, now: number) => Promise<void>;
  /** Copies what one home lacks from the other. */
  mend: () => Promise<void>;
}>;

/** What an older build left in the clear is sealed. */
export type SealingOld = Readonly<{
  /** What lies in the clear and is not delivered. */
  unsealed: () => Promise<readonly SubmissionId[]>;
  /**
   * Seals one in one write. `changed`: it is not what was read any more, or a later version wrote it; nothing was written.
   * @param files as they were captured; without those that are lost
   */
  sealOld: (
    stored: StoredContents,
    files: ReadonlyMap<AttachmentId, Blob>,
  ) => Promise<'sealed' | 'changed'>;
}>;

/** `closed`: its key is not to be had here, or the form is in the clear or gone. `whole`: also what is no better in the copy. */
export type RowsMended = 'whole' | 'damaged' | 'mended' | 'closed';

/** What the disk damaged comes back from the copy. */
export type MendingRows = Readonly<{
  /** In one write. @param copy null: only looks whether something does not open though its key is there, which is `damaged` */
  mendRows: (id: SubmissionId, copy: StoredContents | null) => Promise<RowsMended>;
}>;

/** What was lost or deleted comes back. */
export type Restoring = Readonly<{
  /** A whole submission in the clear, as it is to lie here: sealed, with its files. null: its form is a later version's. */
  sealed: (
    contents: Contents,
    files: ReadonlyMap<AttachmentId, Blob>,
  ) => Promise<Readonly<{ contents: Contents; files: ReadonlyMap<AttachmentId, Blob> }> | null>;
  /** What its key hangs on, to be put back with it: whoever deletes it lets those go, too. */
  heldSecrets: (keys: SubmissionKeys | undefined) => Promise<readonly Secret[]>;
  /** Before `restore`. False: no home keeps them, and it could not be opened any more. */
  putBack: (secrets: readonly Secret[]) => Promise<boolean>;
  /** Writes a whole submission, as it is to lie here, that is not here; one that is here in any state stays as it is. */
  restore: (
    contents: Contents,
    files: ReadonlyMap<AttachmentId, Blob>,
  ) => Promise<'restored' | 'present'>;
  /** Deletes bytes that no attachment names; returns how many. */
  sweepBytes: () => Promise<number>;
}>;

export type PhotoConverted = Extract<SubmissionEvent, { event: 'photoConverted' }>;

/** What a drain records. */
export type Recording = Readonly<{
  /** A delivered submission loses everything but its receipt in the same write. */
  record: (owner: LeaseOwner, id: SubmissionId, event: SubmissionEvent) => Promise<Recorded>;
  /**
   * Records that a photo was made into a JPEG, and stores that in place of the WebP, under the same id. `stale`: also if its key is not
   * available here, or somebody removed the file.
   */
  recordConverted: (
    owner: LeaseOwner,
    id: SubmissionId,
    event: PhotoConverted,
    jpeg: Blob,
  ) => Promise<Recorded>;
  /** At a drain's start: what was in flight is in doubt. */
  recover: (owner: LeaseOwner, at: number) => Promise<readonly QueuedSubmission[]>;
}>;

/** The right to be the only drain. */
export type Leases = Readonly<{
  /**
   * False while another drain's lease runs, unless that one is known to be dead: `isAlone`. Its owner, should it live
   * after all, can't write any more.
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

/** What holds for the whole outbox. */
export type OutboxState = Readonly<{
  hold: () => Promise<Hold | null>;
  setHold: (hold: Hold | null) => Promise<void>;
  /** Counts a try that delivered nothing, for the outbox to say; forgotten with the next delivery. */
  triedInVain: (last: Omit<TriedInVain, 'tries'>) => Promise<void>;
  capabilities: () => Promise<BackendCapabilities>;
  setCapabilities: (capabilities: BackendCapabilities) => Promise<void>;
  /** Whether the backend takes uploads in pieces; null: it was not asked. */
  resumeSupport: () => Promise<ResumeSupport | null>;
  setResumeSupport: (support: ResumeSupport) => Promise<void>;
  /** When photos may go, as the person chose. */
  photoRule: () => Promise<PhotoRule>;
}>;

export type FormIds = Readonly<{
  /** Gives a submission that has none a formId out of the pool; false where either is missing. */
  giveFormId: (id: SubmissionId, at: number) => Promise<boolean>;
  /**
   * Takes a formId that the server just handed out for a submission. False: this device received it before, and not for
   * this one, so it may be another customer's. Every formId ever received is remembered.
   */
  claimFormId: (formId: FormId, by: SubmissionId) => Promise<boolean>;
  /** How many are in the pool: received less than a day before `now`, and not used. */
  poolSize: (now: number) => Promise<number>;
  /** Puts one that the server just handed out into the pool; false: received before. */
  addToPool: (formId: FormId, now: number) => Promise<boolean>;
}>;

/** A token that is also kept outside the database: its absence here shows that the store was wiped. */
export type Sentinel = Readonly<{
  sentinel: () => Promise<string | null>;
  setSentinel: (sentinel: string) => Promise<void>;
}>;

/** All of them: what a store is made as. */
export type OutboxStore = SubmissionReads &
  FileBytes &
  Submitting &
  Restoring &
  SealingOld &
  MendingRows &
  SecretUpkeep &
  Recording &
  Leases &
  OutboxState &
  FormIds &
  Agents &
  Sentinel;
