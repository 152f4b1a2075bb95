import type { Page } from '@playwright/test';

type Row = Readonly<Record<string, unknown>>;

/** All rows of one of the app's tables, as stored. */
export const rowsOf = (page: Page, table: string): Promise<readonly Row[]> =>
  page.evaluate(
    (name) =>
      new Promise<readonly Row[]>((resolve, reject) => {
        const opening = indexedDB.open('veld');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction(name).objectStore(name).getAll();
          reading.onerror = () => reject(reading.error);
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result as Row[]);
          };
        };
      }),
    table,
  );

/** Replaces a row, as another version of the app might have written it. */
export const putRow = (page: Page, table: string, row: Row): Promise<void> =>
  page.evaluate(
    ([name, value]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('veld');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const writing = opening.result.transaction(name, 'readwrite');
          writing.objectStore(name).put(value);
          writing.onabort = () => reject(writing.error);
          writing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    [table, row] as const,
  );
