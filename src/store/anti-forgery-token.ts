import type { Database } from './database.ts';

const KEY = 'XSRF-TOKEN';

/** For workers without a cookie store: the anti-forgery token as a page last saw it. */
export async function rememberedAntiForgeryToken(db: Database): Promise<string | null> {
  const value = (await db.device.get(KEY))?.value;
  return typeof value === 'string' ? value : null;
}

export async function rememberAntiForgeryToken(db: Database, token: string | null): Promise<void> {
  if (token === null || token === (await rememberedAntiForgeryToken(db))) return;
  await db.device.put({ key: KEY, value: token });
}
