import { beforeEach, expect, test } from 'vitest';
import { type SealedFiles, sealedFiles } from '../../../server/files/sealed-files.ts';
import { openMemoryFileStore } from '../../support/server/memory-stores.ts';
import { newRing } from '../../support/server/stored-forms.ts';

const KILOBYTE = 1024;

let written: Buffer[];
let sizes: number[];
let files: SealedFiles;
beforeEach(() => {
  written = [];
  sizes = [];
  const store = openMemoryFileStore();
  const watched = {
    ...store,
    stage: async () => {
      const writer = await store.stage();
      const write = async (bytes: Buffer) => {
        written.push(bytes);
        sizes.push(bytes.length);
        await writer.write(bytes);
      };
      return { ...writer, write };
    },
  };
  files = sealedFiles(watched, newRing());
});

/** A buffer with its own memory, as a chunk of a request's body is. */
const chunkOf = (bytes: number, fill = 'x') => Buffer.from(new ArrayBuffer(bytes)).fill(fill);

const isFreed = ({ buffer }: Buffer) => buffer instanceof ArrayBuffer && buffer.detached;

test('a file of many chunks is written in few writes, and read back whole', async () => {
  const writer = await files.stage();
  for (const fill of ['a', 'b', 'c', 'd', 'e']) await writer.write(chunkOf(64 * KILOBYTE, fill));
  await writer.finish();
  expect(sizes).toEqual([256 * KILOBYTE, 64 * KILOBYTE + 16]);

  const [storageName = ''] = await files.keep([writer.stagedName]);
  const bytes = await files.read({ storageName, sealedKey: writer.sealedKey });
  const expected = ['a', 'b', 'c', 'd', 'e'].map((fill) => fill.repeat(64 * KILOBYTE)).join('');
  expect(String(bytes)).toBe(expected);
});

test('the memory of written chunks is free before V8 collects garbage', async () => {
  const writer = await files.stage();
  const chunks = [chunkOf(200 * KILOBYTE), chunkOf(100 * KILOBYTE)];
  for (const chunk of chunks) await writer.write(chunk);
  expect(chunks.map(isFreed)).toEqual([true, true]);
  expect(written.map(isFreed)).toEqual([true]);
});

test('a chunk that shares its memory leaves the rest of that memory readable', async () => {
  const whole = chunkOf(300 * KILOBYTE);
  const writer = await files.stage();
  await writer.write(whole.subarray(10));
  expect(String(whole.subarray(0, 10))).toBe('x'.repeat(10));
  await writer.abandon();
});

test('many slow uploads do not fill the memory: together they collect 16 MB', async () => {
  const slow = await Promise.all(Array.from({ length: 100 }, () => files.stage()));
  for (const writer of slow) await writer.write(chunkOf(200 * KILOBYTE));
  const collected = slow.length * 200 * KILOBYTE - sizes.reduce((sum, size) => sum + size, 0);
  const limit = 16 * KILOBYTE * KILOBYTE;
  expect(collected).toBeLessThanOrEqual(limit);
  await (await files.stage()).write(chunkOf(limit - collected));

  // Beyond that, an upload still collects 16 KB, and writes no chunk of a few bytes alone.
  sizes = [];
  const late = await files.stage();
  for (let n = 0; n < 20; n += 1) await late.write(chunkOf(KILOBYTE));
  expect(sizes).toEqual([16 * KILOBYTE]);
});

test.each(['finish', 'abandon'] as const)(
  'ended uploads let the others collect more again: %s',
  async (end) => {
    const ended = await Promise.all(Array.from({ length: 100 }, () => files.stage()));
    for (const writer of ended) await writer.write(chunkOf(200 * KILOBYTE));
    for (const writer of ended) await writer[end]();
    sizes = [];
    const next = await files.stage();
    for (let n = 0; n < 3; n += 1) await next.write(chunkOf(64 * KILOBYTE));
    expect(sizes).toEqual([]);
  },
);
