/** `npm run check`: types, lint, unused code and the quick tests at once, without PostgreSQL. Run it before each commit. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { answerHelp } from './help.ts';
import { sideBySide, sourceChecks } from './source-checks.ts';

answerHelp(import.meta.filename);

const cached = { NODE_COMPILE_CACHE: resolve('node_modules/.cache/compiled') };
const tests = spawn('npx', ['vitest', 'run', '--project', 'unit*'], {
  stdio: 'inherit',
  env: { ...process.env, ...cached, VELD_TEST_STORES: 'embedded' },
});
const [checked, [status]] = await Promise.all([sideBySide(sourceChecks), once(tests, 'close')]);

// The tests print at the same time. So the last lines name each failed check again.
const failed = checked.filter(({ isOk }) => !isOk);
for (const { name } of failed) console.log(`✗ ${name}`);
process.exitCode = failed.length > 0 ? 1 : (status ?? 1);
