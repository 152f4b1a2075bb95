import { createHash } from 'node:crypto';
import type { DocumentKind } from '../../../src/domain/forms/document-kinds.ts';
import type { FormKind } from '../../../src/domain/forms/form-kinds.ts';
import {
  type PictureType,
  type SentType,
  wireFileName,
} from '../../../src/domain/forms/sent-files.ts';
import type { Values } from '../../../src/domain/forms/values.ts';
import {
  type AttachmentId,
  attachmentId,
  type FormId,
  formId,
  type SubmissionId,
  submissionId,
} from '../../../src/domain/ids.ts';
import type { DraftSubmission, Submission } from '../../../src/domain/submission-types.ts';
import type { SecretStorage } from '../../../src/seal/secret-storage.ts';
import { localDay } from '../../../src/store/drafts/new-submission.ts';
import type { OpenContents } from '../../../src/store/format/contents.ts';
import type { AttachmentRow, DraftRow } from '../../../src/store/format/rows.ts';
import type { KeyStore } from '../../../src/store/keys/key-store.ts';
import { sealAttachment, sealBytes, sealDraft } from '../../../src/store/keys/sealed-rows.ts';
import { type DrainOptions, type DrainResult, drain } from '../../../src/sync/drain/drain.ts';
import type { SyncPorts } from '../../../src/sync/ports/ports.ts';
import { encryptedCopyName } from '../../../src/sync/second-copy/copy.ts';
import { submit } from '../../../src/sync/submit/submit.ts';
import { ModelBackend, type ModelCapabilities } from '../backend/model-backend.ts';
import { readable } from '../disk/profile-scan.ts';
import { VirtualClock } from '../fakes/clock.ts';
import { MemoryDisk } from '../fakes/memory-disk.ts';
import { memoryKeyStore } from '../fakes/memory-key-store.ts';
import { createMemoryStore } from '../fakes/memory-outbox-store.ts';
import { type CopyDisk, createMemoryCopy, createMemoryLock } from '../fakes/memory-second-copy.ts';
import { memorySecretStorage } from '../fakes/memory-secret-storage.ts';
import { seededRandom } from '../fakes/seeded-random.ts';

/** Stands in for the conversion on a canvas. Returns other bytes, always the same for the same picture. */
const jpegOfAny = async (picture: Blob): Promise<Blob> =>
  new Blob([picture, ' as JPEG'], { type: 'image/jpeg' });

export async function digest(bytes: Blob | string): Promise<string> {
  const data = typeof bytes === 'string' ? bytes : new Uint8Array(await bytes.arrayBuffer());
  return createHash('sha256').update(data).digest('hex');
}

/** A made-up individual's registration, with correct check digits. */
export const individual: Values = {
  title: 'Ms',
  firstName: 'Thandi',
  surname: 'Nkosi',
  idNumber: '8001015009087',
  cellphone: '0821234567',
  simCardNumber: '8927010000001234560',
  streetName: 'Behind the Mzamo school',
  suburb: 'KwaNdengezi',
  city: 'Pinetown',
};

export type DraftOptions = Readonly<{
  kind?: FormKind;
  values?: Values;
  documents?: readonly DocumentKind[];
  photoSize?: number;
  photoType?: PictureType;
  /** True: the draft is unencrypted, as an older build left it. */
  isOld?: boolean;
  /** The returned form that the draft corrects. */
  corrects?: FormId;
}>;

/** One phone and one backend. The phone's disk outlives its processes, which use the disk through `ports()`. */
export class SyncWorld {
  readonly disk = new MemoryDisk();
  readonly copyDisk: CopyDisk = new Map();
  readonly storages: readonly SecretStorage[] = [memorySecretStorage(), memorySecretStorage()];
  readonly locks = new Set<string>();
  readonly clock = new VirtualClock();
  readonly backend: ModelBackend;
  readonly random = seededRandom(1);
  readonly identifier = crypto.randomUUID();
  #ids = 0;
  #sequence = 0;

  constructor(
    capabilities: ModelCapabilities = {
      idempotent: true,
      lists: 'all',
    },
  ) {
    this.backend = new ModelBackend(capabilities);
    // Answers take time, so that times measured in ms differ.
    this.backend.delay = (_, signal) => this.clock.sleep(300, signal);
    this.disk.sentinel = 'the sentinel';
    this.copyDisk.set('mark', new Map([['sentinel', 'the sentinel']]));
  }

