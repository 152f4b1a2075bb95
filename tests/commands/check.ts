/** `npm run check`: types, lint and unused code at once, then the quick tests, without PostgreSQL. What to run before each commit. */
import { spawnSync } from 'node:child_process';
import { answerHelp } from './help.ts';
import { sideBySide, sourceChecks } from './source-checks.ts';

answerHelp(import.meta.filename);

const failed = (await sideBySide(sourceChecks)).filter(({ isOk }) => !isOk);
for (const { name } of failed) console.log(`✗ ${name}`);
if (failed.length > 0) process.exit(1);
const { status } = spawnSync('npx', ['vitest', 'run', '--project', 'unit*'], {
  stdio: 'inherit',
  env: { ...process.env, VELD_TEST_STORES: 'embedded' },
});
process.exitCode = status ?? 1;
