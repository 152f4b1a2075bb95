import type { Announcement } from '../../src/domain/announced.ts';
import type { Values } from '../../src/domain/forms/values.ts';
import type { AttachmentId, SubmissionId } from '../../src/domain/ids.ts';
import type { SubmissionKeys } from '../../src/domain/submission-types.ts';
import type { Secrets } from '../../src/seal/secrets.ts';
import type { BegunCorrection } from '../../src/store/drafts/begin-correction.ts';
import { isDraftRow } from '../../src/store/format/draft-row.ts';
import type {
  AttachmentRow,
  SecretNameRow,
  StoredAttachment,
  StoredDraft,
} from '../../src/store/format/rows.ts';
import type { StoredSubmission } from '../../src/store/format/submission-row.ts';
import { isVisibleTo } from '../../src/store/keys/agent-access.ts';
import type { KeyStore } from '../../src/store/keys/key-store.ts';
import {
  openDraft,
  sealAttachment,
  sealBytes,
  sealDraft,
} from '../../src/store/keys/sealed-rows.ts';
import type { OutboxStore } from '../../src/store/outbox/outbox-port.ts';
import { beginInMemory } from '../support/fakes/memory-corrections.ts';
import { MemoryDisk } from '../support/fakes/memory-disk.ts';
import { memoryKeyStore } from '../support/fakes/memory-key-store.ts';
import { type KeyedLock, memoryKeyedLock } from '../support/fakes/memory-lock-store.ts';
import { createMemoryStore } from '../support/fakes/memory-outbox-store.ts';
import type { RemoveSendingSlot } from '../support/fakes/memory-shared-phone.ts';
import { digest } from './digest.ts';
import { SecretStorages } from './secret-storages.ts';

/** A person's change of a form, in one transaction. */
export type Edit = Readonly<{
  values: Values;
  add?: Readonly<{ row: AttachmentRow; bytes: Blob }>;
  remove?: AttachmentId;
  /** True: also fills in the rest of a new form, so that the agent can submit it. */
  fills?: true;
}>;

/** The store in the simulation. The checks read `seen`, which is up to date after each step. */
export type Disk = Readonly<{
  seen: MemoryDisk;
  /** Opens the store for a new page or worker. */
  process: () => Process;
  /**
   * Runs an operation, and kills its process after `committed` transactions. If the operation has no more transactions, the kill comes at
   * its end. Always resolves, because nobody gets the result.
   */
  killedIn: (committed: 0 | 1, work: () => Promise<unknown>) => Promise<void>;
  /** The operations that wrote in more than one transaction. */
  split: ReadonlySet<string>;
  /** Writes a row directly, without the store's checks. */
  putRow: (row: StoredSubmission) => Promise<void>;
  /** Replaces a file's bytes; null removes them. */
  damage: (id: AttachmentId, bytes: Blob | null) => Promise<void>;
  wipe: () => Promise<void>;
  storages: SecretStorages;
  reserve: Reserve;
  /** Returns true if a start must clean up the secrets. */
  needsSecretCleanup: () => Promise<boolean>;
  close: () => Promise<void>;
}>;

/** The store of one page or worker. Each process has its own memory for keys. */
export type Process = Readonly<{
  store: OutboxStore;
  keepAnnounced: (announced: Announcement) => Promise<void>;
  edit: (id: SubmissionId, change: Edit) => Promise<'edited' | 'notOpen'>;
  beginCorrection: (
    of: SubmissionId,
    begun: Readonly<{ at: number; id: SubmissionId }>,
  ) => Promise<BegunCorrection>;
  lock: KeyedLock;
  /** The secrets of replaced key slots since the last call. The copies must be updated before these are deleted. */
  replaced: () => readonly string[];
  /** The submissions that lost their sending slot since the last call. Each copy must be updated before the secret is deleted. */
  letGone: () => readonly LetGone[];
  /** The content of the lists for the unlocked agent. */
  shown: () => Promise<Shown>;
}>;

type LetGone = Readonly<{ id: SubmissionId; before: SubmissionKeys }>;

/** `listed`: the page shows it in a list, in a search or at its address. `counted`: the sum of the counts that the page shows. */
export type Shown = Readonly<{ listed: readonly SubmissionId[]; counted: number }>;

/** Records the key slots that a lock replaced, and the sending slots that it removed. */
export function notingReplaced(): Readonly<{
  followAgents: (gone: readonly string[]) => Promise<void>;
  removeSendingSlot: RemoveSendingSlot;
  replaced: Process['replaced'];
  letGone: Process['letGone'];
}> {
  const ways: string[] = [];
  const sending: LetGone[] = [];
  return {
    followAgents: async (gone) => void ways.push(...gone),
    removeSendingSlot: async (id, before) => void sending.push({ id, before }),
    replaced: () => ways.splice(0),
    letGone: () => sending.splice(0),
  };
}

