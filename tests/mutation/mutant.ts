import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One mistake that a programmer could make in the source. A test or the simulation must notice it. */
export type Mutant = Readonly<{
  name: string;
  /** The path from the project's root. */
  file: string;
  /** Texts of the file, and their replacements. The file must have each text exactly once. */
  edits: readonly Edit[];
}>;

export type Edit = readonly [find: string, replace: string];

/** The room of a mutant's file. It decides which tests run. */
export type Room = 'api' | 'domain' | 'features' | 'seal' | 'server' | 'store' | 'sync';

export function roomOf({ file, name }: Mutant): Room {
  const room = /^(?:src\/)?(api|domain|features|seal|server|store|sync)\//.exec(file)?.[1];
  if (room === undefined) throw new Error(`The mutant '${name}' lies outside every room: ${file}`);
  return room as Room;
}

/** Returns the texts that the file does not have exactly once. Then the source has changed, and the mutant must be updated. */
export function strayEdits(root: string, { edits, file }: Mutant): readonly string[] {
  const source = readFileSync(join(root, file), 'utf8');
  return edits.map(([find]) => find).filter((find) => source.split(find).length !== 2);
}

/** Writes the mistake into the file, runs `work`, and restores the file. */
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
