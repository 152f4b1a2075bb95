import { typeOfFile } from '../../../src/domain/forms/sent-files.ts';
import {
  type AttachmentId,
  type FormId,
  formIdKey,
  type SubmissionId,
} from '../../../src/domain/ids.ts';
import { formIdToSubmit } from '../../../src/domain/refusals.ts';
import { advance, isStale } from '../../../src/domain/submission.ts';
import { lacksFormId } from '../../../src/domain/submission-state.ts';
import {
  isUpload,
  type QueuedSubmission,
  type Submission,
  type SubmissionKeys,
} from '../../../src/domain/submission-types.ts';
import { isSameRow } from '../../../src/store/db/transactions.ts';
import { underDayOfSubmit } from '../../../src/store/drafts/new-submission.ts';
import { peppersOf } from '../../../src/store/format/agent-row.ts';
import {
  type Contents,
  decodeContentsSubmission,
  encodeStored,
  type StoredContents,
} from '../../../src/store/format/contents.ts';
import { isDraftRow } from '../../../src/store/format/draft-row.ts';
import type { SecretNameRow, StoredAttachment } from '../../../src/store/format/rows.ts';
import { isVisibleTo } from '../../../src/store/keys/agent-access.ts';
import type { KeyStore } from '../../../src/store/keys/key-store.ts';
import {
  openDraft,
  openPayload,
  openSubmission,
  sealAttachment,
  sealBytes,
  sealDraft,
  sealPayload,
  sealSubmission,
} from '../../../src/store/keys/sealed-rows.ts';
import { convertedRow } from '../../../src/store/outbox/converted-photos.ts';
import { isFresh, POOL_GOAL } from '../../../src/store/outbox/form-guids.ts';
import type { OutboxStore } from '../../../src/store/outbox/outbox-port.ts';
import { isIntact, isReadable, openContents } from '../../../src/store/outbox/outbox-reads.ts';
import { secretsOf, storedHashOf } from '../../../src/store/outbox/outbox-rows.ts';
import { keptReceipts } from '../../../src/store/outbox/receipts.ts';
import { withoutWords } from '../../../src/store/outbox/recording.ts';
import { sealContents, secretsInUse } from '../../../src/store/outbox/restoring.ts';
import { repairedContents } from '../../../src/store/outbox/row-repair.ts';
import { linkInMemory } from './memory-corrections.ts';
import type { MemoryDisk } from './memory-disk.ts';
import { memoryKeyStore } from './memory-key-store.ts';
import { memorySecretStorage } from './memory-secret-storage.ts';
import { createMemoryVerdicts } from './memory-verdicts.ts';

const isNeeded = (row: SecretNameRow | undefined): boolean =>
  row?.state === 'used' || row?.state === 'spare';

