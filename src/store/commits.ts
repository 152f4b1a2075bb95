import { Dexie } from 'dexie';
import type { Database } from './database.ts';

/** Tells of every commit to this database, the worker's and other tabs' too. The returned function ends it. */
export function onCommit(db: Database, listener: () => void): () => void {
  const prefix = `idb://${db.name}/`;
  const changed = (parts: object): void => {
    if (Object.keys(parts).some((part) => part.startsWith(prefix))) listener();
  };
  Dexie.on('storagemutated', changed);
  return () => Dexie.on.storagemutated.unsubscribe(changed);
}
