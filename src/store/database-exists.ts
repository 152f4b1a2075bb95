import { DATABASE_NAME } from './db/stored-names.ts';

/** True if the database exists, or if the browser can't tell. Does not open the database. */
export async function databaseExists(name = DATABASE_NAME): Promise<boolean> {
  if (typeof indexedDB.databases !== 'function') return true;
  const databases = await indexedDB.databases();
  return databases.some((database) => database.name === name);
}
