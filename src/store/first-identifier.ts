import type { TextStore } from './device.ts';
import { copiesHere, identifierOr, readCopy } from './identifier-copies.ts';
import { IDENTIFIER_KEY } from './names.ts';

type Places = Readonly<{
  local: Pick<TextStore, 'getItem' | 'setItem'>;
  databaseExists: () => Promise<boolean>;
  copies?: typeof copiesHere;
  make?: () => string;
}>;

/**
 * The identifier for a page that found none in local storage as it started: out of the other copy, else a new one. Where
 * there is a database, that has the last word, and whoever opens it mends the copies; null then. Opens nothing.
 */
export async function firstIdentifier({
  local,
  databaseExists,
  copies = copiesHere,
  make = () => crypto.randomUUID(),
}: Places): Promise<string | null> {
  if (await databaseExists()) return null;
  const kept = await Promise.all(copies().map(readCopy));
  // Nothing is awaited between looking and writing: a database made meanwhile has written its own by now, or takes this.
  const there = identifierOr(local.getItem(IDENTIFIER_KEY));
  if (there !== null) return there;
  const identifier = kept.find((value) => value !== null) ?? make();
  local.setItem(IDENTIFIER_KEY, identifier);
  return identifier;
}
