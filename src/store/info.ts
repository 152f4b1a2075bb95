import type { Option } from '../domain/forms/form.ts';
import type { Database } from './database.ts';
import { readKey, writeKey } from './device-keys.ts';

/** As a GetInfo answer brings them. */
export type SentLists = Readonly<{
  titleOptions: readonly Option[];
  typeOfBusinessOptions: readonly Option[];
}>;

const hasSame = (kept: readonly Option[], sent: readonly Option[]): boolean =>
  kept.length === sent.length &&
  kept.every(({ value, label }, at) => sent[at]?.value === value && sent[at].label === label);

/**
 * Keeps the lists of a GetInfo answer. An empty list is no news: a form cannot be filled from it. Nor is the same list: a first
 * start asks twenty times, for form numbers, and each write would wake every query of the page while somebody types.
 */
export async function saveOptions(db: Database, sent: SentLists): Promise<void> {
  const { titleOptions: titles, typeOfBusinessOptions: businessTypes } = sent;
  if (titles.length === 0 || businessTypes.length === 0) return;
  const kept = await readKey(db, 'options');
  if (kept && hasSame(kept.titles, titles) && hasSame(kept.businessTypes, businessTypes)) return;
  await writeKey(db, 'options', { titles, businessTypes });
}
