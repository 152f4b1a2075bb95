import { dirname, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { makeKeysFile, rotateKeysFile } from './keys/keys-file.ts';
import { createLog } from './log.ts';
import { OperatorError, TemporaryError } from './operator-error.ts';
import { moveData } from './ops/move-data.ts';
import {
  backUp,
  decideForm,
  eraseForm,
  findForms,
  setDevice,
  verifyFiles,
} from './ops/operator-commands.ts';
import { settingsFrom } from './ops/operator-settings.ts';
import { serve } from './ops/serve.ts';
import { asOperatorError } from './ops/start-errors.ts';

const root = resolve(import.meta.dirname, '..');
const usage = `Usage:
  node server/main.ts                          serves
  node server/main.ts erase --form <form id>   deletes all of one form; the server must be stopped
  node server/main.ts find <kind> [<text>]     lists the forms with this value. kind: reference, sim, phone, identity,
                                               surname, business. Only whole values match. Over a folder the server must be
                                               stopped. Without a text it asks for it, so that the shell's history does not
                                               keep it
  node server/main.ts decide --form <form id> active
  node server/main.ts decide --form <form id> refused --code <code> [--text <text>]
                                               stores the operator's decision, which the form's phone shows. Over a folder
                                               the server must be stopped
  node server/main.ts device --revoke <device identifier>
  node server/main.ts device --restore <device identifier>
                                               a revoked device begins no new form, and still sends. Over a folder the
                                               server must be stopped
  node server/main.ts move --from <folder>     copies a data folder to the database and bucket of the settings
  node server/main.ts verify-objects [--days <number>]
                                               reads every file, or those of the last days, and counts missing and damaged files
  node server/main.ts backup --to <folder>     copies database and files into a new folder
  node server/main.ts keys --to <file>         makes the keys that several servers share
  node server/main.ts keys --rotate <file>     adds a new key, which encrypts from the next start on
`;
/**
 * The options of each call, which it may have once, and the greatest number of its words. Other calls get the usage: a
 * command that ignores a word does something else than was typed.
 */
const calls: readonly (readonly [string | undefined, readonly string[], number])[] = [
  [undefined, [], 0],
  ['erase', ['form'], 0],
  ['find', [], Number.POSITIVE_INFINITY],
  ['decide', ['form', 'code', 'text'], 1],
  ['device', ['revoke'], 0],
  ['device', ['restore'], 0],
  ['move', ['from'], 0],
  ['verify-objects', ['days'], 0],
  ['backup', ['to'], 0],
  ['keys', ['to'], 0],
  ['keys', ['rotate'], 0],
];
const backupElsewhere =
  'Database or files are outside the data folder. Back up first the database, then the files, each with its own tools.';

async function run(): Promise<void> {
  const { positionals, values, tokens } = parseArgs({
    allowPositionals: true,
    tokens: true,
    options: {
      to: { type: 'string' },
      form: { type: 'string' },
      rotate: { type: 'string' },
      from: { type: 'string' },
      days: { type: 'string' },
      code: { type: 'string' },
      text: { type: 'string' },
      revoke: { type: 'string' },
      restore: { type: 'string' },
    },
  });
  const [command, ...words] = positionals;
  const given = tokens.flatMap((token) => (token.kind === 'option' ? token.name : []));
  const isCall = calls.some(
    ([name, options, maxWords]) =>
      name === command &&
      words.length <= maxWords &&
      given.every((option) => options.includes(option)) &&
      new Set(given).size === given.length,
  );
  if (!isCall) throw new OperatorError(usage);
  if (command === undefined) return serve(root);
  if (command === 'keys' && values.to !== undefined) return onFile(values.to, makeKeysFile);
  if (command === 'keys' && values.rotate !== undefined) {
    return onFile(values.rotate, rotateKeysFile);
  }
  const { dataDir, postgres, bucket, keysFile, announce } = settingsFrom(process.env, root);
  if (command === 'backup' && values.to !== undefined) {
    if (postgres !== null || bucket !== null) throw new OperatorError(backupElsewhere);
    return backUp(dataDir, resolve(values.to));
  }
  const now = () => Date.now();
  // The output of these commands is their result, so their log goes elsewhere.
  const logged = ['find', 'decide', 'device'].includes(command) ? process.stderr : process.stdout;
  const log = createLog(logged, now);
  const stores = { dataDir, postgres, bucket, keysFile, announce, now, log };
  const print = (line: string) => void process.stdout.write(line);
  if (command === 'erase' && values.form !== undefined) {
    const files = await eraseForm(stores, values.form);
    return print(`Erased the form and ${files} files.\n`);
  }
  const [said, ...texts] = words;
  if (command === 'find' && said !== undefined) {
    // A phone number that is typed without quotes arrives as several words.
    const asked = texts.length > 0 ? texts.join(' ') : await firstLine(`Find by ${said}: `);
    if (asked === '') throw new OperatorError(usage);
    return print(await findForms(stores, said, asked));
  }
  if (command === 'decide' && values.form !== undefined && said !== undefined) {
    const { form: formId, code, text } = values;
    return print(await decideForm(stores, { formId, to: said, code, text }));
  }
  if (command === 'device' && values.revoke !== undefined) {
    return print(await setDevice(stores, values.revoke, 'revoked'));
  }
  if (command === 'device' && values.restore !== undefined) {
    return print(await setDevice(stores, values.restore, 'ok'));
  }
  if (command === 'move' && values.from !== undefined) {
    const { rows, files } = await moveData({ from: resolve(values.from), ...stores });
    return print(`Moved ${rows} rows and ${files} files, and compared each.\n`);
  }
  if (command === 'verify-objects') {
    const days = values.days === undefined ? null : Number(values.days);
    if (days !== null && !(days > 0)) throw new OperatorError(usage);
    const { whole, missing, damaged } = await verifyFiles(stores, days);
    print(`${whole} files are whole, ${missing} missing, ${damaged} damaged.\n`);
    process.exitCode = missing + damaged === 0 ? 0 : 1;
    return;
  }
  throw new OperatorError(usage);
}

function onFile(path: string, act: (file: string) => void): void {
  const file = resolve(path);
  try {
    act(file);
  } catch (error) {
    throw asOperatorError(error, dirname(file));
  }
}

/** Reads a line of input. Shows the question if the input is a terminal. */
async function firstLine(question: string): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write(question);
  for await (const line of createInterface({ input: process.stdin })) return line.trim();
  return '';
}

// If the reader of the output has ended (as after `head -1`) or the log's disk is full, log lines are lost. Calls must
// not fail because of that.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

// Only this user may read the files that the process creates.
process.umask(0o077);

try {
  await run();
} catch (error) {
  const isUsage = error instanceof TypeError && 'code' in error && /ARGS/.test(String(error.code));
  if (!(error instanceof OperatorError || isUsage)) throw error;
  process.stderr.write(isUsage ? usage : `${error.message}\n`);
  // Exit code 2: an automatic restart cannot help.
  process.exitCode = error instanceof TemporaryError ? 1 : 2;
}
