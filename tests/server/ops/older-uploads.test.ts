import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PostgresOptions } from '../../../server/database/postgres-engine.ts';
import { makeKeysFile } from '../../../server/keys/keys-file.ts';
import { createLog } from '../../../server/log.ts';
import { findForms } from '../../../server/ops/operator-commands.ts';
import { s3OptionsOf, startFakeS3 } from '../../support/server/fake-s3.ts';
import { postgresOf, postgresVersions } from '../../support/server/postgres.ts';
import { openHarness } from '../support/harness.ts';
import { postgresOptions } from '../support/postgres-options.ts';
import { filePart, formIdPart, jpeg } from '../support/samples.ts';

describe.skipIf(postgresVersions.length === 0)('unfinished uploads in the data folder', () => {
  let dataDir: string;
  let postgres: PostgresOptions;
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'veld-uploads-'));
    postgres = postgresOptions(await (await postgresOf(postgresVersions[0])).newDatabase());
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  const folders = ['partials', 'uploads'].map((name) => () => join(dataDir, name));
  const store = () => {
    for (const folder of folders) {
      mkdirSync(folder(), { recursive: true });
      writeFileSync(join(folder(), 'body'), 'bytes of a phone');
    }
  };
  const areThere = () => folders.map((folder) => existsSync(join(folder(), 'body')));
  const start = () => openHarness({ postgres, bucket: null }, dataDir);

  it('of an older server are deleted by the start of a server over PostgreSQL', async () => {
    store();
    await (await start()).app.close();
    expect(areThere()).toEqual([false, false]);
  });

  it('stay if that start is refused', async () => {
    const sqlite = await openHarness({ postgres: null, bucket: null }, dataDir);
    const phone = sqlite.device();
    const parts = [formIdPart(await phone.newForm()), filePart('a.jpg', jpeg())];
    await phone.upload('/api/SimRegistration/SaveIdDocument', parts);
    await sqlite.app.close();
    store();
    await expect(start()).rejects.toThrow('Nothing was changed');
    expect(areThere()).toEqual([true, true]);
  });

  it('stay if a command opens the database', async () => {
    await (await start()).app.close();
    store();
    const now = () => Date.UTC(2026, 10, 20);
    const log = createLog({ write: () => true }, now);
    const stores = { dataDir, postgres, bucket: null, keysFile: null, now, log };
    expect(await findForms(stores, 'surname', 'Nkosi')).toBe('No form found.\n');
    expect(areThere()).toEqual([true, true]);
  });

  it('stay if the files are in a bucket, because nothing of that server is in the folder', async () => {
    const s3 = await startFakeS3();
    const keysFile = join(dataDir, 'other-keys.json');
    makeKeysFile(keysFile);
    store();
    const spoolDir = join(dataDir, 'spool');
    const bucket = { s3: s3OptionsOf(s3), spoolDir, spoolBytes: 1e9 };
    await (await openHarness({ postgres, bucket, keysFile }, dataDir)).app.close();
    await s3.stop();
    expect(areThere()).toEqual([true, true]);
  });
});