  readonly newId = (): string => {
    this.#ids += 1;
    return `${this.#ids.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;
  };

  /** The ports of a process; all processes share the disk, the clock and the backend. */
  ports(changed: Partial<SyncPorts> = {}): SyncPorts {
    return {
      clock: this.clock,
      random: this.random,
      newId: this.newId,
      api: this.backend.api,
      store: createMemoryStore(this.disk, this.keyStore()),
      secondCopy: createMemoryCopy(this.copyDisk),
      lock: createMemoryLock(this.locks),
      digest,
      looksOffline: () => false,
      connection: () => null,
      jpegOf: jpegOfAny,
      locationWithoutFix: null,
      readable: async () => true,
      deviceIdentifier: async () => this.identifier,
      onInfo: async () => {},
      accepts: async () => null,
      ...changed,
    };
  }

  pool(count: number): void {
    for (let n = 0; n < count; n += 1) this.disk.formGuids.push(formId(this.newId()));
  }

  /** A draft that lacks only its signature. */
  async draft({
    kind = 'registration',
    values = individual,
    documents = ['idDocument'],
    photoSize = 2000,
    photoType = 'image/jpeg',
    isOld = false,
    corrects,
  }: DraftOptions = {}): Promise<SubmissionId> {
    const id = submissionId(this.newId());
    this.#sequence += 1;
    const at = this.clock.now();
    const row: DraftRow = {
      id,
      kind,
      formVersion: 1,
      revision: 1,
      values,
      passedWarnings: [],
      section: 'review',
      field: null,
      location: { latitude: -33.9, longitude: 18.4, accuracy: 10, at },
      withoutLocation: false,
      consent: true,
      signatureSize: { width: 300, height: 150 },
      serverMessage: null,
      createdAt: at,
      updatedAt: at,
    };
    const begun = draftSubmission(id, kind, this.#sequence, at);
    const submission = corrects === undefined ? begun : { ...begun, corrects };
    const clear = { submission, draft: row, attachments: [], strokes: [], payload: null };
    const { store } = this.ports();
    const { contents = clear, files = new Map() } = isOld
      ? {}
      : ((await store.sealed(clear, new Map())) ?? {});
    await store.restore(contents, files);
    for (const document of documents) await this.addDocument(id, document, photoSize, photoType);
    return id;
  }

  async addDocument(
    id: SubmissionId,
    kind: DocumentKind,
    size = 2000,
    type: SentType = 'image/jpeg',
  ): Promise<AttachmentRow> {
    const file = attachmentId(this.newId());
    const bytes = new Blob([file.repeat(Math.ceil(size / file.length)).slice(0, size)], {
      type,
    });
    const row: AttachmentRow = {
      id: file,
      submissionId: id,
      kind,
      fileName: wireFileName(kind, file, type),
      originalName: 'photo.jpg',
      type,
      size: bytes.size,
      sha256: await digest(bytes),
      sequence: this.disk.attachments.size + 1,
      addedAt: this.clock.now(),
    };
    const stored = this.disk.submissions.get(id);
    const key = stored && (await this.keyStore().keyOf(stored));
    if (key === null) throw new Error('Its key is lost.');
    const sealed = await sealBytes(key, file, bytes, digest);
    this.disk.attachments.set(file, await sealAttachment(key, row, sealed));
    this.disk.blobs.set(file, sealed.bytes);
    return row;
  }

  async submitted(options: DraftOptions = {}): Promise<SubmissionId> {
    const id = await this.draft(options);
    const result = await submit(this.ports(), id, signature());
    if (result.status !== 'saved') throw new Error(`Submit said ${JSON.stringify(result)}`);
    return id;
  }

  row(id: SubmissionId): Submission {
    const row = this.disk.submission(id);
    if (row === undefined) throw new Error('There is no such submission.');
    return row;
  }

  /** The submission with its decrypted personal data, as a page shows it. */
  async opened(id: SubmissionId): Promise<Submission> {
    return readable(await this.ports().store.submission(id));
  }

  async form(id: SubmissionId): Promise<OpenContents> {
    return readable(await this.ports().store.contents(id));
  }

  /** The key store of a process. */
  keyStore(): KeyStore {
    return memoryKeyStore(this.disk, this.storages, this.newId, digest);
  }

  /** Deletes the copies of one file. */
  loseCopy(id: SubmissionId, file: AttachmentId): void {
    for (const name of [file, encryptedCopyName(file)]) this.copyDisk.get(id)?.delete(name);
  }

  /** Changes the draft as another tab does. */
  async edit(id: SubmissionId, change: Partial<DraftRow>): Promise<void> {
    const { draft, submission } = await this.form(id);
    const key = await this.keyStore().keyOf(submission);
    if (key === null) throw new Error('Its key is lost.');
    this.disk.drafts.set(id, await sealDraft(key, { ...draft, ...change }));
  }

  /** One drain in its own process, in virtual time. */
  drain(options: Partial<DrainOptions> = {}, ports = this.ports()): Promise<DrainResult> {
    const { signal } = new AbortController();
    const limits = { budgetMs: 600_000, maxCallMs: 600_000, signal };
    return this.clock.run(drain(ports, { ...limits, ...options }));
  }

  /** Drains until no submission waits. Lets virtual time pass between drains. */
  async settle(maxDrains = 200): Promise<void> {
    for (let n = 0; n < maxDrains; n += 1) {
      const result = await this.drain();
      if (result.status === 'drained') {
        if (result.waiting === 0) return;
        const { nextAt } = result;
        if (nextAt !== null && nextAt > this.clock.now())
          this.clock.pass(nextAt - this.clock.now());
      } else this.clock.pass(60_000);
    }
    throw new Error('The outbox did not empty.');
  }
}

export const signature = (text = 'strokes'): Blob => new Blob([text], { type: 'image/png' });

export const draftSubmission = (
  id: SubmissionId,
  kind: FormKind,
  sequence: number,
  at: number,
): DraftSubmission => ({
  id,
  kind,
  status: 'draft',
  formId: null,
  sequence,
  isBusiness: false,
  personal: {
    customerName: 'Thandi Nkosi',
    terms: ['thandi', 'nkosi'],
    simCardNumber: '8927010000001234560',
  },
  createdAt: at,
  changedAt: at,
  day: localDay(at),
  submittedAt: null,
  missing: 0,
  section: 'review',
  steps: [],
  documents: {},
  nextAttemptAt: null,
  maybeTwice: [],
  bytesLeft: 0,
  history: [],
});
