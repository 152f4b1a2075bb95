import { describe, expect, it } from 'vitest';
import type { SecretStorage } from '../../../src/seal/secret-storage.ts';
import { secretsIn } from '../../../src/seal/secrets.ts';
import { storageOrFallback } from '../../../src/store/keys/browser-key-store.ts';
import {
  brokenStorage,
  type HomeDisk,
  memorySecretStorage,
} from '../../support/fakes/memory-secret-storage.ts';

/** The browser refuses this storage to the first page that asks, and gives it to all others. */
function refusedOnce(disk: HomeDisk): () => SecretStorage {
  let pages = 0;
  return () => {
    pages += 1;
    return pages === 1 ? brokenStorage : memorySecretStorage(disk);
  };
}

describe('a storage that the browser refuses to one page', () => {
  it('counts no secret as lost, and copies none into the database', async () => {
    const [files, rows]: readonly HomeDisk[] = [new Map(), new Map()];
    if (files === undefined || rows === undefined) throw new Error('There are two.');
    const made = await secretsIn([memorySecretStorage(files)]).create();
    if (made === null) throw new Error('Nothing was made.');
    const open = refusedOnce(files);
    const refused = secretsIn([
      storageOrFallback(open(), memorySecretStorage(rows)),
      memorySecretStorage(),
    ]);
    await expect(refused.read(made.name)).rejects.toThrow();
    await refused.copyToMissing(made.name);
    expect(rows.size).toBe(0);
    const next = secretsIn([
      storageOrFallback(open(), memorySecretStorage(rows)),
      memorySecretStorage(),
    ]);
    expect(await next.read(made.name)).toEqual(made.bytes);
  });

  it('deletes that page’s secrets from the database like any others', async () => {
    const [files, rows]: readonly HomeDisk[] = [new Map(), new Map()];
    if (files === undefined || rows === undefined) throw new Error('There are two.');
    const open = refusedOnce(files);
    const made = await secretsIn([storageOrFallback(open(), memorySecretStorage(rows))]).create();
    if (made === null) throw new Error('Nothing was made.');
    expect(
      await secretsIn([storageOrFallback(brokenStorage, memorySecretStorage(rows))]).read(
        made.name,
      ),
    ).toEqual(made.bytes);
    expect(rows.size).toBe(1);
    expect(
      await secretsIn([storageOrFallback(open(), memorySecretStorage(rows))]).delete(made.name),
    ).toBe(true);
    expect(rows.size).toBe(0);
  });

  it('remembers that a secret must still be deleted', async () => {
    const files: HomeDisk = new Map();
    const made = await secretsIn([memorySecretStorage(files)]).create();
    if (made === null) throw new Error('Nothing was made.');
    const open = refusedOnce(files);
    expect(
      await secretsIn([storageOrFallback(open(), memorySecretStorage())]).delete(made.name),
    ).toBe(false);
    expect(
      await secretsIn([storageOrFallback(open(), memorySecretStorage())]).delete(made.name),
    ).toBe(true);
    expect(files.size).toBe(0);
  });
});
