import { describe, expect, it } from 'vitest';
import type { SecretHome } from '../../../src/seal/secret-storage.ts';
import { secretsIn } from '../../../src/seal/secrets.ts';
import { homeOrElse } from '../../../src/store/keys/browser-key-store.ts';
import {
  brokenHome,
  type HomeDisk,
  memoryHome,
} from '../../support/fakes/memory-secret-storage.ts';

/** A home that the browser refuses to the first page that asks, and gives to every other. */
function refusedOnce(disk: HomeDisk): () => SecretHome {
  let pages = 0;
  return () => {
    pages += 1;
    return pages === 1 ? brokenHome : memoryHome(disk);
  };
}

describe('a home that the browser refuses to one page', () => {
  it('calls no secret lost there, and has none copied into the database', async () => {
    const [files, rows]: readonly HomeDisk[] = [new Map(), new Map()];
    if (files === undefined || rows === undefined) throw new Error('There are two.');
    const made = await secretsIn([memoryHome(files)]).make();
    if (made === null) throw new Error('Nothing was made.');
    const open = refusedOnce(files);
    const refused = secretsIn([homeOrElse(open(), memoryHome(rows)), memoryHome()]);
    await expect(refused.read(made.name)).rejects.toThrow();
    await refused.mend(made.name);
    expect(rows.size).toBe(0);
    const next = secretsIn([homeOrElse(open(), memoryHome(rows)), memoryHome()]);
    expect(await next.read(made.name)).toEqual(made.bytes);
  });

  it('leaves what that page made in the database no longer than anywhere else', async () => {
    const [files, rows]: readonly HomeDisk[] = [new Map(), new Map()];
    if (files === undefined || rows === undefined) throw new Error('There are two.');
    const open = refusedOnce(files);
    const made = await secretsIn([homeOrElse(open(), memoryHome(rows))]).make();
    if (made === null) throw new Error('Nothing was made.');
    expect(await secretsIn([homeOrElse(brokenHome, memoryHome(rows))]).read(made.name)).toEqual(
      made.bytes,
    );
    expect(rows.size).toBe(1);
    expect(await secretsIn([homeOrElse(open(), memoryHome(rows))]).drop(made.name)).toBe(true);
    expect(rows.size).toBe(0);
  });

  it('keeps in mind there that a secret is still to be unlinked', async () => {
    const files: HomeDisk = new Map();
    const made = await secretsIn([memoryHome(files)]).make();
    if (made === null) throw new Error('Nothing was made.');
    const open = refusedOnce(files);
    expect(await secretsIn([homeOrElse(open(), memoryHome())]).drop(made.name)).toBe(false);
    expect(await secretsIn([homeOrElse(open(), memoryHome())]).drop(made.name)).toBe(true);
    expect(files.size).toBe(0);
  });
});
