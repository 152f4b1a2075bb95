import type { SecretHome } from './secret-home.ts';

const isAbsent = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'NotFoundError';

async function orAbsent<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** Files of the private file system. A deleted one is unlinked at once, the old version of an overwritten one too. */
export function opfsHome(folder: () => Promise<FileSystemDirectoryHandle>): SecretHome {
  return {
    get: async (name) => {
      const handle = await orAbsent((await folder()).getFileHandle(name));
      const file = handle && (await orAbsent(handle.getFile()));
      return file && new Uint8Array(await file.arrayBuffer());
    },
    put: async (name, bytes) => {
      const handle = await (await folder()).getFileHandle(name, { create: true });
      // Written to a swap file; close() puts it in place, whole.
      const stream = await handle.createWritable();
      await stream.write(bytes);
      await stream.close();
    },
    drop: async (name) => {
      await orAbsent((await folder()).removeEntry(name));
    },
    names: async () => {
      const names: string[] = [];
      for await (const [name, { kind }] of (await folder()).entries())
        if (kind === 'file' && !name.endsWith('.crswap')) names.push(name);
      return names.sort();
    },
  };
}
