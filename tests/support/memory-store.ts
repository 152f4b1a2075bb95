import type { AttachmentId, FormId, SubmissionId } from '../../src/domain/ids.ts';
import { advance, isStale } from '../../src/domain/submission.ts';
import { lacksFormId } from '../../src/domain/submission-state.ts';
import type { Hold, QueuedSubmission, Submission } from '../../src/domain/submission-types.ts';
import { keptFormId } from '../../src/domain/unknown-form.ts';
import { type StoredContents, withSubmissionRead } from '../../src/store/format/contents.ts';
import { isDraftRow } from '../../src/store/format/draft-row.ts';
import {
  decodeSubmission,
  encodeSubmission,
  type StoredSubmission,
} from '../../src/store/format/submission-row.ts';
import type { BackendCapabilities, OutboxStore } from '../../src/store/outbox-ports.ts';
import type {
  AttachmentRow,
  DraftRow,
  PayloadRow,
  StoredDraft,
  StrokeRow,
} from '../../src/store/rows.ts';

/** The content of the disk: it outlives every simulated process; a wipe empties it. */
export class MemoryDisk {
  /** As rows: what they hold goes through the store's own format. */
  submissions = new Map<SubmissionId, StoredSubmission>();
  drafts = new Map<SubmissionId, StoredDraft>();
  attachments = new Map<AttachmentId, AttachmentRow>();
  strokes: StrokeRow[] = [];
  blobs = new Map<AttachmentId, Blob>();
  payloads = new Map<SubmissionId, PayloadRow>();
  /** The pool, oldest first. */
  formGuids: FormId[] = [];
  usedFormGuids = new Map<FormId, SubmissionId>();
  lease: { owner: string; until: number; length: number } | null = null;
  hold: Hold | null = null;
  capabilities: BackendCapabilities = { listsNames: false, listsAll: false };
  sentinel: string | null = null;

  readonly #read = new WeakMap<StoredSubmission, Submission | undefined>();

