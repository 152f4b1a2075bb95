import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createLog } from './log.ts';
import { NotNow, OperatorError } from './operator-error.ts';
import { backUp } from './ops/backup.ts';
import { eraseForm } from './ops/erase-form.ts';
import { makeKeysFile } from './ops/keys-file.ts';
import { settingsFrom } from './ops/operator-settings.ts';
import { serve } from './ops/serve.ts';

const root = resolve(import.meta.dirname, '..');
const usage = `Usage:
  node server/main.ts                          serves
  node server/main.ts erase --form <form id>   deletes all of one form; the server must be stopped
  node server/main.ts backup --to <folder>     copies database and files into a new folder
  node server/main.ts keys --to <file>         makes the keys that several servers share
`;
const backupElsewhere =
  'Database or files lie outside of the data folder: back up the database first, then the files, each with its own tools.';

async function run(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { to: { type: 'string' }, form: { type: 'string' } },
  });
  const [command] = positionals;
  if (command === undefined) return serve(root);
  if (command === 'keys' && values.to !== undefined) return makeKeysFile(resolve(values.to));
  const { dataDir, postgres, bucket } = settingsFrom(process.env, root);
  if (command === 'backup' && values.to !== undefined) {
    if (postgres !== null || bucket !== null) throw new OperatorError(backupElsewhere);
    return backUp(dataDir, resolve(values.to));
  }
  if (command === 'erase' && values.form !== undefined) {
    const now = () => Date.now();
    const log = createLog(process.stdout, now);
    const files = await eraseForm({ dataDir, postgres, bucket, formId: values.form, now, log });
    process.stdout.write(`Erased the form and ${files} files.\n`);
    return;
  }
  throw new OperatorError(usage);
}

// Whatever is made from here on is for this user's eyes only, wherever it lies.
process.umask(0o077);

try {
  await run();
} catch (error) {
  const isUsage = error instanceof TypeError && 'code' in error && /ARGS/.test(String(error.code));
  if (!(error instanceof OperatorError || isUsage)) throw error;
  process.stderr.write(isUsage ? usage : `${error.message}\n`);
  // 2: starting again by itself cannot help.
  process.exitCode = error instanceof NotNow ? 1 : 2;
}
