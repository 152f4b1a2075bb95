import type { Announcement, BeginFacts } from '../../../src/domain/announced.ts';
import type { AttachmentId, FormId, SubmissionId } from '../../../src/domain/ids.ts';
import { ANY_CONNECTION, type PhotoPolicy } from '../../../src/domain/photo-sending.ts';
import type { ResumeSupport } from '../../../src/domain/resume-support.ts';
import type { Hold, Submission } from '../../../src/domain/submission-types.ts';
import { isDraftRow } from '../../../src/store/format/draft-row.ts';
import type {
  AgentRow,
  DraftRow,
  SecretNameRow,
  StoredAttachment,
  StoredDraft,
  StoredPayload,
  StoredStroke,
  VerdictRow,
} from '../../../src/store/format/rows.ts';
import {
  decodeSubmission,
  encodeSubmission,
  type StoredSubmission,
} from '../../../src/store/format/submission-row.ts';
import type { BackendCapabilities } from '../../../src/store/outbox/outbox-port.ts';

/** The content of the disk. It outlives every simulated process. A wipe empties it. */
export class MemoryDisk {
  /** Stored as rows, so that each submission is encoded and decoded in the store's own format. */
  submissions = new Map<SubmissionId, StoredSubmission>();
  drafts = new Map<SubmissionId, StoredDraft>();
  attachments = new Map<AttachmentId, StoredAttachment>();
  strokes: StoredStroke[] = [];
  blobs = new Map<AttachmentId, Blob>();
  payloads = new Map<SubmissionId, StoredPayload>();
  agents = new Map<string, AgentRow>();
  secretNames = new Map<string, SecretNameRow>();
  /** The pool, oldest first. */
  formGuids: FormId[] = [];
  /** When each formGuid was received. A formGuid that a test put into the pool has no entry, and is always fresh. */
  receivedAt = new Map<FormId, number>();
  droppedFormGuids: FormId[] = [];
  usedFormGuids = new Map<FormId, SubmissionId>();
  deliveredIds = new Set<SubmissionId>();
  lease: { owner: string; until: number; length: number } | null = null;
  hold: Hold | null = null;
  capabilities: BackendCapabilities = { listsNames: false, listsAll: false };
  photoPolicy: PhotoPolicy = ANY_CONNECTION;
  resumeSupport: ResumeSupport | null = null;
  sentinel: string | null = null;
  wipeReport: readonly SubmissionId[] | null = null;
  verdicts = new Map<FormId, VerdictRow>();
  otherReadings: readonly Readonly<{ device: string; after: string; at: number }>[] = [];
  verdictCursor: Readonly<{ device: string; after: string; isWhole: boolean }> | null = null;
  verdictsReadAt: number | null = null;
  verdictsWholeAt: number | null = null;
  latestTime: number | null = null;
  announced: Announcement | null = null;
  /** If not null, replaces the facts that are computed from the rows. */
  beginFacts: BeginFacts | null = null;

  readonly #read = new WeakMap<StoredSubmission, Submission | undefined>();

  /** Returns the same object as long as the row is the same. Returns undefined if there is no row, or an unreadable one. */
  submission(id: SubmissionId): Submission | undefined {
    const row = this.submissions.get(id);
    if (row === undefined) return undefined;
    if (!this.#read.has(row)) this.#read.set(row, decodeSubmission(row) ?? undefined);
    return this.#read.get(row);
  }

  /** All readable submissions. */
  all(): readonly Submission[] {
    return [...this.submissions.keys()].flatMap((id) => this.submission(id) ?? []);
  }

  /** Returns undefined if there is no draft, or if it does not have the format that today's version writes. */
  draft(id: SubmissionId): DraftRow | undefined {
    const draft = this.drafts.get(id);
    return isDraftRow(draft) ? draft : undefined;
  }

  put(submission: Submission): void {
    this.submissions.set(submission.id, encodeSubmission(submission));
  }

  wipe(): void {
    Object.assign(this, new MemoryDisk());
  }
}
