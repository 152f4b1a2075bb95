import type { Database } from './database.ts';
import { readKey, writeKey } from './device-keys.ts';

/** For workers without a cookie store: the anti-forgery token as a page last saw it. */
export const rememberedAntiForgeryToken = async (db: Database): Promise<string | null> =>
  (await readKey(db, 'XSRF-TOKEN')) ?? null;

export async function rememberAntiForgeryToken(db: Database, token: string | null): Promise<void> {
  if (token === null || token === (await rememberedAntiForgeryToken(db))) return;
  await writeKey(db, 'XSRF-TOKEN', token);
}
