import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { OperatorError } from '../operator-error.ts';
import type { Repository } from '../repository/repository-port.ts';
import {
  CannotOpen,
  type KeyRing,
  type Keys,
  keyedHash,
  keyRing,
  newDocumentKey,
  newKeys,
} from './key-ring.ts';

/** The mark in the database with the `kid` of every key that ever encrypted data in it. */
const MARK = 'keys';

const ANSWERS_AT_ONCE = 1000;

const key = v.object({ kty: v.literal('oct'), k: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)) });
const signing = v.pipe(v.array(key), v.minLength(1));
const keysSchema = v.object({
  documents: v.pipe(v.array(v.object({ ...key.entries, kid: v.string() })), v.minLength(1)),
  index: key,
  signing,
});
/** The file format of versions without encryption. */
const signingOnlySchema = v.strictObject({ signing });

/**
 * The keys of the file, or new keys (`isNew`). `keep` stores new keys, once the database shows that none are missing.
 */
export type FoundKeys = Readonly<{ ring: KeyRing; file: string; isNew: boolean; keep: () => void }>;

/**
 * Reads the keys from `keysFile`. If that is null, uses the keys of the data folder, which are made at its first start.
 */
export function findKeys(keysFile: string | null, dataDir: string): FoundKeys {
  const file = keysFile ?? join(dataDir, 'keys.json');
  if (keysFile !== null || existsSync(file)) {
    return { ring: keyRing(keysIn(file)), file, isNew: false, keep: () => {} };
  }
  const old = join(dataDir, 'anti-forgery.key');
  const keys = withOldSecret(newKeys(), old);
  const keep = () => {
    write(file, keys);
    rmSync(old, { force: true });
  };
  return { ring: keyRing(keys), file, isNew: true, keep };
}

/** Keeps the old secret for signing: tokens on phones were signed with it. */
function withOldSecret(keys: Keys, file: string): Keys {
  const secret = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  if (secret.length !== 32) return keys;
  return { ...keys, signing: [{ kty: 'oct', k: secret.toString('base64url') }] };
}

/**
 * The mark with a proof of a key: a hash by the key of hashes, encrypted by the key itself. At each start it shows that
 * both keys are unchanged.
 */
const proofMark = (kid: string) => `proof of ${kid}`;
type MarkOf = (name: string) => Promise<string | null>;
/** Returns the `kid` of every key that ever encrypted data in a database. `mark`: reads the database's marks. */
export const usedKids = async (mark: MarkOf): Promise<readonly string[]> =>
  ((await mark(MARK)) ?? '').split(' ').filter(Boolean);

/** Records that the repository now has data of another database too, with the keys and proofs of both. */
export async function addUsedKids(repository: Repository, markOfOther: MarkOf): Promise<void> {
  const others = await usedKids(markOfOther);
  for (const kid of others) {
    const proof = await markOfOther(proofMark(kid));
    if (proof !== null) await repository.setMark(proofMark(kid), proof);
  }
  const all = new Set([...others, ...(await usedKids(repository.mark))]);
  await repository.setMark(MARK, [...all].join(' '));
}

const provenBy = ({ mac }: KeyRing, kid: string) => mac('proof', kid).toString('base64url');

function isProof(ring: KeyRing, kid: string, sealed: string): boolean {
  try {
    return ring.open(sealed) === provenBy(ring, kid);
  } catch (error) {
    if (error instanceof CannotOpen) return false;
    throw error;
  }
}

/**
 * Throws `OperatorError` if keys that encrypted the database are missing or changed. Then nothing is changed. Otherwise
 * it stores the keys. It records the newest key in the database before anything is encrypted with it.
 */
export async function settleKeys(
  repository: Repository,
  { ring, file, keep }: FoundKeys,
): Promise<void> {
  const used = await usedKids(repository.mark);
  if (used.some((kid) => !ring.kids.includes(kid))) {
    throw new OperatorError(
      `The database was encrypted with keys that are not in ${file}. Nothing was changed.
Restore that file from a backup. Without it nobody can read the registrations.`,
    );
  }
  for (const kid of used) {
    const proof = await repository.mark(proofMark(kid));
    if (proof !== null && !isProof(ring, kid, proof)) {
      throw new OperatorError(
        `The keys in ${file} have the right names, but are damaged or did not encrypt the database. Nothing was changed.
Restore that file from a backup. Without it nobody can read the registrations.`,
      );
    }
  }
  keep();
  if ((await repository.mark(proofMark(ring.newest))) === null) {
    await repository.setMark(proofMark(ring.newest), ring.seal(provenBy(ring, ring.newest)));
  }
  if (!used.includes(ring.newest)) await repository.setMark(MARK, [...used, ring.newest].join(' '));
  // Replaces plain request hashes before the server takes calls. A call may repeat one that an older version answered,
  // and then their hashes are compared.
  let keyed = ANSWERS_AT_ONCE;
  while (keyed === ANSWERS_AT_ONCE) {
    keyed = await repository.keyAnswers(ANSWERS_AT_ONCE, (plain) => keyedHash(ring, plain));
  }
}

function keysIn(file: string): Keys {
  const keys = v.safeParse(keysSchema, parseOrNull(file));
  if (keys.success) return keys.output;
  throw new OperatorError(
    `${file} is not a valid keys file. Run \`node server/main.ts keys --to <file>\`: it makes a new file, or completes the file of an older version. Give every server the same file.`,
  );
}

/** Makes a keys file. A file of an older version keeps its keys and gets the missing ones. */
export function makeKeysFile(file: string): void {
  const older = v.safeParse(signingOnlySchema, parseOrNull(file));
  if (existsSync(file) && !older.success) {
    throw new OperatorError(`${file} already exists. Nothing was changed.`);
  }
  write(file, { ...newKeys(), ...(older.success ? older.output : {}) });
}

/** Adds a new key, which encrypts from the next start on. The other keys still decrypt. */
export function rotateKeysFile(file: string): void {
  const keys = keysIn(file);
  write(file, { ...keys, documents: [newDocumentKey(), ...keys.documents] });
}

function write(file: string, keys: Keys): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
  // Encrypted data may soon be on the disk. The keys must be there first, even if the machine loses power.
  const folder = openSync(dirname(file), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

function parseOrNull(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
