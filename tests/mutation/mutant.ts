import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One mistake that somebody could make in the source, and that something must notice. */
export type Mutant = Readonly<{
  name: string;
  /** From the project's root. */
  file: string;
  /** Each text as it stands there, exactly once, and what is put in its place. */
  edits: readonly Edit[];
}>;

export type Edit = readonly [find: string, replace: string];

/** The room that a mutant lives in says which tests are about it. */
export type Room = 'api' | 'domain' | 'features' | 'seal' | 'server' | 'store' | 'sync';

export function roomOf({ file, name }: Mutant): Room {
  const room = /^(?:src\/)?(api|domain|features|seal|server|store|sync)\//.exec(file)?.[1];
  if (room === undefined) throw new Error(`The mutant '${name}' lies outside every room: ${file}`);
  return room as Room;
}

/** Edits whose text is not there, or there more than once: the source has moved on, and the mutant must follow. */
export function strayEdits(root: string, { edits, file }: Mutant): readonly string[] {
  const source = readFileSync(join(root, file), 'utf8');
  return edits.map(([find]) => find).filter((find) => source.split(find).length !== 2);
}

/** Puts the mistake in, runs `work`, and puts the file back as it was. */
export function withMutant<T>(root: string, { edits, file }: Mutant, work: () => T): T {
  const path = join(root, file);
  const before = readFileSync(path, 'utf8');
  try {
    const after = edits.reduce((text, [find, replace]) => text.split(find).join(replace), before);
    writeFileSync(path, after);
    return work();
  } finally {
    writeFileSync(path, before);
  }
}
