import type { Page } from '@playwright/test';

/** The places of this origin in which a text lies: databases by name, `localStorage`, `sessionStorage`, private files by path. */
export const placesWith = (page: Page, text: string): Promise<readonly string[]> =>
  page.evaluate(readPlaces, text);

/** Runs in the page. */
async function readPlaces(text: string): Promise<string[]> {
  const found: string[] = [];
  const look = (place: string, content: string): void => {
    if (content.includes(text)) found.push(place);
  };
  const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await answerOf(indexedDB.open(name));
    const tables = [...database.objectStoreNames];
    const reading = tables.length > 0 ? database.transaction(tables) : null;
    const rows = tables.map((table) => reading && answerOf(reading.objectStore(table).getAll()));
    look(name, JSON.stringify(await Promise.all(rows)));
    database.close();
  }
  look('localStorage', JSON.stringify({ ...localStorage }));
  look('sessionStorage', JSON.stringify({ ...sessionStorage }));
  const lookInto = async (folder: FileSystemDirectoryHandle, path: string): Promise<void> => {
    for await (const [name, handle] of folder.entries()) {
      const at = `${path}${name}`;
      look(at, name);
      try {
        if (handle.kind === 'directory')
          await lookInto(handle as FileSystemDirectoryHandle, `${at}/`);
        else look(at, await (await (handle as FileSystemFileHandle).getFile()).text());
      } catch (error) {
        // What was removed meanwhile holds nothing.
        if (!(error instanceof DOMException) || error.name !== 'NotFoundError') throw error;
      }
    }
  };
  await lookInto(await navigator.storage.getDirectory(), '/');
  return [...new Set(found)];
}
