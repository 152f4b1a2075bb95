import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DatedStore, FileStore, FolderStore } from '../../../server/files/file-store-port.ts';
import { openFolderStore } from '../../../server/files/folder-store.ts';
import { openS3Store } from '../../../server/files/s3-store.ts';
import { openSpool } from '../../../server/files/spool.ts';
import { StoreUnavailable } from '../../../server/repository/repository-port.ts';
import { type FakeS3, s3OptionsOf, startFakeS3 } from '../../support/server/fake-s3.ts';
import { openMemoryFileStore } from '../../support/server/memory-stores.ts';
import { hasSwift, type RunningSwift, startSwift } from '../../support/server/swift.ts';
import { until } from '../support/process.ts';
import { mountSmallDisk } from '../support/tmpfs.ts';

const root = mkdtempSync(join(tmpdir(), 'veld-files-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let s3: FakeS3;
let swift: RunningSwift | undefined;
beforeAll(async () => {
  s3 = await startFakeS3();
  if (hasSwift) swift = await startSwift();
});
afterAll(async () => {
  await s3.stop();
  await swift?.stop();
});
beforeEach(() => {
  s3.objects.clear();
  s3.plan(() => null);
});

const day = { now: Date.UTC(2026, 10, 21, 12) };
/** Opens a bucket whose spool has this size in bytes. */
const openBucket = (spoolBytes = 1_000_000): Promise<DatedStore> => {
  const spool = mkdtempSync(join(root, 'spool-'));
  return openS3Store(s3OptionsOf(s3), openSpool(spool, spoolBytes), () => day.now);
};
const openSwift = (): Promise<DatedStore> => {
  if (swift === undefined) throw new Error('There is no Swift.');
  const options = { ...swift.options, prefix: `${randomUUID()}/` };
  const spool = openSpool(mkdtempSync(join(root, 'spool-')), 1_000_000);
  return openS3Store(options, spool, () => day.now);
};

const buckets: readonly (readonly [string, () => Promise<DatedStore>])[] = [
  ['a bucket', openBucket],
  ...(hasSwift ? [['a bucket of Swift', openSwift] as const] : []),
];

const folders: readonly (readonly [string, () => FolderStore])[] = [
  ['a folder', () => openFolderStore(join(root, randomUUID()))],
  ['memory', openMemoryFileStore],
];
const stores: readonly (readonly [string, () => Promise<FileStore>])[] = [
  ...folders.map(([name, open]) => [name, async () => open()] as const),
  ...buckets,
];

const stagedIn = async (store: FileStore, ...texts: string[]) => {
  const writer = await store.stage();
  for (const text of texts) await writer.write(Buffer.from(text));
  await writer.finish();
  return writer.stagedName;
};
const textIn = async (store: FileStore, name = '') => {
  const bytes = await store.read(name);
  return bytes === null ? null : (await buffer(bytes)).toString();
};

describe.each(stores)('a file store in %s', (_, open) => {
  let store: FileStore;
  beforeEach(async () => {
    store = await open();
  });
  const staged = (...texts: string[]) => stagedIn(store, ...texts);
  const textOf = (name = '') => textIn(store, name);

  it('gives finished files lasting names in the given order, and then returns them whole', async () => {
    const [one, two] = [await staged('o', 'ne'), await staged('two')];
    expect(await textOf(one)).toBeNull();
    const kept = await store.keep([two, one]);
    expect(await Promise.all(kept.map(textOf))).toEqual(['two', 'one']);
  });

  it('keeps neither unstaged nor discarded files', async () => {
    await expect(store.keep([randomUUID()])).rejects.toThrow();
    const gone = await staged('one');
    await store.discard([gone]);
    await expect(store.keep([gone])).rejects.toThrow();
  });

  it('removes the named files, and ignores missing ones', async () => {
    const [one = '', two = ''] = await store.keep([await staged('one'), await staged('two')]);
    await store.remove([one, randomUUID()]);
    await store.remove([one]);
    expect(await textOf(one)).toBeNull();
    expect(await textOf(two)).toBe('two');
  });

  it('reports the free space', async () => {
    expect(await store.freeBytes()).toBeGreaterThan(0);
  });
});

describe.each(folders)('a store of one server in %s', (_, open) => {
  let store: FolderStore;
  beforeEach(() => {
    store = open();
  });
  const staged = (...texts: string[]) => stagedIn(store, ...texts);
  const textOf = (name = '') => textIn(store, name);
  const names = async () => {
    const all: string[] = [];
    for await (const some of store.names()) all.push(...some);
    return all.toSorted();
  };

  it('never gives a name twice', async () => {
    const kept: string[] = [];
    for (let n = 0; n < 5; n += 1) kept.push(...(await store.keep([await staged('same')])));
    expect(new Set(kept).size).toBe(5);
    expect(await names()).toEqual(kept.toSorted());
  });

  it('keeps no discarded, cancelled or only staged files', async () => {
    await store.discard([await staged('one')]);
    const given = await store.stage();
    await given.write(Buffer.from('half'));
    await given.abandon();
    await staged('left by a crash');
    expect(await store.discardStaged()).toBe(1);
    expect(await names()).toEqual([]);
  });

  it('quarantines files by day while its names are read, and deletes them by day', async () => {
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

  it('has the last stored identity', async () => {
    expect(await store.identity()).toBeNull();
    const [first, second] = [randomUUID(), randomUUID()];
    await store.identify(first);
    await store.identify(second);
    expect(await store.identity()).toBe(second);
    expect(await names()).toEqual([]);
  });
});

describe('a bucket', () => {
  const kept = async (store: FileStore, text: string) =>
    (await store.keep([await stagedIn(store, text)]))[0] ?? '';

  it.each(buckets)('stores files under their day, and finds them by it: %s', async (_, open) => {
    const store = await open();
    expect([await store.isEmpty(), await store.firstDay()]).toEqual([true, null]);
    const id = randomUUID();
    await store.identify(id);
    expect([await store.identity(), await store.isEmpty()]).toEqual([id, true]);
    const first = await kept(store, 'first');
    expect(first).toMatch(/^2026\/11\/21\/[0-9a-f-]{36}$/);
    day.now += 24 * 3_600_000;
    const second = await kept(store, 'second');
    day.now -= 24 * 3_600_000;
    expect(await store.firstDay()).toBe('2026-11-21');
    const namesOf = async (of: string) => (await Array.fromAsync(store.namesOf(of))).flat();
    expect(await namesOf('2026-11-21')).toEqual([first]);
    expect(await namesOf('2026-11-22')).toEqual([second]);
    expect(await namesOf('2026-11-23')).toEqual([]);
  });

  it('lists more names than fit into one answer', async () => {
    const store = await openBucket();
    const names = Array.from({ length: 2_500 }, () => `2026/11/21/${randomUUID()}`);
    for (const name of names) s3.objects.set(`veld/${name}`, Buffer.from('x'));
    const listed = (await Array.fromAsync(store.namesOf('2026-11-21'))).flat();
    expect(listed.toSorted()).toEqual(names.toSorted());
  });

  it.each(['drop-before', 'drop-after', 'unavailable', 'damaged'] as const)(
    'keeps a file that met a fault twice on its way, whole (%s)',
    async (fault) => {
      const store = await openBucket();
      let faults = 2;
      s3.plan(({ method }) => {
        faults -= 1;
        return method === 'PUT' && faults >= 0 ? fault : null;
      });
      expect(await textIn(store, await kept(store, 'the bytes'))).toBe('the bytes');
    },
  );

  it('that does not answer makes phones repeat uploads, and keeps the repeated ones', async () => {
    const store = await openBucket();
    const name = await kept(store, 'before');
    const staged = await stagedIn(store, 'meanwhile');
    s3.plan(() => 'unavailable');
    await expect(store.keep([staged])).rejects.toThrow(StoreUnavailable);
    await expect(store.read(name)).rejects.toThrow(StoreUnavailable);
    s3.plan(() => null);
    expect(await textIn(store, (await store.keep([staged]))[0])).toBe('meanwhile');
  });

  it('limits its spool, and frees the space of ended uploads', async () => {
    const store = await openBucket(10);
    const big = await stagedIn(store, '0123456789');
    await expect(store.stage()).rejects.toThrow(StoreUnavailable);
    await store.keep([big]);
    const given = await store.stage();
    await given.write(Buffer.from('0123456789'));
    await expect(store.stage()).rejects.toThrow(StoreUnavailable);
    await given.abandon();
    await store.discard([await stagedIn(store, '0123456789')]);
    await expect(store.stage()).resolves.toBeDefined();
  });

  const openSpooled = async () => {
    const spool = mkdtempSync(join(root, 'spool-'));
    const opened = openSpool(spool, 1_000_000);
    return { spool, store: await openS3Store(s3OptionsOf(s3), opened, () => day.now) };
  };
  /** The open files of this process in a folder. Null if this system does not list them. */
  const openIn = (folder: string): string[] | null => {
    if (process.platform !== 'linux') return null;
    return readdirSync('/proc/self/fd').flatMap((fd) => {
      try {
        const path = readlinkSync(`/proc/self/fd/${fd}`);
        return path.startsWith(folder) ? [path] : [];
      } catch {
        return [];
      }
    });
  };

  it.each(['unavailable', 'drop-before', 'refused at once', null] as const)(
    'leaves no spooled file open after a call, and so frees its disk space (%s)',
    async (fault) => {
      const { spool, store } = await openSpooled();
      // More bytes than a stream reads in advance.
      const staged = await stagedIn(store, 'x'.repeat(400_000));
      if (fault === 'refused at once') s3.refuseUnread();
      else s3.plan(() => fault);
      const keeping = store.keep([staged]);
      if (fault === null) await keeping;
      else await expect(keeping).rejects.toThrow(StoreUnavailable);
      await store.discard([staged]);
      await until(() => (openIn(spool) ?? []).length === 0);
      expect(readdirSync(spool)).toEqual([]);
    },
  );

  it('does not keep a file that is gone from its spool, and makes the phone repeat the upload', async () => {
    const { spool, store } = await openSpooled();
    const staged = await stagedIn(store, 'x'.repeat(400_000));
    rmSync(join(spool, staged));
    await expect(store.keep([staged])).rejects.toThrow(StoreUnavailable);
    expect(s3.objects.size).toBe(0);
  });

  it('has only encrypted files in its spool', async () => {
    const { spool, store } = await openSpooled();
    await stagedIn(store, 'Thandi', 'Nkosi');
    const [waiting = ''] = readdirSync(spool);
    const bytes = readFileSync(join(spool, waiting));
    expect(bytes).toHaveLength(11);
    expect(bytes.includes('Nkosi')).toBe(false);
  });
});

const few = mountSmallDisk(8, 500);
afterAll(() => few?.unmount());
it.skipIf(few === null)('a disk with too few inodes has no free bytes', async () => {
  expect(await openFolderStore(few?.path ?? '').freeBytes()).toBe(0);
});
