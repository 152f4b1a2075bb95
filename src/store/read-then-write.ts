import type { Database } from './database.ts';
import { reopening } from './reopen.ts';
import { isSameRow } from './same-rows.ts';

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
