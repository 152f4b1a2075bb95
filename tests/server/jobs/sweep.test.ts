import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { DatedStore } from '../../../server/files/file-store-port.ts';
import { openS3Store } from '../../../server/files/s3-store.ts';
import { openSpool } from '../../../server/files/spool.ts';
import { deleteOrphans } from '../../../server/jobs/garbage.ts';
import { createLog } from '../../../server/log.ts';
import type { Repository } from '../../../server/repository/repository-port.ts';
import { type FakeS3, s3OptionsOf, startFakeS3 } from '../../support/server/fake-s3.ts';
import { newMemoryState, openMemoryRepository } from '../../support/server/memory-repository.ts';
import { answered, file } from '../support/repository-subject.ts';

const day = (number: number, hour = 0) => Date.UTC(2026, 10, number, hour);
const nameOn = (number: number) => `2026/11/${number}/${randomUUID()}`;

let s3: FakeS3;
let repository: Repository;
let files: DatedStore;
let spool: string;
let lines: string[];
beforeAll(async () => {
  s3 = await startFakeS3();
});
afterAll(() => s3.stop());
beforeEach(async () => {
  s3.objects.clear();
  s3.plan(() => null);
  lines = [];
  repository = openMemoryRepository(newMemoryState());
  spool = mkdtempSync(join(tmpdir(), 'veld-spool-'));
  files = await openS3Store(s3OptionsOf(s3), openSpool(spool, 1000), () => day(1));
});
afterEach(() => rmSync(spool, { recursive: true }));

const sweepAt = (trusted: number, maySweep = false) => {
  const log = createLog({ write: (line) => lines.push(line) }, () => 0);
  return deleteOrphans({ repository, files, log, maySweep })(trusted);
};
const put = (...names: string[]) => {
  for (const name of names) s3.objects.set(`veld/${name}`, Buffer.from('x'));
  return names;
};
const left = () => [...s3.objects.keys()].map((key) => key.slice('veld/'.length)).toSorted();
/** Stores a form whose signature rows name these files. */
const speakOf = async (names: readonly string[]) => {
  const owner = { formId: randomUUID(), deviceId: randomUUID(), kind: 'registration' as const };
  await repository.issueForm(owner.formId, owner.deviceId, 1);
  const signature = names.map((storageName) => ({ ...file('x'), storageName }));
  await repository.exactlyOnce(null, 1, async (forms) => {
    await forms.bindForm(owner);
    await forms.replaceSignature(owner.formId, signature, 1);
    return answered('');
  });
};

it('deletes files without a row 30 days after their day ends', async () => {
  const known = put(nameOn(20), nameOn(21));
  await speakOf(known);
  const [stray = '', young = ''] = put(nameOn(20), nameOn(21));
  await sweepAt(day(50, 23));
  expect(left()).toEqual([...known, stray, young].toSorted());
  await sweepAt(day(51));
  expect(left()).toEqual([...known, young].toSorted());
  await sweepAt(day(52));
  expect(left()).toEqual(known.toSorted());
});

it('checks each day once, and continues there after a kill', async () => {
  put(nameOn(18), nameOn(20), nameOn(21));
  const listed: string[] = [];
  let dies = true;
  s3.plan(({ method, key }) => {
    if (method === 'GET' && key === '') listed.push('list');
    return dies && method === 'DELETE' ? 'drop-before' : null;
  });
  await expect(sweepAt(day(60))).rejects.toThrow();
  expect(left()).toHaveLength(3);
  dies = false;
  await sweepAt(day(60));
  expect(left()).toEqual([]);
  listed.length = 0;
  await sweepAt(day(60));
  expect(listed).toEqual([]);
  const late = put(nameOn(19));
  await sweepAt(day(61));
  expect(left()).toEqual(late);
});

it('deletes nothing if too many files of a day are unknown, until a person allows it', async () => {
  const strays = put(...Array.from({ length: 21 }, () => nameOn(20)));
  await sweepAt(day(55));
  expect(left()).toEqual(strays.toSorted());
  expect(lines.join('')).toContain('"sweep-refused","count":21');
  await sweepAt(day(55), true);
  expect(left()).toEqual([]);
});

it('gives a small operator 30 days to restore the right database', async () => {
  const perDay = [20, 21, 22].map((number) =>
    put(...Array.from({ length: 15 }, () => nameOn(number))),
  );
  const all = left();
  // The database is older than the bucket: it has no rows for the files of three days.
  for (const number of [24, 30, 45, 50]) await sweepAt(day(number));
  expect(left()).toEqual(all);
  for (const names of perDay) await speakOf(names);
  await sweepAt(day(60));
  expect(left()).toEqual(all);
});
