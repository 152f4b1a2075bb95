import { IDENTIFIER_KEY } from '../db/stored-names.ts';
import type { TextStore } from './device-storage.ts';

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** A second place for the identifier, outside IndexedDB: a killed browser can lose a whole database. */
export type IdentifierCopy = Readonly<{
  read: () => Promise<string | null>;
  write: (identifier: string) => Promise<void>;
}>;

export const identifierOr = (value: unknown): string | null =>
  typeof value === 'string' && UUID_V4.test(value) ? value : null;

/** `localStorage`, so only in a page. */
export const textCopy = (store: TextStore): IdentifierCopy => ({
  read: async () => store.getItem(IDENTIFIER_KEY),
  write: async (identifier) => store.setItem(IDENTIFIER_KEY, identifier),
});

/** A file of the origin's private file system, which pages and workers share. */
const fileCopy = (directory: () => Promise<FileSystemDirectoryHandle>): IdentifierCopy => ({
  read: async () => {
    const handle = await (await directory()).getFileHandle(IDENTIFIER_KEY);
    return await (await handle.getFile()).text();
  },
  write: async (identifier) => {
    const handle = await (await directory()).getFileHandle(IDENTIFIER_KEY, { create: true });
    const file = await handle.createWritable();
    await file.write(identifier);
    await file.close();
  },
});

/**
 * The places that there are here: a worker has no `localStorage`, some browsers have no private file system. That comes
 * first, for only a database writes there; into `localStorage` a page may write before there is one.
 */
export function copiesHere(): readonly IdentifierCopy[] {
  // The compiler knows no `localStorage` in code that a worker runs too.
  const { localStorage: store } = globalThis as { readonly localStorage?: TextStore };
  const { storage } = navigator;
  return [
    ...(storage?.getDirectory === undefined ? [] : [fileCopy(() => storage.getDirectory())]),
    ...(store === undefined ? [] : [textCopy(store)]),
  ];
}

/** A copy that cannot be read or written is as good as none. */
export const readCopy = (copy: IdentifierCopy): Promise<string | null> =>
  copy.read().then(identifierOr, () => null);

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
