import type { Database } from './database.ts';

/** True if the error means that the disk or the app's quota is full. Browsers and Dexie use several names. */
export const isQuotaError = (error: unknown): boolean =>
  namesOf(error).some(
    (name) => name === 'QuotaExceededError' || name === 'NS_ERROR_DOM_QUOTA_REACHED',
  );

/** True if the error means that the connection is lost. iOS drops connections in the background. */
export const isConnectionLost = (error: unknown): boolean =>
  namesOf(error).some((name) => name === 'DatabaseClosedError' || name === 'InvalidStateError') ||
  textsOf(error).some((text) => text.includes('Connection to Indexed Database server lost'));

/** The error and its inner errors: Dexie wraps a quota error in an AbortError. */
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

/** Runs one transaction. If the connection is lost, opens the database and runs `work` again. Do not call it inside a transaction. */
export async function withReopen<T>(db: Database, work: () => PromiseLike<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    db.close({ disableAutoOpen: false });
    await db.open();
    return await work();
  }
}

/** True if two rows or values have the same content: texts, numbers, flags, bytes, and lists and objects of those. */
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

/** The keys of an object, without those whose value is undefined. */
const keysOf = (value: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.keys(value).filter((key) => value[key] !== undefined);

const isSameBytes = (one: unknown, other: unknown): boolean =>
  one instanceof Uint8Array &&
  other instanceof Uint8Array &&
  one.length === other.length &&
  one.every((byte, index) => byte === other[index]);

/** Another tab or the worker may change the rows during a try. More tries mean a fault. */
const MAX_TRIES = 5;

export type WritePlan<Result> = Readonly<{
  result: Result;
  /** Absent if nothing needs to be written. */
  write?: () => Promise<unknown>;
}>;

export type ReadThenWrite<Seen, Result> = Readonly<{
  tables: readonly (keyof Database & string)[];
  /** Reads rows without bytes. */
  read: () => Promise<Seen>;
  /** Computes the write. It may await anything, because no transaction is open. */
  plan: (seen: Seen) => WritePlan<Result> | Promise<WritePlan<Result>>;
  /** The rows as this page last wrote them. They save the first read. A plan without a write is checked with a real read. */
  remembered?: Seen | undefined;
}>;

/**
 * Reads, computes, then writes in one transaction. If the data changed since the read, all steps run again. A transaction ends when it
 * awaits anything except the database. So encryption runs between the two transactions. Throws after five tries.
 */
export async function readThenWrite<Seen, Result>(
  db: Database,
  { tables, read, plan, remembered }: ReadThenWrite<Seen, Result>,
): Promise<Result> {
  const places = tables.map((name) => db.table(name));
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const known = tries === 0 ? remembered : undefined;
    const seen = known ?? (await withReopen(db, () => db.transaction('r', places, read)));
    const { result, write } = await plan(seen);
    if (write === undefined) {
      if (known === undefined) return result;
      continue;
    }
    const isWritten = await withReopen(db, () =>
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
