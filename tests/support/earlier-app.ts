import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildApp } from './built-app.ts';
import { madeOnce } from './made-once.ts';

/**
 * The version that phones in the field may still hold: the last one before what is stored got a format of its own. Later
 * versions read it for ever, so this stays.
 */
export const EARLIER_VERSION = 'b9c716aeca9de87e8a1c63c2135591fd125b6e0d';

const root = resolve(import.meta.dirname, '../..');

const run = (command: string, args: readonly string[]) =>
  spawnSync(command, args, { cwd: root, encoding: 'utf8' });

function runOrThrow(command: string, args: readonly string[]): void {
  const { status, stderr } = run(command, args);
  if (status !== 0) throw new Error(stderr || `${command} did not run.`);
}

/** A clone without its history, or a copy without git, cannot build it. */
export const hasEarlierVersion = (): boolean =>
  run('git', ['cat-file', '-e', `${EARLIER_VERSION}^{commit}`]).status === 0;

/** For a clone that was made without its history. */
export const fetchEarlierVersion = (): void =>
  runOrThrow('git', ['fetch', '--quiet', '--depth=1', 'origin', EARLIER_VERSION]);

/** The app and the server as they were, built of their own sources, with the packages that are installed here. */
export type EarlierApp = Readonly<{ root: string; dist: string }>;

export async function earlierApp(): Promise<EarlierApp> {
  const folder = await madeOnce(EARLIER_VERSION, (into) => {
    const sources = join(into, 'app');
    const archive = join(into, 'app.tar');
    mkdirSync(sources);
    runOrThrow('git', ['archive', '--output', archive, EARLIER_VERSION]);
    runOrThrow('tar', ['-xf', archive, '-C', sources]);
    symlinkSync(join(root, 'node_modules'), join(sources, 'node_modules'), 'junction');
    buildApp(join(sources, 'dist'), {}, sources);
  });
  return { root: join(folder, 'app'), dist: join(folder, 'app', 'dist') };
}
