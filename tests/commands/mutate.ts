/**
 * `npm run mutate -- [--only text] [--list] [--seeds N] [--dexie N]`: puts each mistake of the table into a copy
 * of the project, one at a time. Prints the test or the seed of the simulation that catches it. `--only`: only
 * mistakes whose name or file contains the text. Ends with 1 if a mistake survives, or does not fit the code.
 */
import { parseArgs } from 'node:util';
import {
  type Hunt,
  hunt,
  huntMutant,
  type Limit,
  limitAfter,
  soundLimit,
} from '../mutation/hunt.ts';
import { type Mutant, type Room, roomOf, strayEdits, withMutant } from '../mutation/mutant.ts';
import { mutants } from '../mutation/mutants.ts';
import { scratchCopy } from '../mutation/scratch-copy.ts';
import { answerHelp } from './help.ts';

answerHelp(import.meta.filename);

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    list: { type: 'boolean', default: false },
    seeds: { type: 'string', default: '2000' },
    dexie: { type: 'string', default: '100' },
  },
});

const chosen = mutants.filter(({ file, name }) => `${file} ${name}`.includes(values.only));
const seeds = { memory: Number(values.seeds), dexie: Number(values.dexie) };

const stray = chosen.flatMap((mutant) =>
  strayEdits('.', mutant).map((text) => `${mutant.name}: not once in ${mutant.file}:\n${text}`),
);
for (const text of stray) console.log(`✗ ${text}`);
if (stray.length > 0 || chosen.length === 0) process.exitCode = 1;

if (values.list) for (const { file, name } of chosen) console.log(`${file}: ${name}`);
else if (stray.length === 0) huntAll();

function huntAll(): void {
  const copy = scratchCopy('.');
  try {
    const limits = limitsUnspoiled(copy.root);
    if (limits !== null) print(chosen.map((mutant) => huntOne(copy.root, mutant, limits)));
    else process.exitCode = 1;
  } finally {
    copy.remove();
  }
}

/**
 * The time limit of each room's tests, measured with the unchanged copy. Returns null if a test fails there, because then every
 * mutant would seem to be caught.
 */
function limitsUnspoiled(root: string): ReadonlyMap<Room, Limit> | null {
  const limits = new Map<Room, Limit>();
  for (const room of new Set<Room>(chosen.map(roomOf))) {
    const begun = performance.now();
    const ended = hunt(root, room, { memory: 20, dexie: 2 }, soundLimit);
    if (ended.status !== 'survived') {
      console.log(`✗ ${room} fails without any mutant: ${wordOf(ended)}`);
      return null;
    }
    limits.set(room, limitAfter(performance.now() - begun));
  }
  return limits;
}

type Hunted = Readonly<{ name: string; ended: Hunt }>;

function huntOne(root: string, mutant: Mutant, limits: ReadonlyMap<Room, Limit>): Hunted {
  const begun = performance.now();
  const ended = withMutant(root, mutant, () =>
    huntMutant(root, mutant, seeds, limits.get(roomOf(mutant)) ?? soundLimit),
  );
  const seconds = Math.round((performance.now() - begun) / 1000);
  console.log(
    `${ended.status === 'caught' ? '✓' : '✗'} ${mutant.name} (${seconds} s): ${wordOf(ended)}`,
  );
  return { name: mutant.name, ended };
}

function print(hunted: readonly Hunted[]): void {
  console.log('\n| mutant | caught by |\n|---|---|');
  for (const { ended, name } of hunted)
    console.log(`| ${name} | ${wordOf(ended).split('\n')[0]?.replaceAll('|', '\\|')} |`);
  const missed = hunted.filter(({ ended }) => ended.status !== 'caught');
  console.log(`\n${hunted.length - missed.length} caught, ${missed.length} not`);
  if (missed.length > 0) process.exitCode = 1;
}

function wordOf(ended: Hunt): string {
  switch (ended.status) {
    case 'caught':
      return ended.by;
    case 'survived':
      return 'SURVIVED';
    case 'broken':
      return `BROKEN ${ended.why}`;
  }
}
