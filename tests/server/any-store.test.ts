import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildApp } from '../../server/app.ts';
import type { FolderStore } from '../../server/files/file-store-port.ts';
import { createLog } from '../../server/log.ts';
import {
  CommitInDoubt,
  type Repository,
  StoreUnavailable,
} from '../../server/repository/repository-port.ts';
import {
  type MemoryRepositoryState,
  memoryForms,
  newMemoryState,
  openMemoryRepository,
} from '../support/server/memory-repository.ts';
import { openMemoryFileStore, openMemoryPartials } from '../support/server/memory-stores.ts';
import { newRing } from '../support/server/stored-forms.ts';
import { applicationKey, type Call, type Device, deviceOf, sendTo } from './support/harness.ts';
import { filePart, formIdPart, jpeg, png, registrationBody } from './support/samples.ts';

const path = (call: string) => `/api/SimRegistration/${call}`;
const now = () => Date.UTC(2026, 10, 20);

let memory: MemoryRepositoryState;
let repository: Repository;
let files: FolderStore;
let app: FastifyInstance;
let phone: Device;
let formId: string;

/** Starts the server over these stores, and creates a phone with a form. */
async function serve(over: Repository): Promise<void> {
  app = await buildApp({
    repository: over,
    files,
    partials: openMemoryPartials(),
    tidyFiles: async () => {},
    uncommittedFiles: (_count, act) => act(),
    keys: newRing(),
    distDir: null,
    applicationKey,
    now,
    log: createLog({ write: () => true }, now),
  });
  phone = deviceOf((call: Call) => sendTo(app, call), randomUUID());
  formId = await phone.newForm();
}

beforeEach(async () => {
  files = openMemoryFileStore();
  memory = newMemoryState();
  repository = openMemoryRepository(memory);
  await serve(repository);
});
afterEach(() => app.close());

const keptNames = async () => {
  const all: string[] = [];
  for await (const some of files.names()) all.push(...some);
  return all.toSorted();
};
const sign = (mark: string, headers = {}) =>
  phone.upload(
    path('SaveSignature'),
    [formIdPart(formId), filePart('signature.png', png(mark), 'image/png')],
    headers,
  );

describe('with stores other than SQLite and a folder, which run every effect twice', () => {
  it('a submission whose calls each arrive three times is stored once', async () => {
    const thrice = async (
      send: (headers: Record<string, string>) => Promise<{ status: number }>,
    ) => {
      const headers = { 'idempotency-key': randomUUID() };
      const replies = await Promise.all([send(headers), send(headers), send(headers)]);
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    };
    const body = registrationBody(formId);
    await thrice((headers) =>
      phone.call({ method: 'POST', url: path('RegisterSim'), body, headers }),
    );
    await thrice((headers) => sign('one', headers));
    await thrice((headers) => sign('two', headers));
    for (const mark of ['a', 'b']) {
      const parts = [formIdPart(formId), filePart(`${mark}.jpg`, jpeg(mark))];
      await thrice((headers) => phone.upload(path('SaveIdDocument'), parts, headers));
    }
    const form = memoryForms(memory).find((it) => it.formId === formId);
    expect(form?.content?.formData['surname']).toBe('Nkosi');
    const stored = [...(form?.signature ?? []), ...(form?.documents ?? [])];
    expect(stored.map(({ name }) => name)).toEqual(['signature.png', 'a.jpg', 'b.jpg']);
    expect(await keptNames()).toEqual(stored.map(({ storageName }) => storageName).toSorted());

    const [document] = form?.documents ?? [];
    const read = await phone.call({ url: `/api/documents/${document?.formFileId}` });
    expect(read.bytes.equals(jpeg('a'))).toBe(true);
    const remove = `${path('RemoveDocument')}?formId=${formId}&registrationFileId=${document?.formFileId}`;
    await thrice((headers) => phone.call({ method: 'DELETE', url: remove, headers }));
    expect(await keptNames()).toHaveLength(2);
  });

  it('reads the stored answer of a key once before it acts', async () => {
    let reads = 0;
    await app.close();
    await serve({
      ...repository,
      recentAnswer: (deviceId, key) => {
        reads += 1;
        return repository.recentAnswer(deviceId, key);
      },
    });
    const headers = { 'idempotency-key': randomUUID() };
    await sign('one', headers);
    expect(reads).toBe(1);
    expect((await sign('one', headers)).headers['idempotency-replayed']).toBe('true');
    expect(reads).toBe(2);
  });
});

describe('a store that fails', () => {
  const failing = async (error: Error) => {
    expect((await sign('first')).status).toBe(200);
    const [first = ''] = await keptNames();
    await app.close();
    const { id } = phone;
    await serve({
      ...repository,
      exactlyOnce: async (claim, at, effect) => {
        if (error instanceof CommitInDoubt) await repository.exactlyOnce(claim, at, effect);
        throw error;
      },
    });
    phone = deviceOf((call: Call) => sendTo(app, call), id);
    await phone.newForm();
    return first;
  };

  it('at a commit in doubt deletes no file', async () => {
    const first = await failing(new CommitInDoubt('the disk broke'));
    const before = await keptNames();
    expect((await sign('second')).status).toBe(503);
    expect(await keptNames()).toEqual(expect.arrayContaining([first]));
    expect(await keptNames()).toHaveLength(before.length + 1);
  });

  it.each([
    ['busy', '5'],
    ['full', '600'],
  ] as const)('for it is %s holds the whole outbox', async (reason, wait) => {
    const first = await failing(new StoreUnavailable(reason, new Error('as it says')));
    const reply = await sign('second');
    expect([reply.status, reply.headers['retry-after']]).toEqual([503, wait]);
    expect(await keptNames()).toEqual([first]);
  });
});
