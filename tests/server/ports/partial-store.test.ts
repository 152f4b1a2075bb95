import { randomUUID } from 'node:crypto';
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Engine } from '../../../server/database/engine.ts';
import { openPostgresEngine } from '../../../server/database/postgres-engine.ts';
import { openFolderPartials } from '../../../server/partials/folder-partials.ts';
import type { PartialStore } from '../../../server/partials/partial-store-port.ts';
import { openPostgresPartials } from '../../../server/partials/postgres-partials.ts';
import { openMemoryPartials } from '../../support/server/memory-stores.ts';
import { postgresOf, postgresVersions } from '../../support/server/postgres.ts';
import { postgresOptions } from '../support/postgres-options.ts';

const root = mkdtempSync(join(tmpdir(), 'veld-partials-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const uploadOf = (deviceId: string, createdAt = 1000) => ({
  id: randomUUID(),
  deviceId,
  path: '/api/SimRegistration/SaveIdDocument',
  idempotencyKey: randomUUID(),
  contentType: 'multipart/form-data; boundary=x',
  length: 10,
  createdAt,
});

const engines: Engine[] = [];
afterEach(() => Promise.all(engines.splice(0).map((engine) => engine.close())));

/** Opens one of several stores over the same database. */
async function overPostgres(url: string): Promise<PartialStore> {
  const engine = await openPostgresEngine(postgresOptions(url));
  engines.push(engine);
  return openPostgresPartials(engine);
}

const stores: readonly (readonly [string, () => Promise<PartialStore>])[] = [
  ['a folder', async () => openFolderPartials(join(root, randomUUID()))],
  ['memory', async () => openMemoryPartials()],
  ...postgresVersions.map((version): [string, () => Promise<PartialStore>] => [
    `rows of PostgreSQL ${version}`,
    async () => overPostgres(await (await postgresOf(version)).newDatabase()),
  ]),
];

