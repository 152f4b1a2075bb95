import type { Page } from '@playwright/test';

export type Trace = Readonly<{ place: string; content: string }>;

/**
 * Runs in a page. Returns everything that the app's origin stores on the device, as text. It reads IndexedDB's records with their
 * files' bytes, private files, cached responses, `localStorage`, `sessionStorage` and cookies.
 */
export async function readTraces(): Promise<readonly Trace[]> {
  const traces: { place: string; content: string }[] = [];
  const latin1 = async (bytes: Blob | ArrayBuffer): Promise<string> =>
    new TextDecoder('latin1').decode(bytes instanceof Blob ? await bytes.arrayBuffer() : bytes);
  const spell = async (value: unknown): Promise<string> => {
    if (value instanceof Blob || value instanceof ArrayBuffer) return latin1(value);
    if (typeof value !== 'object' || value === null) return String(value);
    const parts = Object.entries(value).map(async ([key, each]) => `${key}=${await spell(each)}`);
    return (await Promise.all(parts)).join('\n');
  };
  const done = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  for (const { name } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name ?? ''));
    for (const store of database.objectStoreNames) {
      const rows: unknown[] = await done(database.transaction(store).objectStore(store).getAll());
      for (const row of rows)
        traces.push({ place: `IndexedDB ${name}/${store}`, content: await spell(row) });
    }
    database.close();
  }
  const walk = async (
    folder: FileSystemDirectoryHandle,
    path: string,
  ): Promise<readonly Trace[]> => {
    const found: Trace[] = [];
    for await (const [name, entry] of folder.entries()) {
      const place = `${path}/${name}`;
      if (entry.kind === 'directory')
        found.push(...(await walk(entry as FileSystemDirectoryHandle, place)));
      else {
        const file = await (entry as FileSystemFileHandle).getFile();
        found.push({ place, content: await latin1(file) });
      }
    }
    return found;
  };
  // The app writes its copies meanwhile. If a file is removed or renamed between listing and reading, this reads all files again.
  const walkWhole = async (attemptsLeft: number): Promise<readonly Trace[]> => {
    try {
      return await walk(await navigator.storage.getDirectory(), 'files');
    } catch (error) {
      if (!(error instanceof DOMException) || attemptsLeft === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
      return walkWhole(attemptsLeft - 1);
    }
  };
  traces.push(...(await walkWhole(20)));
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const response = await cache.match(request);
      const content = response === undefined ? '' : await latin1(await response.blob());
      traces.push({ place: `cache ${request.url}`, content });
    }
  }
  for (const [key, value] of [...Object.entries(localStorage), ...Object.entries(sessionStorage)])
    traces.push({ place: `storage ${key}`, content: `${key}=${value}` });
  traces.push({ place: 'cookies', content: document.cookie });
  return traces;
}

export const storedTraces = (page: Page): Promise<readonly Trace[]> => page.evaluate(readTraces);
