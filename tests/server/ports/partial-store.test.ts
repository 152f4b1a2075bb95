import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openFolderPartials } from '../../../server/partials/folder-partials.ts';
import type { PartialStore } from '../../../server/partials/partial-store-port.ts';
import { openMemoryPartials } from '../../support/memory-partials.ts';

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

const stores: readonly (readonly [string, () => PartialStore])[] = [
  ['a folder', () => openFolderPartials(join(root, randomUUID()))],
  ['memory', openMemoryPartials],
];

describe.each(stores)('bodies in pieces in %s', (_, open) => {
  let store: PartialStore;
  let device: string;
  beforeEach(() => {
    store = open();
    device = randomUUID();
  });
  const textOf = async (id: string) => {
    const state = await store.find(device, id);
    return state === null ? null : (await buffer(await store.read(state))).toString();
  };

  it('begin empty, and hold what was appended, in order', async () => {
    const upload = uploadOf(device);
    await store.create(upload);
    expect(await store.find(device, upload.id)).toEqual({ ...upload, offset: 0, answer: null });
    expect(await textOf(upload.id)).toBe('');
    await store.append(upload, 0, Buffer.from('one'));
    await store.append(upload, 3, Buffer.from('two'));
    expect((await store.find(device, upload.id))?.offset).toBe(6);
    expect(await textOf(upload.id)).toBe('onetwo');
  });

  it('are found by their own device only, oldest first', async () => {
    const [late, early] = [uploadOf(device, 2000), uploadOf(device, 1000)];
    await store.create(early);
    await store.create(late);
    expect((await store.ofDevice(device)).map(({ id }) => id)).toEqual([early.id, late.id]);
    expect(await store.find(randomUUID(), early.id)).toBeNull();
    expect(await store.ofDevice(randomUUID())).toEqual([]);
    expect(await store.find(device, '../../files')).toBeNull();
  });

  it('give way to the call’s answer', async () => {
    const upload = uploadOf(device);
    await store.create(upload);
    await store.append(upload, 0, Buffer.from('0123456789'));
    const answer = { status: 200, contentType: 'application/json', body: '{}' };
    await store.finish(upload, answer);
    expect(await store.find(device, upload.id)).toEqual({ ...upload, offset: 10, answer });
  });

  it('go when they are removed, or too old', async () => {
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

describe('a folder of bodies in pieces', () => {
  it('survives its process, and never counts bytes that a crash left behind the offset', async () => {
    const folder = join(root, randomUUID());
    const device = randomUUID();
    const upload = uploadOf(device);
    const before = openFolderPartials(folder);
    await before.create(upload);
    await before.append(upload, 0, Buffer.from('good'));
    appendFileSync(join(folder, 'partials', device, upload.id, 'body'), '\0\0\0\0\0\0\0');

    const after = openFolderPartials(folder);
    expect((await after.find(device, upload.id))?.offset).toBe(4);
    await after.append(upload, 4, Buffer.from('more'));
    const state = await after.find(device, upload.id);
    expect(state && (await buffer(await after.read(state))).toString()).toBe('goodmore');
    await after.remove(upload);
    expect(readdirSync(join(folder, 'partials'))).toEqual([]);
  });
});
