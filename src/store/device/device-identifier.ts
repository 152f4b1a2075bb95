import type { Database } from '../db/database.ts';
import { readKey, writeKey } from './device-keys.ts';
import {
  browserCopies,
  type IdentifierCopy,
  identifierOrCreate,
  readCopy,
} from './first-identifier.ts';

async function spread(identifier: string, copies: readonly IdentifierCopy[]): Promise<void> {
  for (const copy of copies) {
    if ((await readCopy(copy)) !== identifier) await copy.write(identifier).catch(() => undefined);
  }
}

/**
 * Returns the device's identifier, a UUID v4. The first use creates it. Several tabs and workers at once create only one. The
 * identifier never changes. If the database was lost, a copy restores it.
 */
export async function getDeviceIdentifier(
  db: Database,
  copies: () => readonly IdentifierCopy[] = browserCopies,
  make: () => string = () => crypto.randomUUID(),
): Promise<string> {
  const known = identifierOrCreate(await readKey(db, 'DeviceIdentifier'));
  if (known !== null) return known;
  // Reads the copies before the transaction: a transaction ends when it awaits anything except the database.
  const places = copies();
  const kept = await Promise.all(places.map(readCopy));
  const offered = kept.find((value) => value !== null) ?? make();
  const identifier = await db.transaction('rw', db.device, async () => {
    const there = identifierOrCreate(await readKey(db, 'DeviceIdentifier'));
    if (there === null) await writeKey(db, 'DeviceIdentifier', offered);
    return there ?? offered;
  });
  await spread(identifier, places);
  return identifier;
}

/** Creates missing copies at a page's start. Copies may be lost, and a worker can't write all of them. */
export async function repairIdentifierCopies(
  db: Database,
  copies: () => readonly IdentifierCopy[] = browserCopies,
): Promise<void> {
  await spread(await getDeviceIdentifier(db, copies), copies());
}
