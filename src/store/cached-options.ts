import type { OptionLists } from '../domain/forms/form.ts';
import type { Database } from './database.ts';
import { readKey } from './device-keys.ts';

/** The lists that the server last sent; null: it has sent none yet, or what is stored makes no sense. */
export async function cachedOptions(db: Database): Promise<OptionLists | null> {
  return (await readKey(db, 'options')) ?? null;
}
