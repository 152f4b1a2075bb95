/**
 * `npm run simulate -- --seeds N [--seed S] [--dexie] [--plain] [--bail] [--bugs]`: runs N seeds from S on, and the saved seeds
 * first. `--dexie`: with the real store over fake-indexeddb. `--plain`: without the faults that are newer than the saved seeds.
 * `--bail`: ends at the first seed that fails. `--bugs`: plants each bug and counts the seeds until it is caught. Prints the failing
 * seed and the end of its trace. Ends with 1 if an invariant broke.
 */
import { parseArgs } from 'node:util';
import { plantedBugs } from '../simulation/planted-bugs.ts';
import { describeFailure } from '../simulation/report.ts';
import { savedSeeds } from '../simulation/saved-seeds.ts';
import { seedsToCatch } from '../simulation/seeds-to-catch.ts';
import { type Options, simulate } from '../simulation/simulate.ts';
import { Tally } from '../simulation/tally.ts';
import { answerHelp } from './help.ts';

answerHelp(import.meta.filename);

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '5000' },
    seed: { type: 'string' },
    dexie: { type: 'boolean', default: false },
    plain: { type: 'boolean', default: false },
    bail: { type: 'boolean', default: false },
    bugs: { type: 'boolean', default: false },
  },
});

/** A run makes a hundred thousand errors, and nobody reads their stack traces. */
Error.stackTraceLimit = 0;

if (values.bugs) await catchBugs();
else await runSeeds();

async function runSeeds(): Promise<void> {
  const first = Number(values.seed ?? 1);
  const count = Number(values.seeds);
  const tally = new Tally();
  const { dexieDisk } = await import('../simulation/dexie-disk.ts');
  const options: Options = values.dexie ? { tally, disk: dexieDisk } : { tally };
  const seeds: Readonly<{ seed: number; isPlain: boolean }>[] =
    values.seed === undefined ? [...savedSeeds] : [];
  for (let n = 0; n < count; n += 1) seeds.push({ seed: first + n, isPlain: values.plain });

  const startedAt = performance.now();
  let steps = 0;
  let failed = 0;
  for (const [done, { isPlain, seed }] of seeds.entries()) {
    const run = await simulate(seed, { ...options, isPlain });
    steps += run.steps;
    if (run.violation !== null) {
      failed += 1;
      Error.stackTraceLimit = 20;
      console.log(
        describeFailure(
          await simulate(seed, { ...options, isPlain, tally: new Tally(), keep: 80 }),
        ),
      );
      Error.stackTraceLimit = 0;
      if (values.bail) break;
    }
    if ((done + 1) % 10_000 === 0) console.log(`${done + 1} seeds, ${failed} failed`);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const faults = [...tally.counts].sort(([, one], [, other]) => other - one);
  console.log(`\nfaults: ${faults.map(([fault, times]) => `${fault} ${times}`).join(', ')}`);
  console.log(
    `${seeds.length} seeds, ${failed} failed, ${steps} steps, ${tally.total} faults, ` +
      `${seconds.toFixed(1)} s, ${Math.round(seeds.length / seconds)} seeds/s`,
  );
  process.exitCode = failed === 0 ? 0 : 1;
}

async function catchBugs(): Promise<void> {
  const most = 2000;
  for (const name of Object.keys(plantedBugs)) {
    const caught = await seedsToCatch(name, most);
    if (caught === null) process.exitCode = 1;
    console.log(
      caught === null
        ? `${name}: NOT caught within ${most} seeds`
        : `${name}: caught by seed ${caught.seeds}: ${caught.violation}`,
    );
  }
}
