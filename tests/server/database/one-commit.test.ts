import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSqliteRepository } from '../../../server/repository/repository.ts';
import type { Claim, FormOwner, Repository } from '../../../server/repository/repository-port.ts';
import { newRing } from '../../support/server/stored-forms.ts';
import { file as aFile, answered, claimOf } from '../support/repository-subject.ts';

let folder: string;
let file: string;
let repository: Repository;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'veld-together-'));
  file = join(folder, 'veld.sqlite');
  repository = openSqliteRepository(file, newRing());
});
afterEach(async () => {
  await repository.close();
  rmSync(folder, { recursive: true });
});

/** The number of commits in SQLite's write-ahead log. */
function commitsInLog(): number {
  const log = readFileSync(`${file}-wal`);
  const [header, frameHeader] = [32, 24];
  const frame = frameHeader + log.readUInt32BE(8);
  let commits = 0;
  for (let at = header; at + frame <= log.length; at += frame) {
    const isOfThisLog = log.compare(log, 16, 24, at + 8, at + 16) === 0;
    if (isOfThisLog && log.readUInt32BE(at + 4) > 0) commits += 1;
  }
  return commits;
}

async function newOwner(): Promise<FormOwner> {
  const owner = { formId: randomUUID(), deviceId: randomUUID(), kind: 'registration' } as const;
  await repository.issueForm(owner.formId, owner.deviceId, 1);
  return owner;
}

const sign = (owner: FormOwner, claim: Claim = claimOf(owner)) =>
  repository.exactlyOnce(claim, 1, async (forms) => {
    await forms.bindForm(owner);
    await forms.replaceSignature(owner.formId, [aFile('signature')], 1);
    return answered(owner.formId);
  });

const isBound = async (owner: FormOwner) =>
  !(await repository.mayUse({ ...owner, deviceId: randomUUID() }));

it('makes one commit for all simultaneous calls', async () => {
  const owners = await Promise.all(Array.from({ length: 20 }, newOwner));
  const before = commitsInLog();
  const endings = await Promise.all(owners.map((owner) => sign(owner)));
  expect(endings).toEqual(owners.map(({ formId }) => answered(formId)));
  expect(commitsInLog()).toBe(before + 1);
});

it('rolls back each call that throws or is refused, and no other', async () => {
  const owners = await Promise.all([newOwner(), newOwner(), newOwner(), newOwner()]);
  const [first, throws, refuses, last] = owners as [FormOwner, FormOwner, FormOwner, FormOwner];
  const endings = await Promise.allSettled([
    sign(first),
    repository.exactlyOnce(null, 1, async (forms) => {
      await forms.bindForm(throws);
      throw new Error('not this one');
    }),
    repository.exactlyOnce(null, 1, async (forms) => {
      await forms.bindForm(refuses);
      return { status: 'refused' };
    }),
    sign(last),
  ]);
  expect(endings.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
  expect(await Promise.all(owners.map(isBound))).toEqual([true, false, false, true]);
});

it('hides the changes of a failed commit from all others', async () => {
  const owner = await newOwner();
  const other = await newOwner();
  const database = new DatabaseSync(file);
  // A deferred constraint, which SQLite checks at the commit. The signature violates it.
  database.exec(`
    CREATE TABLE trap (form_id TEXT REFERENCES forms (form_id) DEFERRABLE INITIALLY DEFERRED);
    CREATE TRIGGER fail_late AFTER INSERT ON signatures
      BEGIN INSERT INTO trap VALUES ('nobody'); END;`);
  database.close();
  const claim = claimOf(owner);
  const bind = repository.exactlyOnce(claimOf(other), 1, async (forms) => {
    await forms.bindForm(other);
    return answered('bound');
  });
  // The repeated call finds the answer before its commit.
  const endings = await Promise.allSettled([sign(owner, claim), sign(owner, claim), bind]);
  expect(endings.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await isBound(owner)).toBe(false);
  expect(await isBound(other)).toBe(false);
  expect(await repository.savedAnswer(claim.deviceId, claim.key)).toBeNull();
});

it('finishes requested work before closing', async () => {
  const owner = await newOwner();
  const signed = sign(owner);
  await repository.close();
  expect(await signed).toEqual(answered(owner.formId));
  repository = openSqliteRepository(file, newRing());
});
