/**
 * `npm run chaos -- [--runs N] [--seed S] [--lives L]`: runs the real app in a real Chromium that is killed
 * over and over. A proxy harms its calls, and the backend is killed, too. Ends with 1 if anything was lost,
 * is stored twice, is stuck, or stayed on the phone.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type ChaosResult, chaosRun } from '../chaos/run.ts';
import { addPages, buildApp } from '../support/app/built-app.ts';
import { engineVersion, findOrInstallChromium } from './engines.ts';
import { answerHelp } from './help.ts';

answerHelp(import.meta.filename);

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    lives: { type: 'string', default: '6' },
  },
});
const runs = Number(values.runs);
const firstSeed = Number(values.seed);

const browser = findOrInstallChromium();
process.env['CHROMIUM_PATH'] = browser;
console.log(engineVersion('chromium'));
const scratch = mkdtempSync(join(tmpdir(), 'veld-chaos-'));
const dist = join(scratch, 'dist');
buildApp(dist);
await addPages(dist, join(scratch, 'pages'), join(import.meta.dirname, '../chaos/page'), ['chaos']);

const results: ChaosResult[] = [];
let failures = 0;
for (let run = 0; run < runs; run += 1) {
  const seed = firstSeed + run;
  const result = await chaosRun({
    seed,
    dist,
    lives: Number(values.lives),
    say: (line) => console.log(line),
  });
  results.push(result);
  const problems = problemsOf(result);
  if (problems.length > 0) failures += 1;
  console.log(
    `${problems.length === 0 ? '✓' : '✗'} seed ${seed}: ${result.acknowledged} submissions, ` +
      `${result.browserKills} browser kills, ${result.backendKills} backend kills, ` +
      `${total(result)} faults in ${result.calls} calls, settled in ${(result.settledMs / 1000).toFixed(1)} s`,
  );
  for (const problem of problems) console.log(`  ${problem}`);
}
rmSync(scratch, { recursive: true, force: true });

const sum = (of: (result: ChaosResult) => number): number =>
  results.reduce((all, result) => all + of(result), 0);
const kinds = new Map<string, number>();
for (const { faults } of results)
  for (const [kind, count] of Object.entries(faults))
    kinds.set(kind, (kinds.get(kind) ?? 0) + count);

console.log(`
${runs} runs from seed ${firstSeed}, ${failures} with a problem
${sum((each) => each.acknowledged)} submissions acknowledged
${sum((each) => each.keysTyped)} letters typed, ${sum((each) => each.browserKills)} browser kills, ${sum((each) => each.workerStops)} worker stops, ${sum((each) => each.backendKills)} backend kills
${sum((each) => each.databasesDamaged)} databases damaged, ${sum((each) => each.storesWiped)} databases wiped by the browser
${sum(total)} faults injected: ${[...kinds].map(([kind, count]) => `${kind} ${count}`).join(', ')}
${sum((each) => each.losses.length)} losses, ${sum((each) => each.twins.length)} twins`);
// A browser that was killed during a call may leave a promise that never ends.
process.exit(failures === 0 ? 0 : 1);

function total({ faults }: ChaosResult): number {
  return Object.values(faults).reduce((all, count) => all + count, 0);
}

function problemsOf({ losses, personalDataLeft, stuck, twins }: ChaosResult): readonly string[] {
  return [
    ...losses.map((what) => `lost: ${what}`),
    ...twins.map((what) => `twice: ${what}`),
    ...personalDataLeft.map((what) => `left on the device: ${what}`),
    ...(stuck === null ? [] : [`stuck: ${stuck}`]),
  ];
}