/** The outbox store in memory. Each function writes all its changes at once. */
export function createMemoryStore(
  disk: MemoryDisk,
  keyStore: KeyStore = memoryKeyStore(disk, [memorySecretStorage()], () => crypto.randomUUID()),
): OutboxStore {
  const attachmentsOf = (id: SubmissionId): StoredAttachment[] =>
    [...disk.attachments.values()]
      .filter((row) => row.submissionId === id)
      // The order of an index in IndexedDB: rows with the same sequence are sorted by id.
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

  const takeSecrets = (keys: SubmissionKeys | undefined, state: 'used' | 'dying'): void => {
    for (const name of secretsOf(keys)) {
      const madeAt = disk.secretNames.get(name)?.madeAt ?? 0;
      disk.secretNames.set(name, { name, state, madeAt });
    }
  };

  const restoreRows = (
    { submission, draft, attachments, strokes, payload }: Contents,
    files: ReadonlyMap<AttachmentId, Blob>,
    allowsSecond: boolean,
  ): 'restored' | 'present' | 'corrected' => {
    const { id } = submission;
    if (disk.submissions.has(id)) return 'present';
    if (!linkInMemory(disk, submission) && !allowsSecond) return 'corrected';
    disk.put(submission);
    takeSecrets(submission.keys, 'used');
    if (submission.formId !== null) disk.usedFormGuids.set(submission.formId, id);
    disk.drafts.set(id, draft);
    for (const row of attachments) disk.attachments.set(row.id, row);
    disk.strokes.push(...strokes);
    if (payload !== null) disk.payloads.set(id, payload);
    for (const [file, bytes] of files) disk.blobs.set(file, bytes);
    return 'restored';
  };

  const put = (before: Submission, after: Submission): void => {
    if (after.status === 'delivered' && before.status !== 'delivered') {
      forgetContents(after.id);
      disk.deliveredIds.add(after.id);
    }
    takeSecrets(before.keys, 'dying');
    takeSecrets(after.keys, 'used');
    disk.put(after);
  };

  const withSendingSlot = async (row: Submission): Promise<Submission> =>
    row.keys === undefined || disk.agents.get(row.agent ?? '')?.sendsOnlyUnlocked
      ? row
      : { ...row, keys: { p: row.keys.p, q: await keyStore.claimSendingSlot(row) } };

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
    [...disk.formGuids, ...disk.droppedFormGuids, ...disk.usedFormGuids.keys()].some(
      (known) => formIdKey(known) === formIdKey(guid),
    );
  const isFreshHere = (guid: FormId, now: number): boolean =>
    isFresh(disk.receivedAt.get(guid) ?? now, now);

  const leaseRuns = (now: number): boolean =>
    disk.lease !== null && now < disk.lease.until && disk.lease.until - now <= disk.lease.length;

  const receipts = keptReceipts(keyStore);

  const store: OutboxStore = {
    submission: async (id) => {
      const row = disk.submissions.get(id);
      return row && ((await keyStore.decrypted(row)) ?? 'unreadable');
    },
    isKeyLost: async (id) => {
      const row = disk.submissions.get(id);
      return row !== undefined && keyStore.isLost(row);
    },
    row: async (id) => disk.submissions.get(id),
    contents: async (id) => {
      const stored = storedContents(id);
      return stored && ((await openContents(keyStore, stored)) ?? 'unreadable');
    },
    isLocked: (submission) => keyStore.isLocked(submission).catch(() => false),
    openedCopy: async (contents) =>
      (await openContents(keyStore, encodeStored(contents))) ?? 'unreadable',
    storedContents: async (id) => storedContents(id),
    isReadable: (contents) => isReadable(keyStore, contents),
    payload: async (id) => {
      const [row, payload] = [disk.submissions.get(id), disk.payloads.get(id)];
      const key = row === undefined ? null : await keyStore.keyOf(row);
      return payload && key !== null ? openPayload(key, payload) : undefined;
    },
    queued: async () => queued(),
    undelivered: async () => [...disk.drafts.keys()].sort(),
    ownUndelivered: async () => {
      const agentAccess = await keyStore.agentAccess();
      return (await store.undelivered()).filter(
        (id) => agentAccess.isLocked || isVisibleTo(agentAccess, disk.submissions.get(id) ?? {}),
      );
    },
    belongsToOther: (submission) => keyStore.belongsToOther(submission),

    bytes: async (id) => disk.blobs.get(id),
    putBytes: async (id, bytes) => {
      const sha256 = await keyStore.digest(bytes);
      const row = disk.attachments.get(id);
      if (row !== undefined && storedHashOf(row) === sha256) disk.blobs.set(id, bytes);
    },
    openedBytes: async (of, { fileName, id }, bytes) => {
      const key = await keyStore.keyOf(disk.submissions.get(of.id) ?? of);
      if (key === undefined) return bytes;
      const opened = key?.openFile(id, bytes, typeOfFile(fileName)).catch(() => null);
      return (await opened) ?? undefined;
    },
    agents: async () => [...disk.agents.values()],
    loadAgentsOfCopy: async (agents) => keyStore.loadAgentsOfCopy(agents),
    saveMissingAgents: async (agents) => {
      for (const agent of agents) {
        if (disk.agents.has(agent.id)) continue;
        disk.agents.set(agent.id, agent);
        for (const name of peppersOf(agent))
          disk.secretNames.set(name, { name, state: 'used', madeAt: 0 });
      }
      keyStore.loadAgentsOfCopy([]);
    },
    secretsToDelete: async () =>
      [...disk.secretNames.values()]
        .filter(({ state }) => state === 'dying')
        .map(({ name }) => name),
    deleteSecret: async (name) => {
      if (isNeeded(disk.secretNames.get(name))) return;
      if (await keyStore.secrets.delete(name)) disk.secretNames.delete(name);
    },
    markUnknown: async (name, now) => {
      if (disk.secretNames.get(name)?.state === 'dying')
        disk.secretNames.set(name, { name, state: 'stranger', madeAt: now });
    },
    deleteUnknownSecrets: async (mentioned, now) => {
      const needed = new Set([
        ...disk.all().flatMap(({ keys }) => secretsOf(keys)),
        ...[...disk.agents.values()].flatMap(peppersOf),
      ]);
      for (const name of (await keyStore.secrets.names()).all) {
        const row = disk.secretNames.get(name);
        const isWaiting = row?.state === 'spare' || row?.state === 'dying';
        if (mentioned.has(name) || needed.has(name) || isWaiting) continue;
        if (row?.state !== 'stranger')
          disk.secretNames.set(name, { name, state: 'stranger', madeAt: now });
        else if (Math.abs(now - row.madeAt) >= 86_400_000) await store.deleteSecret(name);
      }
    },
    copyToMissing: async (others) => {
      const needed = [...disk.secretNames.values()].filter(isNeeded).map(({ name }) => name);
      for (const name of [...needed, ...others]) await keyStore.secrets.copyToMissing(name);
    },
    unencryptedIds: async () =>
      [...disk.submissions.values()]
        .filter(({ keys, status }) => keys === undefined && status !== 'delivered')
        .map(({ id }) => id),
    encryptOldRow: async (stored, files) => {
      const read = decodeContentsSubmission(stored);
      const sealed = read && (await sealContents(keyStore, read, files));
      if (!sealed || !isSameRow(storedContents(stored.submission.id), stored)) return 'changed';
      const { attachments, draft, payload, strokes, submission } = sealed.contents;
      disk.put(submission);
      disk.drafts.set(submission.id, draft);
      for (const row of attachments) disk.attachments.set(row.id, row);
      disk.strokes = [
        ...disk.strokes.filter((stroke) => stroke.submissionId !== submission.id),
        ...strokes,
      ];
      if (payload !== null) disk.payloads.set(submission.id, payload);
      for (const [file, bytes] of sealed.files) disk.blobs.set(file, bytes);
      return 'sealed';
    },
    repairRows: async (id, copy) => {
      const here = storedContents(id);
      const key = here && (await keyStore.keyOf(here.submission));
      if (!here || !key) return 'closed';
      if (copy === null) return (await isIntact(key, here)) ? 'whole' : 'damaged';
      const whole = await repairedContents(key, here, copy);
      if (whole === null) return 'whole';
      if (!isSameRow(storedContents(id), here)) return store.repairRows(id, copy);
      disk.submissions.set(id, whole.submission);
      disk.drafts.set(id, whole.draft);
      disk.strokes = [
        ...disk.strokes.filter((stroke) => stroke.submissionId !== id),
        ...whole.strokes,
      ];
      if (whole.payload !== null) disk.payloads.set(id, whole.payload);
      return 'repaired';
    },
    ...secretsInUse(keyStore.secrets),
    sealed: (contents, files) => sealContents(keyStore, contents, files),
    deleteOrphanedBlobs: async () => {
      const stray = [...disk.blobs.keys()].filter((id) => !disk.attachments.has(id));
      for (const id of stray) disk.blobs.delete(id);
      return stray.length;
    },

    freeze: async (request) => {
      const { id, revision, attachments, payload, signature, freeze } = request;
      const [stored, row] = [disk.drafts.get(id), disk.submissions.get(id)];
      if (row === undefined || stored === undefined) return { status: 'gone' };
      const before = await keyStore.decrypted(row);
      const key = await keyStore.keyOf(row);
      const draft = key === null ? undefined : await openDraft(key, stored);
      if (before === null || key === null || !isDraftRow(draft)) return { status: 'changed' };
      if (before.status !== 'draft' && before.status !== 'rejected')
        return { status: 'alreadySubmitted' };
      const files = attachmentsOf(id).map((file) => file.id);
      const isSameSet =
        files.length === attachments.length && files.every((file) => attachments.includes(file));
      if (draft.revision !== revision || !isSameSet) return { status: 'changed' };
      const first = disk.formGuids.at(-1) ?? null;
      const submitted = freeze(before, formIdToSubmit(before, first));
      const last = Math.max(
        0,
        ...[...disk.submissions.values()].map(({ sequence }) => Number(sequence)),
      );
      const frozen = before.submittedAt === null ? underDayOfSubmit(submitted, last) : submitted;
      const submission = await sealSubmission(key, await withSendingSlot(frozen));
      const body = await sealPayload(key, payload);
      const answered = await sealDraft(key, { ...draft, serverMessage: null });
      const sealed =
        signature && (await sealBytes(key, signature.row.id, signature.bytes, keyStore.digest));
      const signed = sealed && (await sealAttachment(key, signature.row, sealed));
      // Another caller changed the form during the encryption.
      if (disk.submissions.get(id) !== row || disk.drafts.get(id) !== stored)
        return store.freeze(request);
      if (before.formId === null && first !== null) {
        disk.formGuids = disk.formGuids.slice(0, -1);
        disk.usedFormGuids.set(first, id);
      }
      put(before, submission);
      disk.payloads.set(id, body);
      disk.drafts.set(id, answered);
      if (sealed && signed) {
        for (const file of attachmentsOf(id).filter(({ kind }) => kind === 'signature')) {
          disk.attachments.delete(file.id);
          disk.blobs.delete(file.id);
        }
        disk.attachments.set(signed.id, signed);
        disk.blobs.set(signed.id, sealed.bytes);
      }
      return { status: 'frozen', submission, before };
    },
    change: async (id, decide) => {
      const row = disk.submissions.get(id);
      if (row === undefined) return { status: 'gone' };
      const before = (await keyStore.decrypted(row)) ?? disk.submission(id);
      if (disk.submissions.get(id) !== row) return store.change(id, decide);
      if (before === undefined) return { status: 'unreadable' };
      const event = decide(before);
      if (event === null) return { status: 'refused', submission: before };
      const submission = advance(before, event);
      put(before, submission);
      return { status: 'changed', submission };
    },
    queueAgain: async (id, decide) => {
      const row = disk.submissions.get(id);
      if (row === undefined) return { status: 'gone' };
      const before = await keyStore.decrypted(row);
      const key = await keyStore.keyOf(row);
      if (before === null || key === null) return { status: 'unreadable' };
      const event = decide(before);
      if (event === null) return { status: 'refused', submission: before };
      const queuedAgain = await withSendingSlot(advance(before, event));
      const submission = await sealSubmission(key, queuedAgain);
      if (disk.submissions.get(id) !== row) return store.queueAgain(id, decide);
      put(before, submission);
      return { status: 'changed', submission };
    },
    showServerMessage: async (id, serverMessage) => {
      const [stored, row] = [disk.drafts.get(id), disk.submissions.get(id)];
      const key = row && (await keyStore.keyOf(row));
      const draft = stored && key !== null ? await openDraft(key, stored) : undefined;
      if (key === null || !isDraftRow(draft)) return;
      const sealed = await sealDraft(key, { ...draft, serverMessage });
      if (disk.drafts.get(id) !== stored) await store.showServerMessage(id, serverMessage);
      else disk.drafts.set(id, sealed);
    },
    remove: async (id, allowed) => {
      const row = disk.submissions.get(id);
      if (row === undefined) return 'gone';
      if (!allowed(row)) return 'refused';
      forgetContents(id);
      takeSecrets(disk.submission(id)?.keys, 'dying');
      disk.submissions.delete(id);
      return 'removed';
    },
    restore: async (contents, files) =>
      restoreRows(contents, files, true) === 'present' ? 'present' : 'restored',
    undoRemoval: async (contents, files) => restoreRows(contents, files, false),
    deliveredIds: async () => new Set(disk.deliveredIds),
    record: async (owner, id, event) => {
      if (!disk.submissions.has(id)) return { status: 'gone' };
      if (disk.lease?.owner !== owner) return { status: 'fenced' };
      const closed = disk.submission(id);
      if (closed === undefined || isStale(closed, event)) return { status: 'stale' };
      if (event.event === 'sendStarted') await receipts.lookAt(closed);
      const key = await keyStore.keyOf(closed);
      const before = key ? await openSubmission(key, closed) : closed;
      const said = key === null ? withoutWords(event) : event;
      const after = receipts.given(before, advance(before, said));
      const submission = await sealSubmission(key ?? undefined, after);
      if (disk.submission(id) !== closed || disk.lease?.owner !== owner)
        return store.record(owner, id, event);
      put(before, submission);
      return { status: 'recorded', submission };
    },
    recordConverted: async (owner, id, event, jpeg) => {
      const stored = disk.submissions.get(id);
      if (stored === undefined) return { status: 'gone' };
      const { content } = event.step;
      const key = await keyStore.keyOf(stored);
      if (key === null || !isUpload(content)) return { status: 'stale' };
      const sealed = await sealBytes(key, content.attachmentId, jpeg, keyStore.digest);
      if (disk.lease?.owner !== owner) return { status: 'fenced' };
      const before = disk.submission(id);
      const file = disk.attachments.get(content.attachmentId);
      const converted = file && convertedRow(file, event, sealed);
      if (before === undefined || !converted || isStale(before, event)) return { status: 'stale' };
      const submission = advance(before, event);
      disk.blobs.set(content.attachmentId, sealed.bytes);
      disk.attachments.set(content.attachmentId, converted);
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
      if (disk.latestTime === null || now - disk.latestTime >= 3_600_000) disk.latestTime = now;
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
    changeHold: async (change) => {
      disk.hold = change(disk.hold);
      return disk.hold;
    },
    failedAttempts: async () => {}, // Only screens read it.
    photoPolicy: async () => disk.photoPolicy,
    resumeSupport: async () => disk.resumeSupport,
    setResumeSupport: async (support) => {
      disk.resumeSupport = support;
    },
    capabilities: async () => disk.capabilities,
    setCapabilities: async (capabilities) => {
      disk.capabilities = capabilities;
    },
    giveFormId: async (id, at) => {
      const row = disk.submission(id);
      const formId = disk.formGuids.at(-1);
      if (row === undefined || !lacksFormId(row) || formId === undefined) return false;
      disk.formGuids = disk.formGuids.slice(0, -1);
      disk.usedFormGuids.set(formId, id);
      put(row, advance(row, { event: 'formIdGiven', at, formId }));
      return true;
    },
    poolSize: async (now) => disk.formGuids.filter((guid) => isFreshHere(guid, now)).length,
    addToPool: async (guid, now) => {
      if (isKnown(guid)) return false;
      const surplus = Math.max(0, disk.formGuids.length + 1 - POOL_GOAL);
      const stale = disk.formGuids.filter((each) => !isFreshHere(each, now)).slice(0, surplus);
      disk.formGuids = [...disk.formGuids.filter((each) => !stale.includes(each)), guid];
      disk.droppedFormGuids.push(...stale);
      disk.receivedAt.set(guid, now);
      return true;
    },
    claimFormId: async (guid, id) => {
      for (const [used, by] of disk.usedFormGuids)
        if (formIdKey(used) === formIdKey(guid)) return by === id;
      if (isKnown(guid)) return false;
      disk.usedFormGuids.set(guid, id);
      return true;
    },
    ...createMemoryVerdicts(disk, isKnown),
    sentinel: async () => disk.sentinel,
    setSentinel: async (sentinel, restored) => {
      disk.sentinel = sentinel;
      if (restored !== undefined) disk.wipeReport = restored;
    },
  };
  return store;
}
