import { IDENTIFIER_KEY } from '../db/stored-names.ts';

/** The part of `localStorage` that the copies need. */
export type TextStore = Readonly<{
  getItem: (key: string) => string | null;
  setItem: (key: string, value: string) => void;
  removeItem: (key: string) => void;
}>;

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** A copy of the identifier outside IndexedDB, because a killed browser can lose a whole database. */
export type IdentifierCopy = Readonly<{
  read: () => Promise<string | null>;
  write: (identifier: string) => Promise<void>;
}>;

export const identifierOrCreate = (value: unknown): string | null =>
  typeof value === 'string' && UUID_V4.test(value) ? value : null;

/** Returns null in a worker, which has no `localStorage`, or if the browser blocks storage. */
export function identifierInLocalStorage(): string | null {
  try {
    const { localStorage: store } = globalThis as { readonly localStorage?: TextStore };
    return identifierOrCreate(store?.getItem(IDENTIFIER_KEY));
  } catch {
    return null;
  }
}

export const textCopy = (store: TextStore): IdentifierCopy => ({
  read: async () => store.getItem(IDENTIFIER_KEY),
  write: async (identifier) => store.setItem(IDENTIFIER_KEY, identifier),
});

/** The copy in a file of the private file system, which pages and workers share. */
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
 * The copies that this page or worker can use. A worker has no `localStorage`, and some browsers have no private files. The private file
 * comes first, because it is written only after the database. A page may write `localStorage` before the database exists.
 */
export function browserCopies(): readonly IdentifierCopy[] {
  // The types for worker code have no `localStorage`.
  const { localStorage: store } = globalThis as { readonly localStorage?: TextStore };
  const { storage } = navigator;
  return [
    ...(storage?.getDirectory === undefined ? [] : [fileCopy(() => storage.getDirectory())]),
    ...(store === undefined ? [] : [textCopy(store)]),
  ];
}

/** Reads a copy. Returns null if the copy is missing, invalid or unreadable. */
export const readCopy = (copy: IdentifierCopy): Promise<string | null> =>
  copy.read().then(identifierOrCreate, () => null);

type Places = Readonly<{
  local: Pick<TextStore, 'getItem' | 'setItem'>;
  databaseExists: () => Promise<boolean>;
  copies?: typeof browserCopies;
  make?: () => string;
}>;

/**
 * Returns the identifier for a page that found none in `localStorage`: from another copy, or a new one. Returns null if the database
 * exists: then its identifier counts, and it repairs the copies. Does not open the database.
 */
export async function firstIdentifier({
  local,
  databaseExists,
  copies = browserCopies,
  make = () => crypto.randomUUID(),
}: Places): Promise<string | null> {
  if (await databaseExists()) return null;
  const kept = await Promise.all(copies().map(readCopy));
  // No await between read and write. A database that another tab creates meanwhile has written an identifier before, or copies this one.
  const there = identifierOrCreate(local.getItem(IDENTIFIER_KEY));
  if (there !== null) return there;
  const identifier = kept.find((value) => value !== null) ?? make();
  local.setItem(IDENTIFIER_KEY, identifier);
  return identifier;
}
