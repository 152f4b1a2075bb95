import type { Secret, Secrets } from '../../seal/secrets.ts';
import type { Database } from '../db/database.ts';
import { reopening } from '../db/transactions.ts';
import type { SecretNameRow } from '../format/rows.ts';

/*
 * Secrets are made ahead, like formGuids. Only a browser with storage buckets puts a secret on the disk at once. Elsewhere the oldest has
 * mostly been there for long when it is taken. Names and states are kept here, the secrets themselves in their homes.
 */

/** So many lie ready. */
const SPARE_GOAL = 24;
/** Only when fewer are left, more are made. */
const FEW_SPARES = 16;
/** So many are made where there is none at all, and somebody waits. */
const FIRST_FEW = 6;

const between = (state: SecretNameRow['state']) =>
  [
    [state, -Infinity],
    [state, Infinity],
  ] as const;

const inState = (db: Database, state: SecretNameRow['state']) =>
  db.secretNames.where('[state+madeAt]').between(...between(state));

/** The oldest, which is most surely on the disk. To be read again in the transaction that uses it: two tabs can't get the same one. */
export const oldestSpare = (db: Database): Promise<SecretNameRow | undefined> =>
  inState(db, 'spare').first();

export const dyingSecrets = (db: Database): Promise<readonly SecretNameRow[]> =>
  inState(db, 'dying').toArray();

/** Inside the transaction that writes what needs it, over `secretNames`. */
export async function takeSecret(db: Database, name: string): Promise<void> {
  const row = await db.secretNames.get(name);
  await db.secretNames.put({ name, state: 'used', madeAt: row?.madeAt ?? 0 });
}

/** Inside the transaction that ends the need of it, over `secretNames`. It is unlinked later: first no copy may mention it. */
export async function letSecretsDie(db: Database, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const row = await db.secretNames.get(name);
    await db.secretNames.put({ name, state: 'dying', madeAt: row?.madeAt ?? 0 });
  }
}

/** Its bytes are in no home any more. */
export async function forgetSpare(db: Database, spare: SecretNameRow): Promise<void> {
  await db.secretNames.put({ ...spare, state: 'dying' });
}

/** Makes one and enters it once it was read back. False where no home keeps it. */
async function addSpare(db: Database, secrets: Secrets, now: () => number): Promise<boolean> {
  const secret = await secrets.make();
  if (secret === null) return false;
  const row: SecretNameRow = { name: secret.name, state: 'spare', madeAt: now() };
  // Another tab, which saw it in its home before, may have taken it for a stranger.
  await reopening(db, () => db.secretNames.put(row));
  return true;
}

const countSpares = (db: Database): Promise<number> =>
  reopening(db, () => inState(db, 'spare').count());

/** In idle time. Stops where no home takes one: resolves with how many are left then, and with null where there are enough. */
export async function refillSpares(
  db: Database,
  secrets: Secrets,
  now: () => number,
): Promise<number | null> {
  const spare = await countSpares(db);
  if (spare >= FEW_SPARES) return null;
  // One after the other: nobody waits for them, and somebody may be typing.
  for (let left = SPARE_GOAL - spare; left > 0; left -= 1)
    if (!(await addSpare(db, secrets, now))) return countSpares(db);
  return null;
}

/** Neither home keeps a secret: without one, nothing that is a person's may be written. */
export class NoSecretKept extends Error {
  override name = 'NoSecretKept';
}

/** What a plan says of the secret that it was given. */
export type SpareTried<Result> = Result | 'noSpare' | 'lostSpare';

/**
 * Runs a write that takes the oldest spare secret, until it got one that is whole. `write` says 'noSpare' where there was none, and
 * 'lostSpare' once it has written that the one there was is dying, as its bytes are lost.
 */
export async function withSpare<Result>(
  db: Database,
  secrets: Secrets,
  now: () => number,
  write: () => Promise<SpareTried<Result>>,
): Promise<Exclude<Result, 'noSpare' | 'lostSpare'>> {
  for (let tries = 0; tries <= SPARE_GOAL + FIRST_FEW; tries += 1) {
    const tried = await write();
    if (tried === 'noSpare') {
      const few = Array.from({ length: FIRST_FEW }, () => addSpare(db, secrets, now));
      if (!(await Promise.all(few)).includes(true)) throw new NoSecretKept();
    } else if (tried !== 'lostSpare') return tried as Exclude<Result, 'noSpare' | 'lostSpare'>;
  }
  throw new NoSecretKept();
}

/** The bytes of the one that a plan was given; null: they are lost. */
export async function spareSecret(
  secrets: Secrets,
  { name }: SecretNameRow,
): Promise<Secret | null> {
  const bytes = await secrets.read(name);
  return bytes && { name, bytes };
}