describe.each(stores)('resumable uploads in %s', (_, open) => {
  let store: PartialStore;
  let device: string;
  beforeEach(async () => {
    store = await open();
    device = randomUUID();
  });
  const textOf = async (id: string) => {
    const state = await store.find(device, id);
    return state === null ? null : (await buffer(await store.read(state))).toString();
  };

  it('start empty, and contain the appended bytes in order', async () => {
    const upload = uploadOf(device);
    await store.create(upload);
    expect(await store.find(device, upload.id)).toEqual({ ...upload, offset: 0, answer: null });
    expect(await textOf(upload.id)).toBe('');
    await store.append(upload, 0, Buffer.from('one'));
    await store.append(upload, 3, Buffer.from('two'));
    expect((await store.find(device, upload.id))?.offset).toBe(6);
    expect(await textOf(upload.id)).toBe('onetwo');
  });

  it('are found only by their own device, oldest first', async () => {
    const [late, early] = [uploadOf(device, 2000), uploadOf(device, 1000)];
    await store.create(early);
    await store.create(late);
    expect((await store.ofDevice(device)).map(({ id }) => id)).toEqual([early.id, late.id]);
    expect(await store.find(randomUUID(), early.id)).toBeNull();
    expect(await store.ofDevice(randomUUID())).toEqual([]);
    expect(await store.find(device, '../../files')).toBeNull();
  });

  it('add nothing at another offset, nor after their removal', async () => {
    const upload = uploadOf(device);
    await store.create(upload);
    expect(await store.append(upload, 0, Buffer.from('one'))).toBe('appended');
    for (const at of [0, 2, 4]) {
      expect(await store.append(upload, at, Buffer.from('two'))).toBe('elsewhere');
    }
    expect(await textOf(upload.id)).toBe('one');
    await store.remove(upload);
    expect(await store.append(upload, 3, Buffer.from('two'))).toBe('elsewhere');
    expect(await store.find(device, upload.id)).toBeNull();
  });

  it('are the same for the same key of the same device', async () => {
    const upload = uploadOf(device);
    expect((await store.create(upload)).id).toBe(upload.id);
    expect((await store.create({ ...upload, id: randomUUID() })).id).toBe(upload.id);
    const stranger = { ...upload, id: randomUUID(), deviceId: randomUUID() };
    expect((await store.create(stranger)).id).toBe(stranger.id);
    const keyless = { ...upload, id: randomUUID(), idempotencyKey: null };
    expect((await store.create(keyless)).id).toBe(keyless.id);
  });

  it('are replaced by the call’s answer', async () => {
    const upload = uploadOf(device);
    await store.create(upload);
    await store.append(upload, 0, Buffer.from('0123456789'));
    const answer = { status: 200, contentType: 'application/json', body: '{}' };
    await store.finish(upload, answer);
    expect(await store.find(device, upload.id)).toEqual({ ...upload, offset: 10, answer });
  });

  it('are removed if there are too many: answered ones first, then those with the fewest bytes, then the oldest', async () => {
    // This store contains no uploads of other devices. A shared database may contain some.
    const [answered, later, empty, half, full] = [
      uploadOf(randomUUID(), 1000),
      uploadOf(randomUUID(), 5000),
      uploadOf(randomUUID(), 4000),
      uploadOf(randomUUID(), 3000),
      uploadOf(randomUUID(), 2000),
    ];
    const all = [answered, later, empty, half, full];
    for (const upload of all) await store.create(upload);
    for (const [upload, bytes] of [
      [answered, 10],
      [half, 5],
      [full, 10],
    ] as const)
      await store.append(upload, 0, Buffer.alloc(bytes));
    await store.finish(answered, { status: 200, contentType: '', body: '' });
    const surplus = async (max: number) => (await store.surplus(max)).map(({ id }) => id);
    const order = [answered, empty, later, half, full].map(({ id }) => id);
    for (let max = 0; max < 7; max += 1)
      expect(await surplus(max)).toEqual(order.slice(0, Math.max(0, 5 - max)));
  });

  it('are deleted when they are removed or too old', async () => {
    const [old, young, gone] = [
      uploadOf(device, 1000),
      uploadOf(device, 3000),
      uploadOf(device, 3000),
    ];
    for (const upload of [old, young, gone]) await store.create(upload);
    await store.remove(gone);
    expect(await store.removeOlder(2000)).toBe(1);
    expect((await store.ofDevice(device)).map(({ id }) => id)).toEqual([young.id]);
    expect(await store.removeOlder(4000)).toBe(1);
    expect(await store.ofDevice(device)).toEqual([]);
  });
});

