/**
 * `npm run bench [-- name … --full]`: prints figures of Veld and of its peers, from the same run. They are medians on this machine,
 * which may be busy, so read the ratios. A slow time is never a failure. A bench whose name begins with `server` measures the backend
 * and needs no browser. `--full` runs the long benches at their whole size. `--dist <folder>` measures an existing build.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Stage } from '../bench/bench.ts';
import { benches } from '../bench/benches.ts';
import { addPages, buildApp } from '../support/app/built-app.ts';
import { engineVersion, findOrInstallChromium } from './engines.ts';
import { answerHelp } from './help.ts';

answerHelp(import.meta.filename);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    full: { type: 'boolean', default: false },
    dist: { type: 'string' },
  },
});

const unknown = positionals.filter((name) => !benches.some((bench) => bench.name === name));
if (unknown.length > 0) {
  console.error(
    `No such bench: ${unknown.join(', ')}. There are: ${benches.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(2);
}
const chosen = benches.filter(({ name }) => positionals.length === 0 || positionals.includes(name));

console.log(`Node ${process.version}, ${cpus().length} cores`);
const scratch = mkdtempSync(join(tmpdir(), 'veld-bench-'));
const dist = join(scratch, 'dist');
if (!chosen.every(({ isOfServer }) => isOfServer)) await preparePages();

async function preparePages(): Promise<void> {
  process.env['CHROMIUM_PATH'] = findOrInstallChromium();
  console.log(engineVersion('chromium'));
  if (values.dist === undefined) buildApp(dist);
  else cpSync(values.dist, dist, { recursive: true });
  await addPages(dist, join(scratch, 'pages'), join(import.meta.dirname, '../bench/page'), [
    'bench',
    'reference',
  ]);
}

const stage: Stage = {
  dist,
  rounds: (usual, many) => (values.full ? many : usual),
  say: (line = '') => console.log(line),
};

let broken = 0;
for (const bench of chosen) {
  const started = performance.now();
  console.log(`\n## ${bench.title} (${bench.name})\n`);
  try {
    await bench.run(stage);
  } catch (error) {
    // A bench that cannot run does not stop the others. A slow bench does not throw.
    broken += 1;
    console.log(`could not be measured: ${error instanceof Error ? error.stack : String(error)}`);
  }
  console.log(`\n[${((performance.now() - started) / 1000).toFixed(0)} s]`);
}
rmSync(scratch, { recursive: true, force: true });
process.exitCode = broken === 0 ? 0 : 1;
