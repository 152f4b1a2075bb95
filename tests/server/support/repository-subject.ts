import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { openPostgresEngine } from '../../../server/database/postgres-engine.ts';
import { openRepository, openSqliteRepository } from '../../../server/repository/repository.ts';
import type {
  Answered,
  Claim,
  FormContent,
  FormOwner,
  FormsTransaction,
  Repository,
  StoredDocument,
  StoredFile,
} from '../../../server/repository/repository-port.ts';
import {
  memoryForms,
  newMemoryState,
  openMemoryRepository,
} from '../../support/server/memory-repository.ts';
import { postgresOf, postgresVersions } from '../../support/server/postgres.ts';
import {
  newRing,
  type StoredForm,
  storedForms,
  storedInPostgres,
} from '../../support/server/stored-forms.ts';
import { postgresOptions } from './postgres-options.ts';

/** One store: opens it any number of times, returns its forms, and removes it. */
type Store = Readonly<{
  open: () => Promise<Repository>;
  forms: () => Promise<readonly StoredForm[]>;
  remove: () => void;
}>;

const ring = newRing();

/** The repositories that the tests of the port run on. Each function makes a new store. */
export const stores: readonly (readonly [string, () => Promise<Store>])[] = [
  [
    'SQLite',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'veld-repository-'));
      const file = join(folder, 'veld.sqlite');
      return {
        open: async () => openSqliteRepository(file, ring),
        forms: async () => storedForms(file, ring),
        remove: () => rmSync(folder, { recursive: true, force: true }),
      };
    },
  ],
  [
    'memory',
    async () => {
      const state = newMemoryState();
      return {
        open: async () => openMemoryRepository(state),
        forms: async () => memoryForms(state),
        remove: () => undefined,
      };
    },
  ],
  ...postgresVersions.map((version): [string, () => Promise<Store>] => [
    `PostgreSQL ${version}`,
    async () => {
      const url = await (await postgresOf(version)).newDatabase();
      return {
        open: async () => openRepository(await openPostgresEngine(postgresOptions(url)), ring),
        forms: () => storedInPostgres(url, ring),
        remove: () => undefined,
      };
    },
  ]),
];

export const file = (mark: string): StoredFile => ({
  storageName: randomUUID(),
  name: `${mark}.jpg`,
  contentType: 'image/jpeg',
  size: mark.length,
  sha256: `hash of ${mark}`,
  sealedKey: `key of ${mark}`,
});
export const document = (mark: string, receivedAt = 1): StoredDocument => ({
  ...file(mark),
  formFileId: randomUUID(),
  receivedAt,
});
export const content = (formId: string, surname: string): FormContent => ({
  formId,
  isBusinessCustomer: true,
  latitude: -33.9,
  longitude: null,
  formData: { surname, businessType: 1 },
});
export const answered = (body: string): Answered => ({
  status: 'answered',
  answer: { statusCode: 200, body },
});
export const claimOf = ({ formId, deviceId }: FormOwner, requestHash = 'x'): Claim => ({
  deviceId,
  key: randomUUID(),
  formId,
  requestHash,
});

/** Opens a new store for each test of the file. Returns helpers that do the same as calls. */
export function repositorySubject(newStore: () => Promise<Store>) {
  let store: Store;
  let repository: Repository;
  beforeEach(async () => {
    store = await newStore();
    repository = await store.open();
  });
  afterEach(async () => {
    await repository.close();
    store.remove();
  });

  return {
    get repository() {
      return repository;
    },
    reopen: async () => {
      await repository.close();
      repository = await store.open();
    },
    formAt: async (formId: string) =>
      (await store.forms()).find((form) => form.formId === formId) ?? null,
    newOwner: async (at = 1): Promise<FormOwner> => {
      const owner = { formId: randomUUID(), deviceId: randomUUID(), kind: 'registration' } as const;
      await repository.issueForm(owner.formId, owner.deviceId, at);
      return owner;
    },
    /** Binds the form, then runs `effect` in the same transaction. */
    act: (
      owner: FormOwner,
      effect: (forms: FormsTransaction) => Promise<unknown> = async () => undefined,
      claim: Claim | null = null,
      at = 1,
    ) =>
      repository.exactlyOnce<Answered | { status: 'refused' }>(claim, at, async (forms) => {
        if (!(await forms.bindForm(owner))) return { status: 'refused' };
        return answered(String(await effect(forms)));
      }),
    /** Reads within a transaction that changes nothing. */
    inside: async <T>(read: (forms: FormsTransaction) => Promise<T>): Promise<T> => {
      const ending = await repository.exactlyOnce(null, 1, async (forms) => ({
        status: 'read' as const,
        value: await read(forms),
      }));
      if (ending.status !== 'read') throw new Error('Nothing was read.');
      return ending.value;
    },
  };
}
