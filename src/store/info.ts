import type { Option, OptionLists } from '../domain/forms/form.ts';
import type { Database } from './database.ts';

const KEY = 'options';

// By hand: the first screen of a form needs this, and should not wait for the schema library.
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function optionsIn(list: unknown): readonly Option[] | null {
  if (!Array.isArray(list)) return null;
  const options: Option[] = [];
  for (const option of list) {
    if (!isObject(option)) return null;
    const { value, label } = option;
    if (typeof value !== 'string' || typeof label !== 'string') return null;
    options.push({ value, label });
  }
  return options;
}

/** The lists that the server last sent; null: it has sent none yet, or what is stored makes no sense. */
export async function cachedOptions(db: Database): Promise<OptionLists | null> {
  const stored = (await db.device.get(KEY))?.value;
  if (!isObject(stored)) return null;
  const titles = optionsIn(stored['titles']);
  const businessTypes = optionsIn(stored['businessTypes']);
  return titles === null || businessTypes === null ? null : { titles, businessTypes };
}

/** As a GetInfo answer brings them. */
export type SentLists = Readonly<{
  titleOptions: readonly Option[];
  typeOfBusinessOptions: readonly Option[];
}>;

/** Keeps the lists of a GetInfo answer. An empty list is no news: a form cannot be filled from it. */
export async function saveOptions(db: Database, sent: SentLists): Promise<void> {
  if (sent.titleOptions.length === 0 || sent.typeOfBusinessOptions.length === 0) return;
  const value: OptionLists = {
    titles: sent.titleOptions,
    businessTypes: sent.typeOfBusinessOptions,
  };
  await db.device.put({ key: KEY, value });
}
