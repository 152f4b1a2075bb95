import { type Announced, isAccepted } from '../../domain/announced.ts';
import type { PictureType } from '../../domain/forms/sent-files.ts';
import { ANY_CONNECTION, type PhotoPolicy } from '../../domain/photo-sending.ts';
import type { Database } from '../db/database.ts';
import { isSameRow } from '../db/transactions.ts';
import { type DeviceValueOf, deleteKey, readKey, writeKey } from './device-keys.ts';

export const readPhotoRule = async (db: Database): Promise<PhotoPolicy> => ({
  sending: (await readKey(db, 'photoSending')) ?? ANY_CONNECTION.sending,
  said: (await readKey(db, 'connectionAnswer')) ?? ANY_CONNECTION.said,
});

/** True if a drain has an unexpired lease. Ignores a lease that ends later than now plus its length: the clock was changed. */
export async function leaseRuns(db: Database, now: number): Promise<boolean> {
  const lease = await readKey(db, 'lease');
  return lease !== undefined && now < lease.until && lease.until - now <= lease.length;
}

/** True if this drain has the lease. Each write of a drain to a submission checks it first. */
export const holdsLease = async (db: Database, owner: string): Promise<boolean> =>
  (await readKey(db, 'lease'))?.owner === owner;

export type LastAnswer = DeviceValueOf<'lastAnswer'>;

/** Returns the last answer, or null. An older version stored status 0 for an answer that the browser hid; 0 counts as none. */
export async function readLastAnswer(db: Database): Promise<LastAnswer | null> {
  const answer = await readKey(db, 'lastAnswer');
  return answer === undefined || answer.httpStatus === 0 ? null : answer;
}

export const keepLastAnswer = (db: Database, answer: LastAnswer): Promise<void> =>
  writeKey(db, 'lastAnswer', answer);

/** The last announcement of the backend at `base`. Empty if that backend announced nothing. */
export async function readAnnounced(db: Database, base: string): Promise<readonly string[]> {
  const known = await readKey(db, 'announced');
  return known?.base === base ? known.accepts : [];
}

/** Stores the newest announcement. Deletes facts about a backend at another base address. */
export const keepAnnounced = (db: Database, announced: Announced): Promise<void> =>
  db.transaction('rw', db.device, async () => {
    const known = await readKey(db, 'announced');
    const { base } = announced;
    if (known !== undefined && known.base !== base) {
      await deleteKey(db, 'capabilities');
      await deleteKey(db, 'resumeSupport');
    }
    const keyRefusedAt = known?.base === base ? known.keyRefusedAt : undefined;
    const next = {
      ...announced,
      accepts: [...announced.accepts],
      ...(keyRefusedAt !== undefined && { keyRefusedAt }),
    };
    // A write runs the page's queries again.
    if (!isSameRow(next, known)) await writeKey(db, 'announced', next);
  });

/** The app tries the header again after this time (ms), because the backend may be repaired or replaced. */
const KEY_REFUSAL_LASTS_MS = 7 * 24 * 3_600_000;

export async function isKeyRefused(db: Database, base: string, now: number): Promise<boolean> {
  const known = await readKey(db, 'announced');
  const at = known?.base === base ? known.keyRefusedAt : undefined;
  return at !== undefined && Math.abs(now - at) < KEY_REFUSAL_LASTS_MS;
}

export const keepKeyRefused = (db: Database, base: string, now: number): Promise<void> =>
  db.transaction('rw', db.device, async () => {
    const known = await readKey(db, 'announced');
    const kept = known?.base === base ? known : { base, accepts: [] };
    await writeKey(db, 'announced', { ...kept, keyRefusedAt: now });
  });

/** The backend of this build. `accepts`: the extensions of the build setting (`isAccepted`). */
export type BackendSetting = Readonly<{ base: string; accepts: readonly string[] }>;

export const UNKNOWN_BACKEND: BackendSetting = { base: '', accepts: [] };

/** The type of a new photo: WebP if the backend accepts WebP and has refused none. A WebP is a quarter smaller. */
export async function photoType(
  db: Database,
  { accepts, base }: BackendSetting,
): Promise<PictureType> {
  const isRefused = (await readKey(db, 'capabilities'))?.refusesWebp === true;
  const isWebp = isAccepted('webp', await readAnnounced(db, base), accepts) === true;
  return isWebp && !isRefused ? 'image/webp' : 'image/jpeg';
}
