/**
 * Files in browsers that can't replace a file atomically (Safari before 26). Each write creates a new file, a version, named by the
 * file's name and a growing number. A version starts with the length of its content. The length is written last, so that readers ignore
 * an incomplete version.
 */
export const LENGTH_BYTES = 8;

/** No file of a copy has this character in its name. */
const MARK = '~';

export type FileVersion = Readonly<{ name: string; number: number; fileName: string }>;

export const fileVersion = (name: string, number: number): FileVersion => ({
  name,
  number,
  fileName: `${name}${MARK}${number}`,
});

/** Parses a file's name as a version. Returns null if the file is not a version. */
export function versionNamed(fileName: string): FileVersion | null {
  const [name = '', number, more] = fileName.split(MARK);
  return number === undefined || more !== undefined || !/^\d+$/.test(number)
    ? null
    : fileVersion(name, Number(number));
}

/** The versions of a file, newest first. */
export const versionsOf = (name: string, fileNames: readonly string[]): readonly FileVersion[] =>
  fileNames
    .flatMap((fileName) => versionNamed(fileName) ?? [])
    .filter((version) => version.name === name)
    .sort((one, other) => other.number - one.number);

export function lengthBytes(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(LENGTH_BYTES);
  // Adds one, so that the length of an empty content differs from an unwritten length.
  new DataView(bytes.buffer).setFloat64(0, length + 1);
  return bytes;
}

/** Returns the content of a version. Returns undefined if the version is incomplete. */
export async function wholeContent(file: Blob): Promise<Blob | undefined> {
  const head = await file.slice(0, LENGTH_BYTES).arrayBuffer();
  if (head.byteLength < LENGTH_BYTES) return undefined;
  const content = file.slice(LENGTH_BYTES);
  return new DataView(head).getFloat64(0) === content.size + 1 ? content : undefined;
}

/** A request to put one file. `top` is the folder of all copies. */
export type PutRequest = Readonly<{
  id: number;
  top: string;
  folder: string;
  name: string;
  bytes: Blob | string;
}>;

export type PutReply =
  /** The worker's first message is `able` or `unable`: whether it can write. */
  | Readonly<{ status: 'able' }>
  | Readonly<{ status: 'unable' }>
  | Readonly<{ status: 'put'; id: number }>
  /** The browser's error as texts, because not every browser can send an error object. */
  | Readonly<{ status: 'failed'; id: number; name: string; message: string }>;
