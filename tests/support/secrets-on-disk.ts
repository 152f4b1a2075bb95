import type { Page } from '@playwright/test';
import { filesHolding } from './profile-scan.ts';

/** The secrets on which the only submission of this phone hangs, as bytes. */
export async function guardingSecrets(page: Page): Promise<readonly Buffer[]> {
  return (await page.evaluate(readSecrets)).map((bytes) => Buffer.from(bytes));
}

/** Runs in the page. */
async function readSecrets(): Promise<number[][]> {
  const done = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const database = await done(indexedDB.open('veld'));
  const [row] = await done(database.transaction('submissions').objectStore('submissions').getAll());
  database.close();
  const { p, q } = row.keys as { p: string; q?: { name: string } };
  const cache = await caches.open('veld-secrets');
  const secrets: number[][] = [];
  for (const name of [p, ...(q === undefined ? [] : [q.name])]) {
    const response = (await cache.match(`/secret/${name}`)) as Response;
    secrets.push([...new Uint8Array(await response.arrayBuffer())].slice(0, 32));
  }
  return secrets;
}

/** In which parts of the profile each secret lies, whatever the files are called there. */
export const homesOnDisk = (
  profile: string,
  secrets: readonly Buffer[],
): readonly (readonly string[])[] =>
  secrets.map((secret) => [
    ...new Set(filesHolding(profile, secret).map((file) => file.split('/')[1] ?? file)),
  ]);
