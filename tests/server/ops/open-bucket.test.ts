import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeKeysFile } from '../../../server/keys/keys-file.ts';
import { createLog } from '../../../server/log.ts';
import { openApp } from '../../../server/ops/open-app.ts';
import { type FakeS3, s3OptionsOf, startFakeS3 } from '../../support/server/fake-s3.ts';
import { postgresOf, postgresVersions } from '../../support/server/postgres.ts';
import { applicationKey, type Call, deviceOf, sendTo } from '../support/harness.ts';
import { postgresOptions } from '../support/postgres-options.ts';
import { filePart, formIdPart, jpeg } from '../support/samples.ts';

describe.skipIf(postgresVersions.length === 0)(
  'servers that start at once over a new bucket',
  () => {
    let folder: string;
    let s3: FakeS3;
    let url: string;
    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), 'veld-bucket-start-'));
      makeKeysFile(join(folder, 'keys.json'));
      s3 = await startFakeS3();
      url = await (await postgresOf(postgresVersions[0])).newDatabase();
    });
    afterEach(async () => {
      await s3.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    const now = () => Date.UTC(2026, 10, 20);
    const start = async () => {
      const { app } = await openApp({
        dataDir: join(folder, 'unused'),
        postgres: postgresOptions(url),
        bucket: { s3: s3OptionsOf(s3), spoolDir: join(folder, 'spool'), spoolBytes: 1e9 },
        keysFile: join(folder, 'keys.json'),
        maySweep: false,
        distDir: null,
        applicationKey,
        log: createLog({ write: () => true }, now),
        now,
      });
      return app;
    };

    it.each(['GET', 'HEAD'])(
      'start together on one bucket, also if one starts completely during the other’s call (%s)',
      async (overtaken) => {
        const others: Awaited<ReturnType<typeof start>>[] = [];
        s3.plan(async ({ method }) => {
          if (method !== overtaken) return null;
          s3.plan(() => null);
          // While the first server starts, a second server starts completely and takes its first upload.
          const other = await start();
          others.push(other);
          const phone = deviceOf((call: Call) => sendTo(other, call), randomUUID());
          const parts = [formIdPart(await phone.newForm()), filePart('a.jpg', jpeg())];
          const { status } = await phone.upload('/api/SimRegistration/SaveIdDocument', parts);
          expect(status).toBe(200);
          return null;
        });
        const app = await start();
        expect(others).toHaveLength(1);
        await Promise.all([app, ...others].map((it) => it.close()));
      },
    );
  },
);

it('each start over a bucket logs that the sweep protection is off', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'veld-bucket-sweep-'));
  const s3 = await startFakeS3();
  const now = () => Date.UTC(2026, 10, 20);
  try {
    for (const maySweep of [true, true, false]) {
      let logged = '';
      const write = (line: string) => {
        logged += line;
        return true;
      };
      const { app } = await openApp({
        dataDir: join(folder, 'data'),
        postgres: null,
        bucket: { s3: s3OptionsOf(s3), spoolDir: join(folder, 'spool'), spoolBytes: 1e9 },
        keysFile: null,
        maySweep,
        distDir: null,
        applicationKey,
        log: createLog({ write }, now),
        now,
      });
      await app.close();
      expect(logged.includes('"level":"warn","event":"sweep-protection-off"')).toBe(maySweep);
    }
  } finally {
    await s3.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
