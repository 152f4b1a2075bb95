import { DATABASE_NAME } from './db/stored-names.ts';

/** Whether this device has kept anything yet. Loads and opens nothing; where the browser cannot say, true. */
export async function databaseExists(name = DATABASE_NAME): Promise<boolean> {
  if (typeof indexedDB.databases !== 'function') return true;
  const databases = await indexedDB.databases();
  return databases.some((database) => database.name === name);
}
