import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Page } from '@playwright/test';

/** A text to search for. It occurs nowhere else. Its name says where it was typed. */
export type Canary = Readonly<{ name: string; text: string }>;

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

const randomOf = (letters: string, length: number): string =>
  Array.from(
    crypto.getRandomValues(new Uint32Array(length)),
    (number) => letters[number % letters.length],
  ).join('');

/** 20 random letters and digits: never a word twice, as LevelDB packs what repeats itself. */
export const randomCanary = (): string => randomOf(`${LETTERS}0123456789`, 20);

export const randomDigits = (length: number): string => randomOf('0123456789', length);

/** The text's possible forms inside the base64 of a longer text. */
function inBase64(text: string): readonly string[] {
  return [0, 1, 2].map((before) => {
    const spelt = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]).toString('base64');
    // The first and the last characters also carry bits of what stands beside it.
    const end = spelt.indexOf('=');
    return spelt.slice(before === 0 ? 0 : before + 1, end < 0 ? spelt.length : end - 1);
  });
}

/** Each spelling in which a browser may write a text down. */
function spellingsOf(text: string): readonly Buffer[] {
  const cases = [...new Set([text, text.toLowerCase(), text.toUpperCase()])];
  return cases.flatMap((each) => [
    Buffer.from(each, 'utf8'),
    Buffer.from(each, 'utf16le'),
    ...inBase64(each).map((spelt) => Buffer.from(spelt)),
  ]);
}

/** A file of the profile in which a canary stands. */
export type Sighting = Readonly<{ name: string; file: string }>;

/**
 * Reads every file of a browser's profile, whatever it is called, and looks for each canary as UTF-8, as UTF-16 and in base64 at its
 * three offsets. The browser may be running: a file that goes meanwhile is left out.
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

/** The files of a browser's profile in which these bytes stand as they are. */
export const filesHolding = (profile: string, bytes: Buffer): readonly string[] =>
  filesOf(profile).flatMap(({ content, file }) => (content.includes(bytes) ? [file] : []));

const filesOf = (profile: string) =>
  pathsIn(profile).map((path) => ({ file: relative(profile, path), content: contentOf(path) }));

/** Not by one recursive reading: that throws where the browser takes a folder away meanwhile. */
function pathsIn(folder: string): readonly string[] {
  let entries: readonly Dirent[] = [];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    // It went after it was listed.
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

/** The places of this origin in which a text lies: databases by name, `localStorage`, `sessionStorage`, private files by path. */
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

/** The store's value, in a test that knows that it is readable. */
export function readable<T>(read: T | 'unreadable' | undefined): T {
  if (read === undefined || read === 'unreadable') throw new Error(`It is ${read ?? 'gone'}.`);
  return read;
}