  /** The same object as long as its row is the same. undefined: there is none, or nothing that can be read. */
  submission(id: SubmissionId): Submission | undefined {
    const row = this.submissions.get(id);
    if (row === undefined) return undefined;
    if (!this.#read.has(row)) this.#read.set(row, decodeSubmission(row) ?? undefined);
    return this.#read.get(row);
  }

  /** All that can be read. */
  all(): readonly Submission[] {
    return [...this.submissions.keys()].flatMap((id) => this.submission(id) ?? []);
  }

  /** undefined: there is none, or not as today's version writes it. */
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

/** The outbox store in memory: each function has its whole effect at once. */
export function createMemoryStore(disk: MemoryDisk): OutboxStore {
  const attachmentsOf = (id: SubmissionId): AttachmentRow[] =>
    [...disk.attachments.values()]
      .filter((row) => row.submissionId === id)
      // As an index of IndexedDB: by id where the sequence is equal.
      .sort((one, other) => one.sequence - other.sequence || (one.id < other.id ? -1 : 1));

  const forgetContents = (id: SubmissionId): void => {
    for (const row of attachmentsOf(id)) {
      disk.attachments.delete(row.id);
      disk.blobs.delete(row.id);
    }
    disk.strokes = disk.strokes.filter((stroke) => stroke.submissionId !== id);
    disk.drafts.delete(id);
    disk.payloads.delete(id);
  };

  const put = (before: Submission, after: Submission): void => {
    if (after.status === 'delivered' && before.status !== 'delivered') forgetContents(after.id);
    disk.put(after);
  };

  const queued = (): QueuedSubmission[] =>
    disk
      .all()
      .filter((row) => row.status === 'queued')
      .sort((one, other) => one.sequence - other.sequence);

  const storedContents = (id: SubmissionId): StoredContents | undefined => {
    const submission = disk.submissions.get(id);
    const draft = disk.drafts.get(id);
    if (submission === undefined || draft === undefined) return undefined;
    const strokes = disk.strokes.filter((stroke) => stroke.submissionId === id);
    const payload = disk.payloads.get(id) ?? null;
    return { submission, draft, attachments: attachmentsOf(id), strokes, payload };
  };

  const isKnown = (guid: FormId): boolean =>
    disk.formGuids.includes(guid) || disk.usedFormGuids.has(guid);

  const leaseRuns = (now: number): boolean =>
    disk.lease !== null && now < disk.lease.until && disk.lease.until - now <= disk.lease.length;

  return {
    submission: async (id) =>
      disk.submissions.has(id) ? (disk.submission(id) ?? 'odd') : undefined,
    row: async (id) => disk.submissions.get(id),
    contents: async (id) => {
      const stored = storedContents(id);
      const contents = stored && withSubmissionRead(stored);
      if (!contents) return stored && 'odd';
      const { draft } = contents;
      return isDraftRow(draft) ? { ...contents, draft } : 'odd';
    },
    storedContents: async (id) => storedContents(id),
    payload: async (id) => disk.payloads.get(id),
    queued: async () => queued(),
    undelivered: async () => [...disk.drafts.keys()].sort(),

    bytes: async (id) => disk.blobs.get(id),
    putBytes: async (id, bytes) => {
      disk.blobs.set(id, bytes);
    },
    sweepBytes: async () => {
      const stray = [...disk.blobs.keys()].filter((id) => !disk.attachments.has(id));
      for (const id of stray) disk.blobs.delete(id);
      return stray.length;
    },

    freeze: async ({ id, revision, attachments, payload, signature, freeze }) => {
      const draft = disk.drafts.get(id);
      if (!disk.submissions.has(id) || draft === undefined) return { status: 'gone' };
      const before = disk.submission(id);
      if (before === undefined || !isDraftRow(draft)) return { status: 'changed' };
      if (before.status !== 'draft' && before.status !== 'rejected')
        return { status: 'alreadySubmitted' };
      const files = attachmentsOf(id).map((row) => row.id);
      const isSameSet =
        files.length === attachments.length && files.every((file) => attachments.includes(file));
      if (draft.revision !== revision || !isSameSet) return { status: 'changed' };
      const [first = null] = disk.formGuids;
      const kept = keptFormId(before);
      const submission = freeze(before, kept ?? first);
      if (kept === null && first !== null) {
        disk.formGuids = disk.formGuids.slice(1);
        disk.usedFormGuids.set(first, id);
      }
      put(before, submission);
      disk.payloads.set(id, payload);
      disk.drafts.set(id, { ...draft, serverMessage: null });
      if (signature !== null) {
        for (const row of attachmentsOf(id).filter(({ kind }) => kind === 'signature')) {
          disk.attachments.delete(row.id);
          disk.blobs.delete(row.id);
        }
        disk.attachments.set(signature.row.id, signature.row);
        disk.blobs.set(signature.row.id, signature.bytes);
      }
      return { status: 'frozen', submission, before };
    },
    change: async (id, decide) => {
      const before = disk.submission(id);
      if (before === undefined) return { status: disk.submissions.has(id) ? 'odd' : 'gone' };
      const event = decide(before);
      if (event === null) return { status: 'refused', submission: before };
      const submission = advance(before, event);
      put(before, submission);
      return { status: 'changed', submission };
    },
    showServerMessage: async (id, serverMessage) => {
      const draft = disk.drafts.get(id);
      if (isDraftRow(draft)) disk.drafts.set(id, { ...draft, serverMessage });
    },
    remove: async (id, allowed) => {
      const row = disk.submissions.get(id);
      if (row === undefined) return 'gone';
      if (!allowed(row)) return 'refused';
      forgetContents(id);
      disk.submissions.delete(id);
      return 'removed';
    },
    restore: async ({ submission, draft, attachments, strokes, payload }, files) => {
      const { id } = submission;
      if (disk.submissions.has(id)) return 'present';
      disk.put(submission);
      if (submission.formId !== null) disk.usedFormGuids.set(submission.formId, id);
      disk.drafts.set(id, draft);
      for (const row of attachments) disk.attachments.set(row.id, row);
      disk.strokes.push(...strokes);
      if (payload !== null) disk.payloads.set(id, payload);
      for (const [file, bytes] of files) disk.blobs.set(file, bytes);
      return 'restored';
    },

    record: async (owner, id, event) => {
      if (!disk.submissions.has(id)) return { status: 'gone' };
      if (disk.lease?.owner !== owner) return { status: 'fenced' };
      const before = disk.submission(id);
      if (before === undefined || isStale(before, event)) return { status: 'stale' };
      const submission = advance(before, event);
      put(before, submission);
      return { status: 'recorded', submission };
    },
    recover: async (owner, at) => {
      if (disk.lease?.owner !== owner) return [];
      for (const row of queued()) put(row, advance(row, { event: 'recovered', at }));
      return queued();
    },
    acquireLease: async (owner, now, length, isAlone) => {
      if (!isAlone && disk.lease?.owner !== owner && leaseRuns(now)) return false;
      disk.lease = { owner, until: now + length, length };
      return true;
    },
    renewLease: async (owner, now, length) => {
      if (disk.lease?.owner !== owner) return false;
      disk.lease = { owner, until: now + length, length };
      return true;
    },
    releaseLease: async (owner) => {
      if (disk.lease?.owner === owner) disk.lease = null;
    },

    hold: async () => disk.hold,
    setHold: async (hold) => {
      disk.hold = hold;
    },
    capabilities: async () => disk.capabilities,
    setCapabilities: async (capabilities) => {
      disk.capabilities = capabilities;
    },
    giveFormId: async (id, at) => {
      const row = disk.submission(id);
      const [formId, ...others] = disk.formGuids;
      if (row === undefined || !lacksFormId(row) || formId === undefined) return false;
      disk.formGuids = others;
      disk.usedFormGuids.set(formId, id);
      put(row, advance(row, { event: 'formIdGiven', at, formId }));
      return true;
    },
    poolSize: async () => disk.formGuids.length,
    addToPool: async (guid) => {
      if (isKnown(guid)) return false;
      disk.formGuids = [...disk.formGuids, guid];
      return true;
    },
    claimFormId: async (guid, id) => {
      if (isKnown(guid)) return disk.usedFormGuids.get(guid) === id;
      disk.usedFormGuids.set(guid, id);
      return true;
    },
    sentinel: async () => disk.sentinel,
    setSentinel: async (sentinel) => {
      disk.sentinel = sentinel;
    },
  };
}
