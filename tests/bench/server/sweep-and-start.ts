import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openS3Store } from '../../../server/files/s3-store.ts';
import { openSpool } from '../../../server/files/spool.ts';
import { deleteOrphans } from '../../../server/jobs/garbage.ts';
import { createLog } from '../../../server/log.ts';
import { openSqliteRepository } from '../../../server/repository/repository.ts';
import { s3OptionsOf, startFakeS3 } from '../../support/server/fake-s3.ts';
import { newRing } from '../../support/server/stored-forms.ts';
import type { Bench } from '../bench.ts';
import { ms, table } from '../figures.ts';
import { startMeasured } from './measured-server.ts';

const FILES = 100_000;
/** Below the share at which a sweep assumes that the database is a wrong one. */
const STRAYS = 900;
const DAY = '2026/11/20';

/** Inserts rows of one form that name these files. */
function speakOf(file: string, names: readonly string[]): void {
  const database = new DatabaseSync(file);
  const formId = randomUUID();
  database.exec('PRAGMA synchronous = OFF; BEGIN');
  database.prepare('INSERT INTO forms (form_id, issued_at) VALUES (?, 0)').run(formId);
  const insert = database.prepare(
    `INSERT INTO documents (form_file_id, form_id, category, storage_name, name, content_type, size, sha256, sealed_key, received_at, position)
     VALUES (?, ?, 'idDocument', ?, ?, 'image/jpeg', 1, 'a', 'a', 0, 1)`,
  );
  for (const name of names) insert.run(randomUUID(), formId, name, name);
  database.exec('COMMIT');
  database.close();
}

async function sweptDay(folder: string): Promise<readonly string[]> {
  const s3 = await startFakeS3();
  const names = Array.from({ length: FILES }, () => `${DAY}/${randomUUID()}`);
  for (const name of names) s3.objects.set(`veld/${name}`, Buffer.alloc(1));
  const file = join(folder, 'sweep.sqlite');
  const repository = openSqliteRepository(file, newRing());
  speakOf(file, names.slice(STRAYS));
  const now = () => Date.UTC(2026, 11, 23);
  const log = createLog({ write: () => true }, now);
  const spool = openSpool(mkdtempSync(join(folder, 'spool-')), 1000);
  const files = await openS3Store(s3OptionsOf(s3), spool, now);
  const listing = performance.now();
  for await (const _ of files.namesOf('2026-11-20'));
  const listed = performance.now() - listing;
  const from = performance.now();
  await deleteOrphans({ repository, files, log, maySweep: false })(now());
  const took = performance.now() - from;
  const left = s3.objects.size;
  await repository.close();
  await s3.stop();
  return [
    `sweep of a day of ${FILES} objects, ${FILES - left} of them strays`,
    ms(took),
    `≤ 60 s; ${ms(listed)} of it the tests' own store, listing`,
  ];
}

async function startOver(folder: string): Promise<readonly string[]> {
  const data = join(folder, 'data');
  const env = { VELD_DATA_DIR: data, VELD_DIST_DIR: join(folder, 'none') };
  const empty = await startMeasured('server/main.ts', env);
  await empty.stop();
  const kept = join(data, 'files');
  mkdirSync(kept, { recursive: true });
  const names = Array.from({ length: FILES }, () => randomUUID());
  for (const name of names) writeFileSync(join(kept, name), '');
  speakOf(join(data, 'veld.sqlite'), names);
  const full = await startMeasured('server/main.ts', env);
  await full.stop();
  return [
    `start over a folder of ${FILES} files`,
    ms(full.startMs),
    `${ms(empty.startMs)} over an empty one`,
  ];
}

export const sweepAndStart: Bench = {
  name: 'server-sweep',
  title: 'A day’s sweep, and a start with many files',
  isOfServer: true,
  run: async ({ say }) => {
    const folder = mkdtempSync(join(tmpdir(), 'veld-sweep-'));
    const rows = [
      ['what', 'took', 'goal; beside it'],
      await sweptDay(folder),
      await startOver(folder),
    ];
    rmSync(folder, { recursive: true, force: true });
    say(table(rows));
  },
};
