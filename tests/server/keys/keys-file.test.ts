import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { FileDamaged, type SealedFile, sealedFiles } from '../../../server/files/sealed-files.ts';
import {
  CannotOpen,
  type Keys,
  keyRing,
  newDocumentKey,
  newKeys,
} from '../../../server/keys/key-ring.ts';
import {
  findKeys,
  makeKeysFile,
  rotateKeysFile,
  settleKeys,
} from '../../../server/keys/keys-file.ts';
import { OperatorError } from '../../../server/operator-error.ts';
import { newMemoryState, openMemoryRepository } from '../../support/server/memory-repository.ts';
import { openMemoryFileStore } from '../../support/server/memory-stores.ts';
import { newRing } from '../../support/server/stored-forms.ts';

const folder = mkdtempSync(join(tmpdir(), 'veld-keys-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const text = JSON.stringify({ surname: 'Nkosi', city: 'Ngqeleni é 🌍' });

describe('an encrypted value', () => {
  it('decrypts with its key ring, differs each time, and names its key', () => {
    const ring = newRing();
    const [one, other] = [ring.seal(text), ring.seal(text)];
    expect([ring.open(one), ring.open(other)]).toEqual([text, text]);
    expect(one).not.toBe(other);
    const [header = '', key] = one.split('.');
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({
      alg: 'dir',
      enc: 'A256GCM',
      kid: ring.newest,
    });
    expect(key).toBe('');
  });

  it('does not decrypt with another key ring, or after one bit is changed', () => {
    const ring = newRing();
    const sealed = ring.seal(text);
    expect(() => newRing().open(sealed)).toThrow(CannotOpen);
    for (const part of [0, 2, 3, 4]) {
      const parts = sealed.split('.');
      const bytes = Buffer.from(parts[part] ?? '', 'base64url');
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
      parts[part] = bytes.toString('base64url');
      expect(() => ring.open(parts.join('.'))).toThrow(CannotOpen);
    }
    expect(() => ring.open('')).toThrow(CannotOpen);
  });

  it('decrypts after a newer key was added', () => {
    const keys = newKeys();
    const sealed = keyRing(keys).seal(text);
    const rotated = keyRing({ ...keys, documents: [newDocumentKey(), ...keys.documents] });
    expect(rotated.open(sealed)).toBe(text);
    expect(() => keyRing(keys).open(rotated.seal(text))).toThrow(CannotOpen);
  });

  it('has equal hashes only for the same index key and purpose', () => {
    const ring = newRing();
    const hash = ring.mac('request', text);
    expect(ring.mac('request', text)).toEqual(hash);
    expect(ring.mac('partial', text)).not.toEqual(hash);
    expect(newRing().mac('request', text)).not.toEqual(hash);
  });
});

describe('the keys file', () => {
  it('keeps its keys when a new one is added, and an older file gets the missing ones', () => {
    const file = join(folder, 'keys.json');
    const old = { signing: [{ kty: 'oct', k: Buffer.alloc(32, 7).toString('base64url') }] };
    writeFileSync(file, JSON.stringify(old));
    expect(() => findKeys(file, folder)).toThrow(/keys --to/);
    makeKeysFile(file);
    const { ring } = findKeys(file, folder);
    expect(ring.signing.map((key) => key.export())).toEqual([Buffer.alloc(32, 7)]);
    const before = readFileSync(file, 'utf8');
    expect(() => makeKeysFile(file)).toThrow(/Nothing was changed/);
    expect(readFileSync(file, 'utf8')).toBe(before);
    rotateKeysFile(file);
    const rotated = findKeys(file, folder).ring;
    expect(rotated.kids).toEqual([rotated.newest, ring.newest]);
    expect(rotated.open(ring.seal(text))).toBe(text);
  });
});

describe('the keys at a start', () => {
  const settled = async (file: string, state = newMemoryState()) => {
    await settleKeys(openMemoryRepository(state), findKeys(file, folder));
    return state;
  };
  const made = () => {
    const file = join(folder, randomUUID());
    makeKeysFile(file);
    return file;
  };
  const change = (file: string, edit: (keys: Keys) => unknown) =>
    writeFileSync(file, JSON.stringify(edit(JSON.parse(readFileSync(file, 'utf8')))));
  const other = (): string => randomBytes(32).toString('base64url');

  it.each<[string, (keys: Keys) => unknown]>([
    [
      'the bytes of a key',
      (keys) => ({ ...keys, documents: keys.documents.map((key) => ({ ...key, k: other() })) }),
    ],
    [
      'the bytes of an older key',
      (keys) => ({
        ...keys,
        documents: keys.documents.map((key, at) => (at === 1 ? { ...key, k: other() } : key)),
      }),
    ],
    ['the key of hashes', (keys) => ({ ...keys, index: { kty: 'oct', k: other() } })],
  ])(
    'are refused if %s are others under the same name, and nothing is changed',
    async (_, edit) => {
      const file = made();
      const state = await settled(file);
      rotateKeysFile(file);
      await settled(file, state);
      const before = structuredClone(state);
      change(file, edit);
      await expect(settled(file, state)).rejects.toThrow(OperatorError);
      expect(state).toEqual(before);
    },
  );

  it('are used again, also after a newer key was added', async () => {
    const file = made();
    const state = await settled(file);
    await settled(file, state);
    rotateKeysFile(file);
    await settled(file, state);
    await settled(file, state);
  });

  it('are in their file before the database names them', async () => {
    const data = mkdtempSync(join(folder, 'data-'));
    const found = findKeys(null, data);
    const repository = openMemoryRepository(newMemoryState());
    const wasKept: boolean[] = [];
    await settleKeys(
      {
        ...repository,
        setMark: async () => {
          wasKept.push(existsSync(found.file));
        },
      },
      found,
    );
    expect(wasKept.length).toBeGreaterThan(0);
    expect(new Set(wasKept)).toEqual(new Set([true]));
  });
});

describe('encrypted files', () => {
  const store = openMemoryFileStore();
  const files = sealedFiles(store, newRing());
  const put = async (...chunks: string[]): Promise<SealedFile> => {
    const writer = await files.stage();
    for (const chunk of chunks) await writer.write(Buffer.from(chunk));
    await writer.finish();
    const [storageName = ''] = await files.keep([writer.stagedName]);
    return { storageName, sealedKey: writer.sealedKey };
  };
  const bytesOf = async ({ storageName }: SealedFile): Promise<Buffer> =>
    Buffer.concat(await ((await store.read(storageName))?.toArray() ?? []));

  it('are read as written, and stored as random bytes', async () => {
    const [one, other] = [await put('Kana', 'rie'), await put('Kanarie')];
    expect([await files.read(one), await files.read(other)].map(String)).toEqual([
      'Kanarie',
      'Kanarie',
    ]);
    expect((await bytesOf(one)).includes('Kana')).toBe(false);
    expect(await bytesOf(one)).not.toEqual(await bytesOf(other));
    expect((await files.read(await put()))?.length).toBe(0);
  });

  it('are refused completely if they were swapped, truncated, or encrypted for another database', async () => {
    const [one, other] = [await put('Kanarie 1'), await put('Kanarie 2')];
    await expect(files.read({ ...one, storageName: other.storageName })).rejects.toThrow(
      FileDamaged,
    );
    const strange = sealedFiles(store, newRing());
    await expect(strange.read(one)).rejects.toThrow(CannotOpen);
    const writer = await store.stage();
    await writer.write((await bytesOf(one)).subarray(0, -1));
    await writer.finish();
    const [cut = ''] = await store.keep([writer.stagedName]);
    await expect(files.read({ ...one, storageName: cut })).rejects.toThrow(FileDamaged);
    expect(await files.read({ ...one, storageName: 'gone' })).toBeNull();
  });

  it('from before the encryption are read unchanged', async () => {
    const writer = await store.stage();
    await writer.write(Buffer.from('in the clear'));
    await writer.finish();
    const [storageName = ''] = await store.keep([writer.stagedName]);
    expect(String(await files.read({ storageName, sealedKey: null }))).toBe('in the clear');
  });
});
