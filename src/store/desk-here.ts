import { keySmith } from '../seal/keyring.ts';
import { secretsIn } from '../seal/secrets.ts';
import { sha256 } from '../web-sha256.ts';
import type { Database } from './database.ts';
import { keyDesk, type LockableDesk } from './key-desk.ts';
import { secretHomes } from './secret-homes.ts';

/** The keys of this page or worker, from the homes that its browser has. */
export function deskHere(db: Database): LockableDesk {
  const secrets = secretsIn(secretHomes(db));
  return keyDesk(db, {
    digest: sha256,
    smith: keySmith(secrets),
    secrets,
    now: () => Date.now(),
    newId: () => crypto.randomUUID(),
  });
}
