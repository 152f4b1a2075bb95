import type { Option } from '../domain/forms/form.ts';
import type { Database } from './database.ts';
import { writeKey } from './device-keys.ts';

/** As a GetInfo answer brings them. */
export type SentLists = Readonly<{
  titleOptions: readonly Option[];
  typeOfBusinessOptions: readonly Option[];
}>;

/** Keeps the lists of a GetInfo answer. An empty list is no news: a form cannot be filled from it. */
export async function saveOptions(db: Database, sent: SentLists): Promise<void> {
  if (sent.titleOptions.length === 0 || sent.typeOfBusinessOptions.length === 0) return;
  await writeKey(db, 'options', {
    titles: sent.titleOptions,
    businessTypes: sent.typeOfBusinessOptions,
  });
}