describe('a folder of resumable uploads', () => {
  it('survives its process, and never counts bytes after the stored offset', async () => {
    const folder = join(root, randomUUID());
    const device = randomUUID();
    const upload = uploadOf(device);
    const before = openFolderPartials(folder);
    await before.create(upload);
    await before.append(upload, 0, Buffer.from('good'));
    appendFileSync(join(folder, 'uploads', device, upload.id, 'body'), '\0\0\0\0\0\0\0');

    const after = openFolderPartials(folder);
    expect((await after.find(device, upload.id))?.offset).toBe(4);
    await after.append(upload, 4, Buffer.from('more'));
    const state = await after.find(device, upload.id);
    expect(state && (await buffer(await after.read(state))).toString()).toBe('goodmore');
    await after.remove(upload);
    expect(readdirSync(join(folder, 'uploads'))).toEqual([]);
  });

  const damages: readonly (readonly [string, (file: string) => void])[] = [
    ['empty', (file) => truncateSync(file)],
    ['cut', (file) => truncateSync(file, 2)],
    ['foreign', (file) => writeFileSync(file, '{"status":[]}')],
    ['binary', (file) => writeFileSync(file, Buffer.from([0xff, 0, 0xfe, 0x22, 0x7b]))],
    ['missing', (file) => rmSync(file)],
  ];
  /** The store cannot notice foreign bytes in a body. The call that gets the body notices them. */
  const damagesOf = (name: string) =>
    damages.filter(([damage]) => name !== 'body' || damage !== 'foreign');

  describe.each(['about', 'offset', 'body', 'answer'])('whose %s file is damaged', (name) => {
    it.each(damagesOf(name))(
      '(%s) starts again without changing other uploads, and is deleted once it is old',
      async (_, spoil) => {
        const folder = join(root, randomUUID());
        const device = randomUUID();
        const [spoilt, healthy] = [uploadOf(device), uploadOf(device)];
        const store = openFolderPartials(folder);
        for (const upload of [spoilt, healthy]) {
          await store.create(upload);
          await store.append(upload, 0, Buffer.from('0123456789'));
        }
        // If the answer is lost, an answered upload has no bytes left either.
        if (name === 'answer')
          await store.finish(spoilt, { status: 200, contentType: '', body: '' });
        spoil(join(folder, 'uploads', device, spoilt.id, name));
        expect(await store.find(device, spoilt.id)).toBeNull();
        expect((await store.ofDevice(device)).map(({ id }) => id)).toEqual([healthy.id]);
        expect((await store.find(device, healthy.id))?.offset).toBe(10);
        const again = { ...spoilt, id: randomUUID() };
        expect((await store.create(again)).id).toBe(again.id);
        await store.append(again, 0, Buffer.from('again'));
        // If the damage hides the creation time, the folder's own time counts, which is now.
        const isUndated = name === 'about';
        expect(await store.removeOlder(2000)).toBe(isUndated ? 2 : 3);
        expect(await store.removeOlder(Date.now() + 60_000)).toBe(isUndated ? 1 : 0);
        expect(readdirSync(join(folder, 'uploads'))).toEqual([]);
      },
    );
  });
});

describe.skipIf(postgresVersions.length === 0)('resumable uploads that two servers share', () => {
  const begin = async () => {
    const url = await (await postgresOf(postgresVersions[0])).newDatabase();
    const [one, other] = await Promise.all([overPostgres(url), overPostgres(url)]);
    const upload = { ...uploadOf(randomUUID()), length: 3_000_000 };
    return { one, other, upload };
  };

  it('start once for a key, with any server first', async () => {
    const { one, other, upload } = await begin();
    const begun = await Promise.all(
      [one, other, one, other].map((store) => store.create({ ...upload, id: randomUUID() })),
    );
    expect(new Set(begun.map(({ id }) => id)).size).toBe(1);
    expect(await one.ofDevice(upload.deviceId)).toHaveLength(1);
  });

  it('continue on the other server, and of two simultaneous pieces one counts', async () => {
    const { one, other, upload } = await begin();
    await one.create(upload);
    const bytes: Buffer[] = [];
    // More pieces than the store reads at once.
    for (let piece = 0; piece < 20; piece += 1) {
      const [at, marks] = [
        bytes.length * 100_000,
        [Buffer.alloc(1e5, piece), Buffer.alloc(1e5, 99)],
      ];
      const endings = await Promise.all(
        [one, other].map((store, index) => store.append(upload, at, marks[index] ?? Buffer.of())),
      );
      expect(endings.toSorted()).toEqual(['appended', 'elsewhere']);
      bytes.push(marks[endings.indexOf('appended')] ?? Buffer.of());
    }
    const state = await other.find(upload.deviceId, upload.id);
    expect(state?.offset).toBe(2_000_000);
    expect(state && (await buffer(await other.read(state))).equals(Buffer.concat(bytes))).toBe(
      true,
    );
  });

  it('are never partial for a reader while another server ends them', async () => {
    const { one, other, upload } = await begin();
    await one.create(upload);
    await one.append(upload, 0, Buffer.alloc(1000));
    const state = await one.find(upload.deviceId, upload.id);
    await other.finish(upload, { status: 200, contentType: '', body: '' });
    await expect(state && one.read(state).then(buffer)).rejects.toThrow();
  });
});
