import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { backUp } from './backup.ts';
import { serve } from './serve.ts';
import { settingsFrom } from './settings.ts';
import { StartRefused } from './start-refused.ts';

const root = resolve(import.meta.dirname, '..');
const usage = `Usage:
  node server/main.ts                          serves
  node server/main.ts backup --to <folder>     copies database and files into a new folder
`;

async function run(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { to: { type: 'string' } },
  });
  const [command] = positionals;
  if (command === undefined) {
    return serve(root);
  }
  if (command === 'backup' && values.to !== undefined) {
    return backUp(settingsFrom(process.env, root).dataDir, resolve(values.to));
  }
  throw new StartRefused(usage);
}

try {
  await run();
} catch (error) {
  const isUsage = error instanceof TypeError && 'code' in error && /ARGS/.test(String(error.code));
  if (!(error instanceof StartRefused || isUsage)) {
    throw error;
  }
  process.stderr.write(isUsage ? usage : `${error.message}\n`);
  // Not 1: starting again by itself cannot help.
  process.exitCode = 2;
}
