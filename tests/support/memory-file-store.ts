import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FolderStore } from '../../server/files/file-store-port.ts';

/** The port `FileStore` in memory. */
export function openMemoryFileStore(): FolderStore {
  const staged = new Map<string, Buffer[]>();
  const kept = new Map<string, Buffer>();
  const aside = new Map<string, Map<string, Buffer>>();
  let identity: string | null = null;

  return {
    stage: async () => {
      const stagedName = randomUUID();
      const chunks: Buffer[] = [];
      staged.set(stagedName, chunks);
      return {
        stagedName,
        write: async (chunk) => void chunks.push(Buffer.from(chunk)),
        finish: async () => undefined,
        abandon: async () => void staged.delete(stagedName),
      };
    },
    keep: async (stagedNames) =>
      stagedNames.map((name) => {
        const chunks = staged.get(name);
        if (chunks === undefined) throw new Error('Nothing is staged under this name.');
        staged.delete(name);
        const storageName = randomUUID();
        kept.set(storageName, Buffer.concat(chunks));
        return storageName;
      }),
    discard: async (stagedNames) => {
      for (const name of stagedNames) staged.delete(name);
    },
    remove: async (storageNames) => {
      for (const name of storageNames) kept.delete(name);
    },
    read: async (storageName) => {
      const bytes = kept.get(storageName);
      return bytes === undefined ? null : Readable.from([bytes]);
    },
    names: async function* () {
      const names = [...kept.keys()];
      for (let at = 0; at < names.length; at += 2) yield names.slice(at, at + 2);
    },
    freeBytes: async () => 2 ** 40,
    identity: async () => identity,
    identify: async (id) => {
      identity = id;
    },
    discardStaged: async () => {
      const count = staged.size;
      staged.clear();
      return count;
    },
    quarantine: async (storageNames, day) => {
      const there = aside.get(day) ?? new Map<string, Buffer>();
      aside.set(day, there);
      for (const name of storageNames) {
        there.set(name, kept.get(name) ?? Buffer.alloc(0));
        kept.delete(name);
      }
    },
    emptyQuarantine: async (day) => {
      const old = [...aside].filter(([of]) => of < day);
      for (const [of] of old) aside.delete(of);
      return old.reduce((count, [, files]) => count + files.size, 0);
    },
  };
}
