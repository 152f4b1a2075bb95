/**
 * Files of a browser that can write them in place only (Safari before 26). What is put there lies in a slot: a file of its own,
 * named by the file and a number that grows with each content. A slot begins with the length of its content, and that is written
 * last: a slot without it is half, and no reader takes it.
 */
export const LENGTH_BYTES = 8;

/** No name of a file that is put has it. */
const MARK = '~';

export type Slot = Readonly<{ name: string; number: number; fileName: string }>;

export const slotOf = (name: string, number: number): Slot => ({
  name,
  number,
  fileName: `${name}${MARK}${number}`,
});

/** Which slot a file is; null where it is none. */
export function slotNamed(fileName: string): Slot | null {
  const [name = '', number, more] = fileName.split(MARK);
  return number === undefined || more !== undefined || !/^\d+$/.test(number)
    ? null
    : slotOf(name, Number(number));
}

/** The newest first. */
export const slotsOf = (name: string, fileNames: readonly string[]): readonly Slot[] =>
  fileNames
    .flatMap((fileName) => slotNamed(fileName) ?? [])
    .filter((slot) => slot.name === name)
    .sort((one, other) => other.number - one.number);

export function lengthBytes(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(LENGTH_BYTES);
  // One more, so that an empty content differs from one that was not written.
  new DataView(bytes.buffer).setFloat64(0, length + 1);
  return bytes;
}

/** The content of a slot; undefined where its writing did not end. */
export async function wholeContent(file: Blob): Promise<Blob | undefined> {
  const head = await file.slice(0, LENGTH_BYTES).arrayBuffer();
  if (head.byteLength < LENGTH_BYTES) return undefined;
  const content = file.slice(LENGTH_BYTES);
  return new DataView(head).getFloat64(0) === content.size + 1 ? content : undefined;
}

/** One file to put, `top` being the folder of all copies. */
export type SlotRequest = Readonly<{
  id: number;
  top: string;
  folder: string;
  name: string;
  bytes: Blob | string;
}>;

export type SlotReply =
  /** Its first words: whether it can write at all. */
  | Readonly<{ status: 'able' }>
  | Readonly<{ status: 'unable' }>
  | Readonly<{ status: 'put'; id: number }>
  /** The browser's error. Not every browser can send one whole. */
  | Readonly<{ status: 'failed'; id: number; name: string; message: string }>;
