import type { AttachmentId, FormId, SubmissionId } from '../../src/domain/ids.ts';
import { advance, isStale } from '../../src/domain/submission.ts';
import { lacksFormId } from '../../src/domain/submission-state.ts';
import type { Hold, Submission } from '../../src/domain/submission-types.ts';
import { keptFormId } from '../../src/domain/unknown-form.ts';
import type { BackendCapabilities, OutboxStore } from '../../src/store/outbox-port.ts';
import type { AttachmentRow, DraftRow, PayloadRow, StrokeRow } from '../../src/store/rows.ts';
import { isSubmission } from '../../src/store/submission-row.ts';

/** The content of the disk: it outlives every simulated process; a wipe empties it. */
export class MemoryDisk {
  submissions = new Map<SubmissionId, Submission>();
  drafts = new Map<SubmissionId, DraftRow>();
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
    disk.submissions.set(after.id, after);
  };

  const queued = (): Submission[] =>
    [...disk.submissions.values()]
      .filter((row) => row.status === 'queued' && isSubmission(row))
      .sort((one, other) => one.sequence - other.sequence);

  const isKnown = (guid: FormId): boolean =>
    disk.formGuids.includes(guid) || disk.usedFormGuids.has(guid);

  const leaseRuns = (now: number): boolean =>
    disk.lease !== null && now < disk.lease.until && disk.lease.until - now <= disk.lease.length;

  return {
    submission: async (id) => disk.submissions.get(id),
    contents: async (id) => {
      const submission = disk.submissions.get(id);
      const draft = disk.drafts.get(id);
      if (submission === undefined || draft === undefined) return undefined;
      const strokes = disk.strokes.filter((stroke) => stroke.submissionId === id);
      const payload = disk.payloads.get(id) ?? null;
      return { submission, draft, attachments: attachmentsOf(id), strokes, payload };
    },
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
      const before = disk.submissions.get(id);
      const draft = disk.drafts.get(id);
      if (before === undefined || draft === undefined) return { status: 'gone' };
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
      const before = disk.submissions.get(id);
      if (before === undefined) return { status: 'gone' };
      const event = decide(before);
      if (event === null) return { status: 'refused', submission: before };
      const submission = advance(before, event);
      put(before, submission);
      return { status: 'changed', submission };
    },
    showServerMessage: async (id, serverMessage) => {
      const draft = disk.drafts.get(id);
      if (draft !== undefined) disk.drafts.set(id, { ...draft, serverMessage });
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
      disk.submissions.set(id, submission);
      if (submission.formId !== null) disk.usedFormGuids.set(submission.formId, id);
      disk.drafts.set(id, draft);
      for (const row of attachments) disk.attachments.set(row.id, row);
      disk.strokes.push(...strokes);
      if (payload !== null) disk.payloads.set(id, payload);
      for (const [file, bytes] of files) disk.blobs.set(file, bytes);
      return 'restored';
    },

    record: async (owner, id, event) => {
      const before = disk.submissions.get(id);
      if (before === undefined) return { status: 'gone' };
      if (disk.lease?.owner !== owner) return { status: 'fenced' };
      if (isStale(before, event)) return { status: 'stale' };
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
      const row = disk.submissions.get(id);
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
