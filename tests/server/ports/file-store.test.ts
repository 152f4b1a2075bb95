import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { FileStore } from '../../../server/files/file-store-port.ts';
import { openFolderStore } from '../../../server/files/folder-store.ts';
import { openMemoryFileStore } from '../../support/memory-file-store.ts';

const root = mkdtempSync(join(tmpdir(), 'veld-files-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const stores: readonly (readonly [string, () => FileStore])[] = [
  ['a folder', () => openFolderStore(join(root, randomUUID()))],
  ['memory', openMemoryFileStore],
];

describe.each(stores)('a file store in %s', (_, open) => {
  let store: FileStore;
  beforeEach(() => {
    store = open();
  });

  const staged = async (...texts: string[]) => {
    const writer = await store.stage();
    for (const text of texts) await writer.write(Buffer.from(text));
    await writer.finish();
    return writer.stagedName;
  };
  const textOf = async (name = '') => {
    const bytes = await store.read(name);
    return bytes === null ? null : (await buffer(bytes)).toString();
  };
  const names = async () => {
    const all: string[] = [];
    for await (const some of store.names()) all.push(...some);
    return all.toSorted();
  };

  it('gives finished files lasting names, in the order given, and then shows them whole', async () => {
    const [one, two] = [await staged('o', 'ne'), await staged('two')];
    expect(await names()).toEqual([]);
    expect(await textOf(one)).toBeNull();
    const kept = await store.keep([two, one]);
    expect(await Promise.all(kept.map(textOf))).toEqual(['two', 'one']);
    expect(await names()).toEqual(kept.toSorted());
    expect(await store.discardStaged()).toBe(0);
  });

  it('never gives a name twice', async () => {
    const kept: string[] = [];
    for (let n = 0; n < 5; n += 1) kept.push(...(await store.keep([await staged('same')])));
    expect(new Set(kept).size).toBe(5);
    expect(await names()).toEqual(kept.toSorted());
  });

  it('keeps nothing of what was discarded, given up or only staged', async () => {
    await store.discard([await staged('one')]);
    const given = await store.stage();
    await given.write(Buffer.from('half'));
    await given.abandon();
    await staged('left by a crash');
    expect(await store.discardStaged()).toBe(1);
    expect(await names()).toEqual([]);
  });

  it('does not keep what is not staged', async () => {
    await expect(store.keep([randomUUID()])).rejects.toThrow();
  });

  it('removes what it is told to, and does not mind what is gone', async () => {
    const [one = '', two = ''] = await store.keep([await staged('one'), await staged('two')]);
    await store.remove([one, randomUUID()]);
    await store.remove([one]);
    expect(await textOf(one)).toBeNull();
    expect(await textOf(two)).toBe('two');
  });

  it('puts files aside by day while its names are read, and deletes them by day', async () => {
    const texts = ['a', 'b', 'c', 'd', 'e'];
    const kept = await store.keep(await Promise.all(texts.map((text) => staged(text))));
    const [stays = '', ...others] = kept;
    const seen: string[] = [];
    for await (const some of store.names()) {
      seen.push(...some);
      const strays = some.filter((name) => name !== stays);
      await store.quarantine(strays, '2026-11-20');
    }
    expect(seen.toSorted()).toEqual(kept.toSorted());
    expect(await names()).toEqual([stays]);
    expect(await Promise.all(others.map(textOf))).toEqual([null, null, null, null]);
    expect(await store.emptyQuarantine('2026-11-20')).toBe(0);
    expect(await store.emptyQuarantine('2026-11-21')).toBe(4);
    expect(await store.emptyQuarantine('2026-11-21')).toBe(0);
    expect(await textOf(stays)).toBe('a');
  });

  it('has the identity that it was given last', async () => {
    expect(await store.identity()).toBeNull();
    const [first, second] = [randomUUID(), randomUUID()];
    await store.identify(first);
    await store.identify(second);
    expect(await store.identity()).toBe(second);
    expect(await names()).toEqual([]);
  });

  it('says what is free', async () => {
    expect(await store.freeBytes()).toBeGreaterThan(0);
  });
});
