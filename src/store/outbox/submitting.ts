import type { FormId, SubmissionId } from '../../domain/ids.ts';
import { formIdToSubmit } from '../../domain/refusals.ts';
import { advance } from '../../domain/submission.ts';
import { lacksFormId } from '../../domain/submission-state.ts';
import type { Submission } from '../../domain/submission-types.ts';
import type { Database } from '../db/database.ts';
import { readThenWrite, type WritePlan, withReopen } from '../db/transactions.ts';
import { lastSequence, underDayOfSubmit } from '../drafts/new-submission.ts';
import { forgetSimOf } from '../drafts/sim-hashes.ts';
import { type StoredFiles, withStorableBlobs } from '../files/blobs.ts';
import { isDraftRow } from '../format/draft-row.ts';
import type { AgentRow, SecretNameRow, StoredAttachment, StoredDraft } from '../format/rows.ts';
import { isText } from '../format/shape.ts';
import {
  areKeys,
  decodeSubmission,
  encodeSubmission,
  type StoredSubmission,
  statusOf,
} from '../format/submission-row.ts';
import {
  markForDeletion,
  markInUse,
  oldestAvailable,
  type SecretAttempt,
} from '../keys/available-secrets.ts';
import { type KeyStore, secretLost } from '../keys/key-store.ts';
import {
  openDraft,
  type RowKey,
  sealAttachment,
  sealBytes,
  sealDraft,
  sealPayload,
  sealSubmission,
} from '../keys/sealed-rows.ts';
import { updateCounters } from './counters.ts';
import {
  addFormGuid,
  claimFormGuid,
  freshFormGuids,
  nextFormGuid,
  rememberFormGuid,
} from './form-guids.ts';
import type {
  Changed,
  ChangePort,
  FormIds,
  FreezeRequest,
  FreezeResult,
  SubmitPort,
} from './outbox-port.ts';
import {
  allSubmissionTables,
  deleteContents,
  putChanged,
  putFiles,
  secretsOf,
} from './outbox-rows.ts';
import { deleteWords } from './verdict-rows.ts';

type ToFreeze = Readonly<{
  row: StoredSubmission | undefined;
  draft: StoredDraft | undefined;
  files: readonly StoredAttachment[];
  guid: FormId | null;
  lastSequence: number;
  available: SecretNameRow | undefined;
  agent: AgentRow | undefined;
}>;

type ToQueue = Pick<ToFreeze, 'agent' | 'row' | 'available'>;

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && new Set([...one, ...other]).size === one.length;

