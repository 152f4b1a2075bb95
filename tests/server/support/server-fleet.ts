import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgresEngine } from '../../../server/database/postgres-engine.ts';
import { openS3Store } from '../../../server/files/s3-store.ts';
import { openedFile } from '../../../server/files/sealed-files.ts';
import { openSpool } from '../../../server/files/spool.ts';
import { deleteOrphans, emptyGarbage } from '../../../server/jobs/garbage.ts';
import { findKeys, makeKeysFile } from '../../../server/keys/keys-file.ts';
import { createLog } from '../../../server/log.ts';
import { openRepository } from '../../../server/repository/repository.ts';
import type { Repository, StoredFile } from '../../../server/repository/repository-port.ts';
import { type FakeS3, s3OptionsOf, startFakeS3 } from '../../support/server/fake-s3.ts';
import { type Postgres, postgresOf, postgresVersions } from '../../support/server/postgres.ts';
import { type StoredForm, storedInPostgres } from '../../support/server/stored-forms.ts';
import { postgresOptions } from './postgres-options.ts';
import { freePort, type RunningServer, startServer } from './process.ts';

const DAY_MS = 24 * 3_600_000;

/** Servers in processes of their own that share one PostgreSQL and one bucket. */
export type ServerFleet = Readonly<{
  ports: readonly number[];
  s3: FakeS3;
  server: (index: number) => RunningServer;
  start: (index: number) => Promise<void>;
  forms: () => Promise<readonly StoredForm[]>;
  /** Opens another repository over the same database, as a command does. */
  repository: () => Promise<Repository>;
  /** The file's decrypted bytes from the bucket. Null if the file is missing. */
  bytesOf: (file: StoredFile) => Buffer | null;
  /** Runs the jobs as of some days later. */
  sweepLater: () => Promise<void>;
  stop: () => Promise<void>;
}>;

export async function startFleet(
  size: number,
  postgres: Promise<Postgres> = postgresOf(postgresVersions[0]),
): Promise<ServerFleet> {
  const folder = mkdtempSync(join(tmpdir(), 'veld-fleet-'));
  const keysFile = join(folder, 'keys.json');
  makeKeysFile(keysFile);
  const { ring } = findKeys(keysFile, folder);
  const url = await (await postgres).newDatabase();
  const s3 = await startFakeS3();
  const ports = await Promise.all(Array.from({ length: size }, freePort));
  const servers: RunningServer[] = [];
  const server = (index: number): RunningServer => {
    const running = servers[index];
    if (running === undefined) throw new Error('There is no such server.');
    return running;
  };
  const start = async (index: number) => {
    servers[index] = await startServer(join(folder, 'unused'), ports[index] ?? 0, {
      DATABASE_URL: url,
      S3_BUCKET: s3.bucket,
      S3_ENDPOINT: s3.endpoint,
      S3_PREFIX: 'veld/',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
      VELD_SPOOL_DIR: join(folder, 'spool'),
      VELD_KEYS_FILE: keysFile,
      // Each call names its caller in a header, as a load balancer does.
      VELD_TRUST_PROXY: 'loopback',
      VELD_ANNOUNCE: 'yes',
    });
  };
  await Promise.all(ports.map((_, index) => start(index)));
  const repository = async () =>
    openRepository(await openPostgresEngine(postgresOptions(url)), ring);
  return {
    ports,
    s3,
    server,
    start,
    forms: () => storedInPostgres(url, ring),
    repository,
    bytesOf: (file) => {
      const bytes = s3.objects.get(`veld/${file.storageName}`);
      return bytes === undefined ? null : openedFile(bytes, file, ring);
    },
    sweepLater: async () => {
      const own = await repository();
      const now = () => Date.now() + 33 * DAY_MS;
      const log = createLog({ write: () => true }, now);
      const spool = openSpool(mkdtempSync(join(folder, 'other-')), 1000);
      const files = await openS3Store(s3OptionsOf(s3), spool, now);
      await emptyGarbage({ repository: own, files });
      // The sweep checks each day once. These tests may run several sweeps on one day, so the mark is set back.
      await own.setMark('swept', new Date(Date.now() - 2 * DAY_MS).toISOString().slice(0, 10));
      await deleteOrphans({ repository: own, files, log, maySweep: true })(now());
      await own.close();
    },
    stop: async () => {
      await Promise.all(servers.map((running) => running.kill()));
      await s3.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
