import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPostgresEngine } from '../../../server/database/postgres-engine.ts';
import { openS3Store } from '../../../server/files/s3-store.ts';
import { openSpool } from '../../../server/files/spool.ts';
import { deleteOrphans } from '../../../server/jobs/garbage.ts';
import type { KeyRing } from '../../../server/keys/key-ring.ts';
import { findKeys, makeKeysFile } from '../../../server/keys/keys-file.ts';
import { createLog } from '../../../server/log.ts';
import { openRepository } from '../../../server/repository/repository.ts';
import { type PostgresProxy, proxyTo } from '../../support/network/postgres-proxy.ts';
import { type FakeS3, s3OptionsOf, startFakeS3 } from '../../support/server/fake-s3.ts';
import { postgresOf, postgresVersions } from '../../support/server/postgres.ts';
import { storedInPostgres } from '../../support/server/stored-forms.ts';
import { fetchDocumented } from '../support/documented.ts';
import { multipartBody, multipartType, type UploadedPart } from '../support/multipart.ts';
import { postgresOptions } from '../support/postgres-options.ts';
import {
  freePort,
  type RunningServer,
  remotePhone,
  startServer,
  until,
} from '../support/process.ts';
import { filePart, formIdPart, jpeg, png } from '../support/samples.ts';

const saveId = '/api/SimRegistration/SaveIdDocument';
const saveSignature = '/api/SimRegistration/SaveSignature';
const DAY_MS = 24 * 3_600_000;

describe.skipIf(postgresVersions.length === 0)(
  'a server over PostgreSQL and a bucket, killed',
  () => {
    let folder: string;
    let url: string;
    let s3: FakeS3;
    let proxy: PostgresProxy;
    let port: number;
    let server: RunningServer;
    let phone: ReturnType<typeof remotePhone>;
    let formId: string;
    let ring: KeyRing;

    const start = async () => {
      server = await startServer(join(folder, 'data'), port, {
        DATABASE_URL: proxy.url,
        S3_BUCKET: s3.bucket,
        S3_ENDPOINT: s3.endpoint,
        S3_PREFIX: 'veld/',
        S3_ACCESS_KEY_ID: 'id',
        S3_SECRET_ACCESS_KEY: 'secret',
        VELD_SPOOL_DIR: join(folder, 'spool'),
        VELD_KEYS_FILE: join(folder, 'keys.json'),
      });
    };

    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), 'veld-bucket-'));
      makeKeysFile(join(folder, 'keys.json'));
      ({ ring } = findKeys(join(folder, 'keys.json'), folder));
      url = await (await postgresOf(postgresVersions[0])).newDatabase();
      [s3, proxy, port] = await Promise.all([startFakeS3(), proxyTo(url), freePort()]);
      await start();
      phone = remotePhone(port, randomUUID());
      formId = await phone.newForm();
    });
    afterEach(async () => {
      await server.kill();
      await Promise.all([proxy.stop(), s3.stop()]);
      rmSync(folder, { recursive: true, force: true });
    });

    const objects = () => [...s3.objects.keys()].filter((key) => key !== 'veld/store-id');
    const spoken = async () =>
      (await storedInPostgres(url, ring))
        .flatMap(({ signature, documents }) => [...signature, ...documents])
        .map(({ storageName }) => `veld/${storageName}`);
    const send = (path: string, part: UploadedPart, key: string) =>
      fetchDocumented(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        headers: { ...phone.headers(), 'content-type': multipartType, 'idempotency-key': key },
        body: new Uint8Array(multipartBody([formIdPart(formId), part])),
      });
    const photo = filePart('a.jpg', jpeg('a', 100_000));
    /** Runs the daily sweep as of 33 days later. */
    const sweepLater = async () => {
      const repository = openRepository(await openPostgresEngine(postgresOptions(url)), ring);
      const now = () => Date.now() + 33 * DAY_MS;
      const log = createLog({ write: () => true }, now);
      const spool = openSpool(mkdtempSync(join(folder, 'other-')), 1000);
      const files = await openS3Store(s3OptionsOf(s3), spool, now);
      await deleteOrphans({ repository, files, log, maySweep: false })(now());
      await repository.close();
    };

    it('during an upload leaves no object, and its next start empties the spool', async () => {
      const upload = phone.uploadPartly(saveId, [formIdPart(formId), photo], 60_000);
      const spoolFiles = () =>
        readdirSync(join(folder, 'spool'), { recursive: true, withFileTypes: true }).filter(
          (entry) => entry.isFile() && !entry.name.includes('sqlite'),
        );
      await until(() => spoolFiles().length > 0);
      await server.kill();
      upload.socket.destroy();
      expect(objects()).toEqual([]);
      await start();
      expect(spoolFiles()).toEqual([]);
      // One folder of the running server. The lock file beside it is for starts.
      const folders = readdirSync(join(folder, 'spool'), { withFileTypes: true }).filter((entry) =>
        entry.isDirectory(),
      );
      expect(folders).toHaveLength(1);
    });

    it('after an upload leaves a file that the daily job deletes, and none that a row names', async () => {
      const key = randomUUID();
      s3.plan(async ({ method }) => {
        if (method !== 'PUT') return null;
        s3.plan(() => null);
        await server.kill();
        return 'drop-after';
      });
      await expect(send(saveId, photo, key)).rejects.toThrow();
      await until(() => objects().length === 1);
      await start();
      expect((await send(saveId, photo, key)).status).toBe(200);
      expect(objects()).toHaveLength(2);
      await sweepLater();
      expect(objects()).toEqual(await spoken());
    });

    it.each([
      ['cut-before', null, 2],
      ['cut-after', 'true', 1],
    ] as const)(
      'at the commit (%s) ends in one copy and no other file',
      async (kind, replayed, kept) => {
        const key = randomUUID();
        s3.plan(({ method }) => {
          if (method === 'PUT') proxy.fault(kind, () => server.kill());
          return null;
        });
        await expect(send(saveId, photo, key)).rejects.toThrow();
        s3.plan(() => null);
        await start();
        const again = await send(saveId, photo, key);
        expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, replayed]);
        expect(objects()).toHaveLength(kept);
        await sweepLater();
        expect(objects()).toEqual(await spoken());
        expect(objects()).toHaveLength(1);
      },
    );

    it('before it deletes freed files leaves the deletion to the next start', async () => {
      const sign = (mark: string) =>
        send(saveSignature, filePart('signature.png', png(mark), 'image/png'), randomUUID());
      expect((await sign('first')).status).toBe(200);
      s3.plan(async ({ method }) => {
        if (method !== 'DELETE') return null;
        s3.plan(() => null);
        await server.kill();
        return 'drop-before';
      });
      await expect(sign('second')).rejects.toThrow();
      expect(objects()).toHaveLength(2);
      await start();
      expect(objects()).toEqual(await spoken());
      expect(objects()).toHaveLength(1);
    });

    it('does not start with another bucket', async () => {
      expect((await send(saveId, photo, randomUUID())).status).toBe(200);
      await server.kill();
      s3.objects.set('veld/store-id', Buffer.from(randomUUID()));
      await expect(start()).rejects.toThrow(/belongs to another database/);
    });

    it('while the bucket does not answer accepts forms, and makes phones repeat uploads', async () => {
      s3.plan(() => 'unavailable');
      const reply = await send(saveId, photo, randomUUID());
      expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '5']);
      expect(await phone.newForm()).toMatch(/^[0-9a-f-]{36}$/);
      s3.plan(() => null);
      expect((await send(saveId, photo, randomUUID())).status).toBe(200);
      expect(await spoken()).toEqual(objects());
    });
  },
);
