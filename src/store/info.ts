import * as v from 'valibot';
import type { Option, OptionLists } from '../domain/forms/form.ts';
import type { Database } from './database.ts';

const KEY = 'options';
const optionList = v.array(v.object({ value: v.string(), label: v.string() }));
const stored = v.object({ titles: optionList, businessTypes: optionList });

/** The lists that the server last sent; null: it has sent none yet, or what is stored makes no sense. */
export async function cachedOptions(db: Database): Promise<OptionLists | null> {
  const row = await db.device.get(KEY);
  const parsed = v.safeParse(stored, row?.value);
  return parsed.success ? parsed.output : null;
}

type SentLists = Readonly<{
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
