import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { storedFiles } from '../../support/disk/stored-files.ts';
import { makeOlderFolder } from '../support/older-folder.ts';
import { freePort, startServer, until } from '../support/process.ts';

it('a server that is killed again and again while it encrypts an older server’s data loses and duplicates nothing', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'veld-upgrade-'));
  const { forms } = makeOlderFolder(dataDir, 300, 'Kanarie');
  const port = await freePort();
  const leftIn = (table: string, column: string): number => {
    const database = new DatabaseSync(join(dataDir, 'veld.sqlite'), { readOnly: true });
    const row = database.prepare(`SELECT count(*) n FROM ${table} WHERE ${column} IS NULL`).get();
    database.close();
    return Number(row?.['n']);
  };
  const left = () =>
    leftIn('submissions', 'sealed') +
    leftIn('documents', 'sealed_key') +
    leftIn('signatures', 'sealed_key');
  const seen: number[] = [];
  for (let kill = 0; kill < 5; kill += 1) {
    const server = await startServer(dataDir, port);
    // Each kill comes further on: first among the forms, then among the files.
    await until(() => left() <= 890 - kill * 120);
    await server.kill();
    seen.push(left());
  }
  // The first kill came in the middle, and later starts continued from there.
  expect([seen[0] !== 900, seen.at(-1) !== 0]).toEqual([true, true]);
  const server = await startServer(dataDir, port);
  await until(() => left() === 0);
  await server.stop();
  for (const { formId, document, signature } of forms) {
    expect(storedFiles(dataDir, formId).map(({ bytes }) => bytes)).toEqual([signature, document]);
  }
  expect(readdirSync(join(dataDir, 'files'))).toHaveLength(601);
  rmSync(dataDir, { recursive: true, force: true });
}, 120_000);
