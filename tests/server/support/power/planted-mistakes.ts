import { type Mutant, withMutant } from '../../../mutation/mutant.ts';
import { scratchCopy } from '../../../mutation/scratch-copy.ts';
import type { FileSystem } from './cut-disk.ts';
import type { Fault } from './fault.ts';
import { type CaseName, playCase } from './power-cases.ts';
import { powerLosses } from './power-losses.ts';

/** A mistake of the server that only a power loss shows. `by`: the case that finds it. If null, ordinary calls find it. */
export type PlantedMistake = Mutant & Readonly<{ by: CaseName | null }>;

const store = 'server/files/folder-store.ts';
const partials = 'server/partials/folder-partials.ts';

export const plantedMistakes: readonly PlantedMistake[] = [
  {
    name: 'a call is answered before the log of its commit is synced',
    file: 'server/database/sqlite-engine.ts',
    edits: [['      log.done().then(() => {', '      Promise.resolve().then(() => {']],
    by: null,
  },
  {
    name: 'a staged file is not synced',
    file: store,
    edits: [['      await handle.sync();\n', '']],
    by: null,
  },
  {
    name: 'offset and body of an upload in pieces are not synced',
    file: partials,
    edits: [['    await file.datasync();\n', '']],
    by: 'piece',
  },
  {
    name: 'the folder is not synced after files were renamed into it',
    file: store,
    edits: [['      await syncKept();\n      return storageNames;', '      return storageNames;']],
    by: 'slow',
  },
  {
    name: 'a backup is done before it is synced',
    file: 'server/ops/operator-commands.ts',
    edits: [['  await syncTree(part);\n', '']],
    by: 'backup',
  },
  {
    name: 'removed files are forgotten before their folder is synced',
    file: store,
    edits: [
      [
        '      await removeFrom(kept, names);\n      await syncKept();\n',
        '      await removeFrom(kept, names);\n',
      ],
    ],
    by: 'removals',
  },
  {
    name: 'any number of files may wait for their commit',
    file: 'server/ops/data-folder.ts',
    edits: [
      [
        'uncommittedFiles: createLimiter(MAX_UNCOMMITTED_FILES),',
        'uncommittedFiles: (_count, act) => act(),',
      ],
    ],
    by: 'burst',
  },
];

/** About two of three tries find nothing: the loss takes nothing important, or the cut comes at the wrong moment. */
const MAX_TRIES = 40;

/** Plants the mistake in a copy of the project. Returns the faults of the first try that finds any, and the number of tries. */
export async function huntMistake(
  project: string,
  mistake: PlantedMistake,
  kind: FileSystem,
  seed: number,
): Promise<Readonly<{ tries: number; faults: readonly Fault[] }>> {
  const whole = scratchCopy(project);
  const spoiled = withMutant(whole.root, mistake, () => scratchCopy(whole.root));
  try {
    let tries = 0;
    for await (const faults of triesOf(mistake, kind, seed, spoiled.root)) {
      tries += 1;
      if (faults.length > 0 || tries === MAX_TRIES) return { tries, faults };
    }
    throw new Error('The tries ended by themselves.');
  } finally {
    spoiled.remove();
    whole.remove();
  }
}

async function* triesOf(
  { by }: PlantedMistake,
  kind: FileSystem,
  seed: number,
  root: string,
): AsyncGenerator<readonly Fault[]> {
  if (by === null) for await (const { faults } of powerLosses(kind, seed, root)) yield faults;
  else for (let n = 0; ; n += 1) yield await playCase(by, kind, seed + n, root);
}
