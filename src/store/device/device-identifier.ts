import type { Database } from '../db/database.ts';
import { readKey, writeKey } from './device-keys.ts';
import { copiesHere, type IdentifierCopy, identifierOr, readCopy } from './first-identifier.ts';

async function spread(identifier: string, copies: readonly IdentifierCopy[]): Promise<void> {
  for (const copy of copies) {
    if ((await readCopy(copy)) !== identifier) await copy.write(identifier).catch(() => undefined);
  }
}

/**
 * The device's UUID v4, made on first use and then for ever the same, however many tabs and workers ask at
 * once. Where the database was lost, a copy brings it back.
 */
export async function getDeviceIdentifier(
  db: Database,
  copies: () => readonly IdentifierCopy[] = copiesHere,
  make: () => string = () => crypto.randomUUID(),
): Promise<string> {
  const known = identifierOr(await readKey(db, 'DeviceIdentifier'));
  if (known !== null) return known;
  // Before the transaction: it would end while we wait for something that is not the database.
  const places = copies();
  const kept = await Promise.all(places.map(readCopy));
  const offered = kept.find((value) => value !== null) ?? make();
  const identifier = await db.transaction('rw', db.device, async () => {
    const there = identifierOr(await readKey(db, 'DeviceIdentifier'));
    if (there === null) await writeKey(db, 'DeviceIdentifier', offered);
    return there ?? offered;
  });
  await spread(identifier, places);
  return identifier;
}

/** At a page's start: copies that were lost, or that a worker could not write, are made again. */
export async function mendIdentifierCopies(
  db: Database,
  copies: () => readonly IdentifierCopy[] = copiesHere,
): Promise<void> {
  await spread(await getDeviceIdentifier(db, copies), copies());
}
