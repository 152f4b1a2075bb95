import type { Database } from './database.ts';

/** The disk, or our share of it, is full: every browser's and Dexie's spelling of it. */
export const isQuotaError = (error: unknown): boolean =>
  namesOf(error).some(
    (name) => name === 'QuotaExceededError' || name === 'NS_ERROR_DOM_QUOTA_REACHED',
  );

/** The connection is gone though the database is there (iOS drops it in the background). */
export const isConnectionLost = (error: unknown): boolean =>
  namesOf(error).some((name) => name === 'DatabaseClosedError' || name === 'InvalidStateError') ||
  textsOf(error).some((text) => text.includes('Connection to Indexed Database server lost'));

/** The error and what it wraps: Dexie puts a quota error inside an AbortError. */
function chain(error: unknown): readonly unknown[] {
  const found: unknown[] = [];
  let current = error;
  while (current !== null && typeof current === 'object' && found.length < 5) {
    found.push(current);
    current = 'inner' in current ? current.inner : 'cause' in current ? current.cause : null;
  }
  return found;
}

const texts = (error: unknown, key: 'name' | 'message'): readonly string[] =>
  chain(error).flatMap((each) => {
    const text = (each as { name?: unknown; message?: unknown })[key];
    return typeof text === 'string' ? [text] : [];
  });
const namesOf = (error: unknown): readonly string[] => texts(error, 'name');
const textsOf = (error: unknown): readonly string[] => texts(error, 'message');

/**
 * Runs one transaction; where the connection was lost (iOS in the background, a forced close), opens
 * the database once more and runs it again. Inside a transaction it must not be used.
 */
export async function reopening<T>(db: Database, work: () => PromiseLike<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    db.close({ disableAutoOpen: false });
    await db.open();
    return await work();
  }
}

/** Whether rows, or what is made of them, hold the same: texts, numbers, flags, bytes, and lists and objects of those. */
export function isSameRow(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (!isObject(one) || !isObject(other)) return false;
  if (one instanceof Uint8Array || other instanceof Uint8Array) return isSameBytes(one, other);
  const [keys, others] = [keysOf(one), keysOf(other)];
  return (
    Array.isArray(one) === Array.isArray(other) &&
    keys.length === others.length &&
    keys.every((key) => isSameRow(one[key], other[key]))
  );
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** What is undefined is as good as absent. */
const keysOf = (value: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.keys(value).filter((key) => value[key] !== undefined);

const isSameBytes = (one: unknown, other: unknown): boolean =>
  one instanceof Uint8Array &&
  other instanceof Uint8Array &&
  one.length === other.length &&
  one.every((byte, index) => byte === other[index]);

/** How often what is read may change under our hands before that is a fault. Another tab or the worker writes now and then. */
const MAX_TRIES = 5;

export type Plan<Result> = Readonly<{
  result: Result;
  /** Absent where nothing is to be written. */
  write?: () => Promise<unknown>;
}>;

export type ReadThenWrite<Seen, Result> = Readonly<{
  tables: readonly (keyof Database & string)[];
  /** Rows, without bytes. */
  read: () => Promise<Seen>;
  /** What is computed from them. Whatever it awaits, no transaction is open. */
  plan: (seen: Seen) => Plan<Result> | Promise<Plan<Result>>;
  /** As this page wrote it last: saves the first reading where nobody came between. Nothing is refused on its word. */
  remembered?: Seen | undefined;
}>;

/**
 * Reads; computes; then writes in one transaction, which first looks whether what was read is still so, and else all of it
 * begins anew. A transaction ends as soon as something else than the database is awaited in it (or loses its atomicity
 * without a word), so nothing is computed inside: what seals and opens personal data may come between.
 */
export async function readThenWrite<Seen, Result>(
  db: Database,
  { tables, read, plan, remembered }: ReadThenWrite<Seen, Result>,
): Promise<Result> {
  const places = tables.map((name) => db.table(name));
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const known = tries === 0 ? remembered : undefined;
    const seen = known ?? (await reopening(db, () => db.transaction('r', places, read)));
    const { result, write } = await plan(seen);
    if (write === undefined) {
      if (known === undefined) return result;
      continue;
    }
    const isWritten = await reopening(db, () =>
      db.transaction('rw', places, async () => {
        if (!isSameRow(await read(), seen)) return false;
        await write();
        return true;
      }),
    );
    if (isWritten) return result;
  }
  throw new Error('changed each time');
}
