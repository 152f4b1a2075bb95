import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { OperatorError } from '../../../server/operator-error.ts';
import { postgresOf, postgresVersions, query } from '../../support/server/postgres.ts';
import { openHarness } from '../support/harness.ts';
import { postgresOptions } from '../support/postgres-options.ts';

const newer = /^A newer Veld has changed the database\. Nothing was changed\./;

async function expectRefusal(started: Promise<unknown>): Promise<void> {
  const error = await started.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(OperatorError);
  expect(error).toMatchObject({ message: expect.stringMatching(newer) });
}

it('a SQLite database that a newer server changed is refused with words', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'veld-newer-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  await (await openHarness({}, dataDir)).app.close();
  const database = new DatabaseSync(join(dataDir, 'veld.sqlite'));
  onTestFinished(() => database.close());
  database.exec('PRAGMA user_version = 99');
  await expectRefusal(openHarness({}, dataDir));
  expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: 99 });
});

it.skipIf(postgresVersions.length === 0)(
  'a PostgreSQL database that a newer server changed is refused with words',
  async () => {
    const url = await (await postgresOf(postgresVersions[0])).newDatabase();
    const options = { postgres: postgresOptions(url), bucket: null };
    const server = await openHarness(options);
    await server.app.close();
    await query(url, "INSERT INTO kysely_migration VALUES ('9999-later', '2026-11-29T00:00:00Z')");
    await expectRefusal(openHarness(options));
  },
);
