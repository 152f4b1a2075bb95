import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Mutant, type Room, roomOf } from './mutant.ts';

/** The number of seeds that the simulation plays: on the store in memory, and on the real store. */
export type Seeds = Readonly<{ memory: number; dexie: number }>;

export type Hunt =
  /** `by`: the test that failed, or the seed and the invariant that it broke. */
  | Readonly<{ status: 'caught'; by: string }>
  | Readonly<{ status: 'survived' }>
  /** The tests or the simulation could not run. The mutant itself is wrong, so it does not count as caught. */
  | Readonly<{ status: 'broken'; why: string }>;

const testsOf: Readonly<Record<Room, readonly string[]>> = {
  api: ['tests/api'],
  domain: ['tests/domain', 'tests/sync', 'tests/features/outbox'],
  features: ['tests/features'],
  seal: ['tests/seal', 'tests/store'],
  server: ['tests/server'],
  store: ['tests/store', 'tests/sync'],
  sync: ['tests/sync', 'tests/store'],
};

/** The simulation does not run the code of these rooms. */
const notSimulated: ReadonlySet<Room> = new Set(['api', 'features', 'server']);

/** The longest time that a run may take, in ms. A mutant that makes a run hang counts as caught. */
export type Limit = Readonly<{ limitMs: number }>;

/** The limit of the run without a mutant, on a machine that may be busy. */
export const soundLimit: Limit = { limitMs: 1_800_000 };

/** A run counts as hanging if it takes three times as long as the run without a mutant. */
export const limitAfter = (soundMs: number): Limit => ({
  limitMs: Math.max(180_000, Math.ceil(3 * soundMs)),
});

/** First runs the tests that import the mutant's file. They catch most mutants in a fifth of the time. Then runs those of its room. */
export function huntMutant(root: string, mutant: Mutant, seeds: Seeds, limit: Limit): Hunt {
  const room = roomOf(mutant);
  const imported = `/${basename(mutant.file)}'`;
  const near = globSync(
    testsOf[room].map((folder) => `${folder}/**/*.test.ts`),
    { cwd: root },
  ).filter((file) => readFileSync(join(root, file), 'utf8').includes(imported));
  const byNear = near.length === 0 ? survived : huntWithTests(root, near, limit);
  return byNear.status === 'survived' ? hunt(root, room, seeds, limit) : byNear;
}

/** First runs the tests of the room, which are quick and name the fault. If they catch nothing, runs the simulation. */
export function hunt(root: string, room: Room, seeds: Seeds, limit: Limit): Hunt {
  const byTests = huntWithTests(root, testsOf[room], limit);
  if (byTests.status !== 'survived' || notSimulated.has(room)) return byTests;
  const inMemory = huntWithSeeds(root, ['--seeds', String(seeds.memory)], limit);
  if (inMemory.status !== 'survived') return inMemory;
  return huntWithSeeds(root, ['--dexie', '--seeds', String(seeds.dexie)], limit);
}

type Report = Readonly<{
  testResults: readonly Readonly<{
    name: string;
    message: string;
    assertionResults: readonly Readonly<{ status: string; fullName: string }>[];
  }>[];
}>;

const survived: Hunt = { status: 'survived' };

function huntWithTests(root: string, tests: readonly string[], { limitMs }: Limit): Hunt {
  const file = join(root, 'mutation-report.json');
  rmSync(file, { force: true });
  const args = ['run', '--bail=1', '--reporter=json', `--outputFile=${file}`, ...tests];
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const ended = spawnSync(process.execPath, [vitest, ...args], { cwd: root, timeout: limitMs });
  if (ended.status === 0) return survived;
  if (ended.error !== undefined) return { status: 'caught', by: `${tests.join(' ')} never end` };
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  const failed = report.testResults.flatMap(({ assertionResults, name }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `${name.slice(root.length + 1)}: ${fullName}`),
  );
  const [by] = failed;
  if (by !== undefined) return { status: 'caught', by };
  const messages = report.testResults.map(({ message }) => message).filter(Boolean);
  return { status: 'broken', why: messages[0] ?? ended.stderr.toString().slice(-2000) };
}

function huntWithSeeds(root: string, args: readonly string[], { limitMs }: Limit): Hunt {
  const command = ['tests/commands/simulate.ts', '--bail', ...args];
  const ended = spawnSync(process.execPath, command, { cwd: root, timeout: limitMs });
  if (ended.status === 0) return survived;
  const said = ended.stdout?.toString() ?? '';
  const seed = /^seed (\d+) /m.exec(said)?.[1];
  const violation = /^(?:I\d+|bug|store|wire): .*$/m.exec(said)?.[0];
  const store = args.includes('--dexie') ? 'on the real store, ' : '';
  if (seed !== undefined)
    return { status: 'caught', by: `the simulation: ${store}seed ${seed}, ${violation ?? ''}` };
  if (ended.error !== undefined) return { status: 'caught', by: 'the simulation never ends' };
  return { status: 'broken', why: ended.stderr.toString().slice(-2000) };
}
