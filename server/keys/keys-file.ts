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

/** The mark in the database that names every key that ever sealed something in it. */
const MARK = 'keys';

const ANSWERS_AT_ONCE = 1000;

const key = v.object({ kty: v.literal('oct'), k: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)) });
const signing = v.pipe(v.array(key), v.minLength(1));
const keysSchema = v.object({
  documents: v.pipe(v.array(v.object({ ...key.entries, kid: v.string() })), v.minLength(1)),
  index: key,
  signing,
});
/** The format before the encryption. */
const signingOnlySchema = v.strictObject({ signing });

/** Keys that are there, or that will be once the database agrees that none are missing. */
export type FoundKeys = Readonly<{ ring: KeyRing; file: string; isNew: boolean; keep: () => void }>;

/** The keys in `keysFile`, or where that is null those of the data folder: made at its first start. */
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

/** Tokens on phones were signed with the old secret. */
function withOldSecret(keys: Keys, file: string): Keys {
  const secret = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  if (secret.length !== 32) return keys;
  return { ...keys, signing: [{ kty: 'oct', k: secret.toString('base64url') }] };
}

/** A text that the key sealed, made with the key of hashes: it shows at each start that both are still the same. */
const proofMark = (kid: string) => `proof of ${kid}`;
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
 * Refuses if the database was encrypted with missing keys, before anything changes. Otherwise it stores the keys, and records the
 * newest in the database before anything is encrypted with it.
 */
export async function settleKeys(
  repository: Repository,
  { ring, file, keep }: FoundKeys,
): Promise<void> {
  const used = ((await repository.mark(MARK)) ?? '').split(' ').filter(Boolean);
  if (used.some((kid) => !ring.kids.includes(kid))) {
    throw new OperatorError(
      `The database was sealed with keys that are not in ${file}. Nothing was changed.
Put that file back as it was, from a backup: without it nobody can read what was registered.`,
    );
  }
  for (const kid of used) {
    const proof = await repository.mark(proofMark(kid));
    if (proof !== null && !isProof(ring, kid, proof)) {
      throw new OperatorError(
        `The keys in ${file} have the names of those that sealed the database, but are others or damaged. Nothing was changed.
Put that file back as it was, from a backup: without it nobody can read what was registered.`,
      );
    }
  }
  keep();
  if ((await repository.mark(proofMark(ring.newest))) === null) {
    await repository.setMark(proofMark(ring.newest), ring.seal(provenBy(ring, ring.newest)));
  }
  if (!used.includes(ring.newest)) await repository.setMark(MARK, [...used, ring.newest].join(' '));
  // Before calls come, for they are compared: repeats of a call that an older version answered too.
  let keyed = ANSWERS_AT_ONCE;
  while (keyed === ANSWERS_AT_ONCE) {
    keyed = await repository.keyAnswers(ANSWERS_AT_ONCE, (plain) => keyedHash(ring, plain));
  }
}

function keysIn(file: string): Keys {
  const keys = v.safeParse(keysSchema, parseOrNull(file));
  if (keys.success) return keys.output;
  throw new OperatorError(
    `${file} must be a file that \`node server/main.ts keys --to <file>\` made: it makes one, or adds what one of an older version lacks. Give every server the same.`,
  );
}

/** A file of an older version keeps its keys, and gets what it lacks. */
export function makeKeysFile(file: string): void {
  const older = v.safeParse(signingOnlySchema, parseOrNull(file));
  if (existsSync(file) && !older.success) {
    throw new OperatorError(`${file} is there already. Nothing was changed.`);
  }
  write(file, { ...newKeys(), ...(older.success ? older.output : {}) });
}

/** From the next start on a new key seals; the others still open what they sealed. */
export function rotateKeysFile(file: string): void {
  const keys = keysIn(file);
  write(file, { ...keys, documents: [newDocumentKey(), ...keys.documents] });
}

function write(file: string, keys: Keys): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
  // Encrypted data is on the disk soon. The keys must be there first, whatever happens to the machine.
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
