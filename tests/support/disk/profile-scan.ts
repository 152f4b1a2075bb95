import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Page } from '@playwright/test';

/** A text to search for. It occurs nowhere else. `name`: the field into which it was typed. */
export type Canary = Readonly<{ name: string; text: string }>;

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

const randomOf = (letters: string, length: number): string =>
  Array.from(
    crypto.getRandomValues(new Uint32Array(length)),
    (number) => letters[number % letters.length],
  ).join('');

/** 20 random letters and digits. A canary must not repeat another text, because LevelDB compresses repeated text. */
export const randomCanary = (): string => randomOf(`${LETTERS}0123456789`, 20);

export const randomDigits = (length: number): string => randomOf('0123456789', length);

/** The text's possible forms inside the base64 of a longer text. */
function inBase64(text: string): readonly string[] {
  return [0, 1, 2].map((before) => {
    const spelt = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]).toString('base64');
    // The first and the last characters also have bits of the text beside it.
    const end = spelt.indexOf('=');
    return spelt.slice(before === 0 ? 0 : before + 1, end < 0 ? spelt.length : end - 1);
  });
}

/** Each form in which a browser may store a text. */
function spellingsOf(text: string): readonly Buffer[] {
  const cases = [...new Set([text, text.toLowerCase(), text.toUpperCase()])];
  return cases.flatMap((each) => [
    Buffer.from(each, 'utf8'),
    Buffer.from(each, 'utf16le'),
    ...inBase64(each).map((spelt) => Buffer.from(spelt)),
  ]);
}

/** A canary, and a file of the profile that contains it. */
export type Sighting = Readonly<{ name: string; file: string }>;

/**
 * Reads every file of a browser's profile, and searches for each canary as UTF-8, as UTF-16, and in base64 at its three offsets. Also
 * searches the file names. The browser may be running. A file that disappears meanwhile is left out.
 */
export function scanProfile(profile: string, canaries: readonly Canary[]): readonly Sighting[] {
  const wanted = canaries.map(({ name, text }) => ({ name, spellings: spellingsOf(text) }));
  return filesOf(profile).flatMap(({ content, file }) => {
    const all = Buffer.concat([Buffer.from(`${file}\n`), content]);
    return wanted
      .filter(({ spellings }) => spellings.some((spelling) => all.includes(spelling)))
      .map(({ name }) => ({ name, file }));
  });
}

/** The files of a browser's profile that contain these bytes unchanged. */
export const filesHolding = (profile: string, bytes: Buffer): readonly string[] =>
  filesOf(profile).flatMap(({ content, file }) => (content.includes(bytes) ? [file] : []));

const filesOf = (profile: string) =>
  pathsIn(profile).map((path) => ({ file: relative(profile, path), content: contentOf(path) }));

/** Lists folder by folder. One recursive `readdirSync` would throw if the browser removes a folder meanwhile. */
function pathsIn(folder: string): readonly string[] {
  let entries: readonly Dirent[] = [];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    // The folder was removed after it was listed.
  }
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return pathsIn(path);
    return entry.isFile() ? [path] : [];
  });
}

function contentOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}

/** The places of this origin that contain a text: databases by name, `localStorage`, `sessionStorage`, private files by path. */
export const placesWith = (page: Page, text: string): Promise<readonly string[]> =>
  page.evaluate(readPlaces, text);

/** Runs in the page. */
async function readPlaces(text: string): Promise<string[]> {
  const found: string[] = [];
  const look = (place: string, content: string): void => {
    if (content.includes(text)) found.push(place);
  };
  const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await answerOf(indexedDB.open(name));
    const tables = [...database.objectStoreNames];
    const reading = tables.length > 0 ? database.transaction(tables) : null;
    const rows = tables.map((table) => reading && answerOf(reading.objectStore(table).getAll()));
    look(name, JSON.stringify(await Promise.all(rows)));
    database.close();
  }
  look('localStorage', JSON.stringify({ ...localStorage }));
  look('sessionStorage', JSON.stringify({ ...sessionStorage }));
  const lookInto = async (folder: FileSystemDirectoryHandle, path: string): Promise<void> => {
    for await (const [name, handle] of folder.entries()) {
      const at = `${path}${name}`;
      look(at, name);
      try {
        if (handle.kind === 'directory')
          await lookInto(handle as FileSystemDirectoryHandle, `${at}/`);
        else look(at, await (await (handle as FileSystemFileHandle).getFile()).text());
      } catch (error) {
        // A file that was removed meanwhile has no content.
        if (!(error instanceof DOMException) || error.name !== 'NotFoundError') throw error;
      }
    }
  };
  await lookInto(await navigator.storage.getDirectory(), '/');
  return [...new Set(found)];
}

/** Returns the store's value. Throws if it is missing or unreadable. */
export function readable<T>(read: T | 'unreadable' | undefined): T {
  if (read === undefined || read === 'unreadable') throw new Error(`It is ${read ?? 'gone'}.`);
  return read;
}
