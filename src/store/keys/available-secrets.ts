import type { Secret, Secrets } from '../../seal/secrets.ts';
import type { Database } from '../db/database.ts';
import { withReopen } from '../db/transactions.ts';
import type { SecretNameRow } from '../format/rows.ts';

/*
 * The app creates secrets before it needs them, like formGuids. A browser may write a file to the disk late, except in a storage bucket.
 * An older secret is already on the disk when a key needs it. This table has names and states. The secret storages have the bytes.
 */

/** The number of available secrets after a refill. */
const AVAILABLE_GOAL = 24;
/** A refill starts below this number. */
const FEW_AVAILABLE = 16;
/** The number of secrets to create at once if none is available and a write waits. */
const FIRST_FEW = 6;

const between = (state: SecretNameRow['state']) =>
  [
    [state, -Infinity],
    [state, Infinity],
  ] as const;

const inState = (db: Database, state: SecretNameRow['state']) =>
  db.secretNames.where('[state+madeAt]').between(...between(state));

/**
 * The oldest available secret, which is most likely on the disk. The writing transaction must read this row again, so that two tabs do
 * not use the same secret.
 */
export const oldestAvailable = (db: Database): Promise<SecretNameRow | undefined> =>
  inState(db, 'spare').first();

export const secretsToDelete = (db: Database): Promise<readonly SecretNameRow[]> =>
  inState(db, 'dying').toArray();

/** Call it inside the transaction that writes the row with the key. The transaction must include `secretNames`. */
export async function markInUse(db: Database, name: string): Promise<void> {
  const row = await db.secretNames.get(name);
  await db.secretNames.put({ name, state: 'used', madeAt: row?.madeAt ?? 0 });
}

/** Call it inside the transaction that removes the key. It must include `secretNames`. A later cleanup deletes the secrets. */
export async function markForDeletion(db: Database, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const row = await db.secretNames.get(name);
    await db.secretNames.put({ name, state: 'dying', madeAt: row?.madeAt ?? 0 });
  }
}

/** Marks an available secret for deletion, because no storage has its bytes. */
export async function dropAvailable(db: Database, available: SecretNameRow): Promise<void> {
  await db.secretNames.put({ ...available, state: 'dying' });
}

/** The time of a new secret. It is later than the newest one's, also after the clock was set back. So the oldest stays the first. */
export const madeAtAfter = (newest: number | undefined, now: number): number =>
  newest === undefined ? now : Math.max(now, newest + 1);

/** Creates a secret, reads it back to check it, then records it. Returns false if no storage location accepted it. */
async function addAvailable(db: Database, secrets: Secrets, now: () => number): Promise<boolean> {
  const secret = await secrets.create();
  if (secret === null) return false;
  await withReopen(db, async () => {
    const newest = await inState(db, 'spare').last();
    const madeAt = madeAtAfter(newest?.madeAt, now());
    // `put`, because another tab may have found the secret in the storage and recorded it as unknown.
    await db.secretNames.put({ name: secret.name, state: 'spare', madeAt });
  });
  return true;
}

const countAvailable = (db: Database): Promise<number> =>
  withReopen(db, () => inState(db, 'spare').count());

/** Creates secrets in idle time. Returns null if enough are available. If no storage accepts one, returns how many are left. */
export async function refillAvailable(
  db: Database,
  secrets: Secrets,
  now: () => number,
): Promise<number | null> {
  const available = await countAvailable(db);
  if (available >= FEW_AVAILABLE) return null;
  // Creates one secret after the other, because the person may be typing.
  for (let left = AVAILABLE_GOAL - available; left > 0; left -= 1)
    if (!(await addAvailable(db, secrets, now))) return countAvailable(db);
  return null;
}

/** Thrown if no storage accepts a secret. Without a secret, no personal data may be written. */
export class SecretNotStored extends Error {
  override name = 'SecretNotStored';
}

/** The result of `write` in `withAvailableSecret`. */
export type SecretAttempt<Result> = Result | 'noneAvailable' | 'secretLost';

/**
 * Runs `write` with the oldest available secret, until the secret's bytes can be read. `write` returns 'noneAvailable' if there is no
 * available secret, or 'secretLost' after it marked a secret with lost bytes for deletion. Throws `SecretNotStored`.
 */
export async function withAvailableSecret<Result>(
  db: Database,
  secrets: Secrets,
  now: () => number,
  write: () => Promise<SecretAttempt<Result>>,
): Promise<Exclude<Result, 'noneAvailable' | 'secretLost'>> {
  for (let tries = 0; tries <= AVAILABLE_GOAL + FIRST_FEW; tries += 1) {
    const tried = await write();
    if (tried === 'noneAvailable') {
      const few = Array.from({ length: FIRST_FEW }, () => addAvailable(db, secrets, now));
      if (!(await Promise.all(few)).includes(true)) throw new SecretNotStored();
    } else if (tried !== 'secretLost')
      return tried as Exclude<Result, 'noneAvailable' | 'secretLost'>;
  }
  throw new SecretNotStored();
}

/** Returns the secret with its bytes. Returns null if the bytes are lost. */
export async function readAvailable(
  secrets: Secrets,
  { name }: SecretNameRow,
): Promise<Secret | null> {
  const bytes = await secrets.read(name);
  return bytes && { name, bytes };
}
