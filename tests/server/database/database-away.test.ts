import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildApp } from '../../../server/app.ts';
import { openPostgresEngine } from '../../../server/database/postgres-engine.ts';
import type { FileStore } from '../../../server/files/file-store-port.ts';
import { createLog } from '../../../server/log.ts';
import { openRepository } from '../../../server/repository/repository.ts';
import type { Repository } from '../../../server/repository/repository-port.ts';
import { type PostgresProxy, proxyTo } from '../../support/network/postgres-proxy.ts';
import { openMemoryFileStore, openMemoryPartials } from '../../support/server/memory-stores.ts';
import { postgresOf, postgresVersions } from '../../support/server/postgres.ts';
import { newRing, storedInPostgres } from '../../support/server/stored-forms.ts';
import { applicationKey, type Call, type Device, deviceOf, sendTo } from '../support/harness.ts';
import { postgresOptions } from '../support/postgres-options.ts';
import { filePart, formIdPart, jpeg, png } from '../support/samples.ts';

const ring = newRing();
const now = () => Date.UTC(2026, 10, 20);

describe.skipIf(postgresVersions.length === 0)('between the server and PostgreSQL', () => {
  let url: string;
  let proxy: PostgresProxy;
  let repository: Repository;
  let files: FileStore;
  let app: FastifyInstance;
  let phone: Device;
  let formId: string;

  beforeEach(async () => {
    url = await (await postgresOf(postgresVersions[0])).newDatabase();
    proxy = await proxyTo(url);
    repository = openRepository(await openPostgresEngine(postgresOptions(proxy.url)), ring);
    files = openMemoryFileStore();
    app = await buildApp({
      repository,
      files,
      partials: openMemoryPartials(),
      tidyFiles: async () => {},
      uncommittedFiles: (_count, act) => act(),
      keys: ring,
      distDir: null,
      applicationKey,
      now,
      log: createLog({ write: () => true }, now),
    });
    phone = deviceOf((call: Call) => sendTo(app, call), randomUUID());
    formId = await phone.newForm();
  });
  afterEach(async () => {
    await app.close();
    await repository.close();
    await proxy.stop();
  });

  const send = (name: string, headers = {}) =>
    phone.upload(
      '/api/SimRegistration/SaveIdDocument',
      [formIdPart(formId), filePart(name, jpeg(name))],
      headers,
    );
  const sign = (mark: string, headers = {}) =>
    phone.upload(
      '/api/SimRegistration/SaveSignature',
      [formIdPart(formId), filePart('signature.png', png(mark), 'image/png')],
      headers,
    );
  const form = async () => (await storedInPostgres(url, ring)).find((it) => it.formId === formId);
  /** Checks that the file of each row exists. Returns the names of the files. */
  const expectWhole = async () => {
    const stored = await form();
    const rows = [...(stored?.signature ?? []), ...(stored?.documents ?? [])];
    for (const { storageName } of rows) expect(await files.read(storageName)).not.toBeNull();
    return rows.map(({ name }) => name);
  };

  it('a commit that took effect before the connection broke is answered as a success', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    proxy.fault('cut-after');
    const reply = await send('a.jpg', headers);
    expect([reply.status, reply.json.documents.length]).toEqual([200, 1]);
    expect(await expectWhole()).toEqual(['a.jpg']);
    const again = await send('a.jpg', headers);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.text).toBe(reply.text);
  });

  it('a commit that did not take effect gets no success, and succeeds when it is repeated', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    proxy.fault('cut-before');
    const reply = await send('a.jpg', headers);
    expect([reply.status, reply.headers['retry-after']]).toEqual([503, '5']);
    expect(await expectWhole()).toEqual([]);
    expect((await send('a.jpg', headers)).status).toBe(200);
    expect(await expectWhole()).toEqual(['a.jpg']);
  });

  it.each(['cut-before', 'cut-after', 'gone-after'] as const)(
    'no signature loses its file to a commit in doubt (%s)',
    async (kind) => {
      expect((await sign('first')).status).toBe(200);
      const headers = { 'idempotency-key': randomUUID() };
      proxy.fault(kind);
      const { status } = await sign('second', headers);
      expect(status).toBe(kind === 'cut-after' ? 200 : 503);
      expect(await expectWhole()).toEqual(['signature.png']);
      proxy.open();
      expect((await sign('second', headers)).status).toBe(200);
      expect(await expectWhole()).toEqual(['signature.png']);
    },
  );

  it('a commit in doubt without a key never counts as a success', async () => {
    proxy.fault('cut-after');
    expect((await send('a.jpg')).status).toBe(503);
    // The same bytes under the same name are no second document. The answer lists one copy.
    expect((await send('a.jpg')).status).toBe(200);
    expect(await expectWhole()).toEqual(['a.jpg']);
  });

  it('every call waits while the database is away, and succeeds when it is back', async () => {
    proxy.shut();
    const replies = [
      await phone.call({ url: '/api/Info/GetInfo' }),
      await send('a.jpg', { 'idempotency-key': randomUUID() }),
      await send('b.jpg'),
    ];
    expect(replies.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(replies.map(({ headers }) => headers['retry-after'])).toEqual(['5', '5', '5']);
    proxy.open();
    expect((await send('a.jpg')).status).toBe(200);
    expect(await expectWhole()).toEqual(['a.jpg']);
  });
});