export function createSubmitting(
  db: Database,
  keyStore: KeyStore,
): Omit<SubmitPort, keyof ChangePort> {
  const agentOf = async (id: SubmissionId): Promise<AgentRow | undefined> => {
    const agent = (await db.submissions.get(id))?.agent;
    return isText(agent) ? await db.agents.get(agent) : undefined;
  };
  const toFreeze = async (id: SubmissionId): Promise<ToFreeze> => ({
    row: await db.submissions.get(id),
    agent: await agentOf(id),
    draft: await db.drafts.get(id),
    files: await db.attachments.where('submissionId').equals(id).toArray(),
    guid: await nextFormGuid(db),
    lastSequence: await lastSequence(db),
    available: await oldestAvailable(db),
  });

  /**
   * Returns the submission with a sending slot. Returns it without one if it is unencrypted, or if the agent sends only while unlocked.
   * Returns a write plan if no secret is available or its bytes are lost.
   */
  async function withSendingSlot(
    row: StoredSubmission,
    submission: Submission,
    { agent, available }: Pick<ToFreeze, 'agent' | 'available'>,
  ): Promise<Readonly<{ submission: Submission }> | WritePlan<'noneAvailable' | 'secretLost'>> {
    const { keys } = submission;
    if (keys === undefined || agent?.sendsOnlyUnlocked === true) return { submission };
    if (available === undefined) return { result: 'noneAvailable' };
    const q = await keyStore.makeSendingSlot(row, available);
    if (q === null) return secretLost(db, available);
    return { submission: { ...submission, keys: { p: keys.p, q } } };
  }

  async function planFreeze(
    { attachments, freeze, payload, revision }: FreezeRequest,
    { agent, draft, files, guid, lastSequence: last, row, available }: ToFreeze,
    key: RowKey,
    signed: StoredAttachment | null,
    stored: StoredFiles,
  ): Promise<WritePlan<SecretAttempt<FreezeResult>>> {
    if (row === undefined || draft === undefined) return { result: { status: 'gone' } };
    const before = await keyStore.decrypted(row);
    const opened = await openDraft(key, draft);
    if (before === null || !isDraftRow(opened) || (await keyStore.keyOf(row)) !== key)
      return { result: { status: 'changed' } };
    if (before.status !== 'draft' && before.status !== 'rejected')
      return { result: { status: 'alreadySubmitted' } };
    const ids = files.map((file) => file.id);
    if (opened.revision !== revision || !isSameSet(ids, attachments))
      return { result: { status: 'changed' } };
    const submitted = freeze(before, formIdToSubmit(before, guid));
    const frozen = before.submittedAt === null ? underDayOfSubmit(submitted, last) : submitted;
    const slotted = await withSendingSlot(row, frozen, { agent, available });
    if ('result' in slotted) return slotted;
    const submission = await sealSubmission(key, slotted.submission);
    const frozenRow = encodeSubmission(submission);
    const body = await sealPayload(key, payload);
    const answered = await sealDraft(key, { ...opened, serverMessage: null });
    return {
      result: { status: 'frozen', submission, before },
      write: async () => {
        if (before.formId === null && guid !== null) await rememberFormGuid(db, guid, before);
        await putChanged(db, before, submission, frozenRow);
        if (submission.keys?.q !== undefined) await markInUse(db, submission.keys.q.name);
        await db.payloads.put(body);
        await db.drafts.put(answered);
        if (signed !== null) await replaceSignature(db, files, signed, stored);
      },
    };
  }

  return {
    freeze: async (request) => {
      const { id, signature } = request;
      const submission = await withReopen(db, () => db.submissions.get(id));
      const key = submission && (await keyStore.keyOf(submission));
      if (key === null) return { status: 'changed' };
      const { digest } = keyStore;
      const sealed = signature && (await sealBytes(key, signature.row.id, signature.bytes, digest));
      const signed = sealed && (await sealAttachment(key, signature.row, sealed));
      const bytes = new Map(sealed ? [[signature.row.id, sealed.bytes]] : []);
      return keyStore.withAvailableSecret(() =>
        withStorableBlobs(bytes, (stored) =>
          readThenWrite<ToFreeze, SecretAttempt<FreezeResult>>(db, {
            tables: [...allSubmissionTables, 'agents'],
            read: () => toFreeze(id),
            plan: (seen) => planFreeze(request, seen, key, signed, stored),
          }),
        ),
      );
    },

    queueAgain: (id, decide) =>
      keyStore.withAvailableSecret(() =>
        readThenWrite<ToQueue, SecretAttempt<Changed>>(db, {
          tables: [...allSubmissionTables, 'agents'],
          read: async () => ({
            row: await db.submissions.get(id),
            agent: await agentOf(id),
            available: await oldestAvailable(db),
          }),
          plan: async ({ row, ...slot }): Promise<WritePlan<SecretAttempt<Changed>>> => {
            if (row === undefined) return { result: { status: 'gone' } };
            const before = await keyStore.decrypted(row);
            const key = await keyStore.keyOf(row);
            if (before === null || key === null) return { result: { status: 'unreadable' } };
            const event = decide(before);
            if (event === null) return { result: { status: 'refused', submission: before } };
            const slotted = await withSendingSlot(row, advance(before, event), slot);
            if ('result' in slotted) return slotted;
            const submission = await sealSubmission(key, slotted.submission);
            const queued = encodeSubmission(submission);
            return {
              result: { status: 'changed', submission },
              write: async () => {
                await putChanged(db, before, submission, queued);
                if (submission.keys?.q !== undefined) await markInUse(db, submission.keys.q.name);
              },
            };
          },
        }),
      ),

    showServerMessage: (id, serverMessage) =>
      readThenWrite<Pick<ToFreeze, 'draft' | 'row'>, void>(db, {
        tables: ['drafts', 'submissions'],
        read: async () => ({ draft: await db.drafts.get(id), row: await db.submissions.get(id) }),
        plan: async ({ draft: stored, row }): Promise<WritePlan<void>> => {
          const key = row && (await keyStore.keyOf(row));
          const draft = stored && key !== null ? await openDraft(key, stored) : undefined;
          if (key === null || !isDraftRow(draft)) return { result: undefined };
          const sealed = await sealDraft(key, { ...draft, serverMessage });
          return { result: undefined, write: () => db.drafts.put(sealed) };
        },
      }),

    remove: (id, allowed) =>
      withReopen(db, () =>
        db.transaction('rw', [...allSubmissionTables, 'verdicts'], async () => {
          const row = await db.submissions.get(id);
          if (row === undefined) return 'gone';
          if (!allowed(row)) return 'refused';
          await deleteContents(db, id);
          await db.submissions.delete(id);
          if (areKeys(row.keys)) await markForDeletion(db, secretsOf(row.keys));
          await forgetSimOf(db, id);
          await updateCounters(db, statusOf(row), null);
          // The verdict stays, so that Home still counts an active SIM.
          if (statusOf(row) === 'delivered') await deleteWords(db, [row]);
          return 'removed';
        }),
      ),
  };
}

async function replaceSignature(
  db: Database,
  files: readonly StoredAttachment[],
  row: StoredAttachment,
  stored: StoredFiles,
): Promise<void> {
  const old = files.filter(({ kind }) => kind === 'signature').map((file) => file.id);
  await db.attachments.bulkDelete(old);
  await db.blobs.bulkDelete(old);
  await db.attachments.put(row);
  await putFiles(db, stored, () => row.type);
}

type ToNumber = Readonly<{
  row: StoredSubmission | undefined;
  formId: FormId | null;
}>;

export function createFormIds(db: Database): FormIds {
  return {
    giveFormId: (id, at) =>
      readThenWrite<ToNumber, boolean>(db, {
        tables: ['submissions', 'formGuids'],
        read: async () => ({ row: await db.submissions.get(id), formId: await nextFormGuid(db) }),
        plan: ({ row, formId }) => {
          const before = decodeSubmission(row);
          if (before === null || formId === null || !lacksFormId(before)) return { result: false };
          const submission = advance(before, { event: 'formIdGiven', at, formId });
          const numbered = encodeSubmission(submission);
          return {
            result: true,
            write: async () => {
              await rememberFormGuid(db, formId, before);
              await db.submissions.put(numbered);
            },
          };
        },
      }),
    claimFormId: (guid, id) => withReopen(db, () => claimFormGuid(db, guid, id)),
    poolSize: (now) => withReopen(db, () => freshFormGuids(db, now)),
    addToPool: (guid, now) => withReopen(db, () => addFormGuid(db, guid, now)),
  };
}
