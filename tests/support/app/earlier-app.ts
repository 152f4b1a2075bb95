import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { madeOnce } from '../fakes/made-once.ts';
import { buildApp } from './built-app.ts';

/**
 * The last version of the app before stored data had its own version number. Phones may still have this app. Every later version must
 * read its data, so this commit stays the same.
 */
export const EARLIER_VERSION = 'b9c716aeca9de87e8a1c63c2135591fd125b6e0d';

const root = resolve(import.meta.dirname, '../../..');

const run = (command: string, args: readonly string[]) =>
  spawnSync(command, args, { cwd: root, encoding: 'utf8' });

function runOrThrow(command: string, args: readonly string[]): void {
  const { status, stderr } = run(command, args);
  if (status !== 0) throw new Error(stderr || `${command} did not run.`);
}

/** True if the earlier version can be built. False in a shallow clone, and in a copy without git. */
export const hasEarlierVersion = (): boolean =>
  run('git', ['cat-file', '-e', `${EARLIER_VERSION}^{commit}`]).status === 0;

/** Fetches the earlier version into a shallow clone. */
export const fetchEarlierVersion = (): void =>
  runOrThrow('git', ['fetch', '--quiet', '--depth=1', 'origin', EARLIER_VERSION]);

/** App and server of the earlier version, built from its sources with the packages installed here. */
export type EarlierApp = Readonly<{ root: string; dist: string }>;

export async function earlierApp(): Promise<EarlierApp> {
  const folder = await madeOnce(EARLIER_VERSION, (into) => {
    const sources = join(into, 'app');
    const archive = join(into, 'app.tar');
    mkdirSync(sources);
    runOrThrow('git', ['archive', '--output', archive, EARLIER_VERSION]);
    runOrThrow('tar', ['-xf', archive, '-C', sources]);
    symlinkSync(join(root, 'node_modules'), join(sources, 'node_modules'), 'junction');
    buildApp(join(sources, 'dist'), { root: sources });
  });
  return { root: join(folder, 'app'), dist: join(folder, 'app', 'dist') };
}