/** The available secrets. */
export type Reserve = Readonly<{
  count: () => Promise<number>;
  /** Creates a secret in the storages without recording it. Returns its name. */
  make: () => Promise<string>;
  enter: (name: string, madeAt: number) => Promise<void>;
}>;

/** Makes unique names of secrets. Uses no random numbers of the seed. */
export function namesOfSecrets(): () => string {
  let made = 0;
  return () => {
    made += 1;
    return `secret-${made}`;
  };
}

export async function newSecret(secrets: Secrets): Promise<string> {
  const made = await secrets.create();
  if (made === null) throw new Error('No storage keeps a secret.');
  return made.name;
}

/** The facts of a form that a person filled in, beside its values. */
export const filled = {
  section: 'review',
  location: { latitude: -29.85, longitude: 30.98, accuracy: 10, at: 0 },
  consent: true,
  signatureSize: { width: 300, height: 150 },
} as const;

/** Returns a form's encrypted rows after a person's change. Returns null if the form cannot be decrypted. */
export async function editedRows(
  keyStore: KeyStore,
  row: StoredSubmission,
  stored: StoredDraft,
  { add, fills, values }: Edit,
): Promise<Readonly<{ draft: StoredDraft; file: SealedFile | null }> | null> {
  const key = await keyStore.keyOf(row);
  const draft = key === null ? undefined : await openDraft(key, stored);
  if (key === null || !isDraftRow(draft)) return null;
  const bytes = add && (await sealBytes(key, add.row.id, add.bytes, keyStore.digest));
  return {
    draft: await sealDraft(key, {
      ...draft,
      ...(fills && filled),
      values,
      revision: draft.revision + 1,
    }),
    file:
      add && bytes ? { row: await sealAttachment(key, add.row, bytes), bytes: bytes.bytes } : null,
  };
}

type SealedFile = Readonly<{ row: StoredAttachment; bytes: Blob }>;

export function memoryDisk(): Disk {
  const seen = new MemoryDisk();
  const storages = new SecretStorages();
  const now = (): number => storages.clock.now();
  const newId = namesOfSecrets();
  const newKeyStore = () => memoryKeyStore(seen, storages.both, newId, digest, now);
  const { secrets } = newKeyStore();
  const stateOf = (wanted: SecretNameRow['state']): number =>
    [...seen.secretNames.values()].filter(({ state }) => state === wanted).length;
  return {
    seen,
    storages,
    process: () => {
      const keyStore = newKeyStore();
      const { followAgents, removeSendingSlot, letGone, replaced } = notingReplaced();
      return {
        store: createMemoryStore(seen, keyStore),
        keepAnnounced: async (announced) => {
          seen.announced = announced;
        },
        edit: (id, change) => editInMemory(seen, keyStore, id, change),
        beginCorrection: (of, begun) => beginInMemory(seen, keyStore, of, begun),
        lock: memoryKeyedLock(seen, keyStore, {
          now,
          newId,
          followAgents,
          letGo: removeSendingSlot,
        }),
        replaced,
        letGone,
        shown: async () => {
          const agentAccess = await keyStore.agentAccess();
          const rows = [...seen.submissions.values()].filter((row) =>
            isVisibleTo(agentAccess, row),
          );
          return { listed: rows.map(({ id }) => id), counted: rows.length };
        },
      };
    },
    reserve: {
      count: async () => stateOf('spare'),
      make: () => newSecret(secrets),
      enter: async (name, madeAt) => {
        seen.secretNames.set(name, { name, state: 'spare', madeAt });
      },
    },
    needsSecretCleanup: async () =>
      stateOf('dying') + stateOf('stranger') > 0 ||
      (stateOf('spare') === 0 && seen.agents.size > 0),
    killedIn: async (committed, work) => {
      // In memory, each operation is one transaction: it has its whole effect or no effect.
      if (committed > 0) await work().catch(() => {});
    },
    split: new Set(),
    putRow: async (row) => {
      seen.submissions.set(row.id, row);
    },
    damage: async (id, bytes) => {
      if (bytes === null) seen.blobs.delete(id);
      else seen.blobs.set(id, bytes);
    },
    wipe: async () => seen.wipe(),
    close: async () => {},
  };
}

async function editInMemory(
  seen: MemoryDisk,
  keyStore: KeyStore,
  id: SubmissionId,
  change: Edit,
): Promise<'edited' | 'notOpen'> {
  const row = seen.submissions.get(id);
  const stored = seen.drafts.get(id);
  if (stored === undefined || (row?.status !== 'draft' && row?.status !== 'rejected'))
    return 'notOpen';
  const edited = await editedRows(keyStore, row, stored, change);
  if (edited === null) return 'notOpen';
  seen.drafts.set(id, edited.draft);
  const { remove } = change;
  if (remove !== undefined) {
    seen.attachments.delete(remove);
    seen.blobs.delete(remove);
  }
  if (edited.file !== null) {
    seen.attachments.set(edited.file.row.id, edited.file.row);
    seen.blobs.set(edited.file.row.id, edited.file.bytes);
  }
  return 'edited';
}
