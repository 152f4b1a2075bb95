import { spawnSync } from 'node:child_process';
import { basename } from 'node:path';

/** A tool of the build is missing and cannot be installed. The message says what a person must do. */
export class MissingTools extends Error {}

/** Runs a command and returns its standard output. If the command fails, throws its output. Also throws if the command does not exist. */
export function run(
  command: string,
  args: readonly string[],
  options: Readonly<{ env?: NodeJS.ProcessEnv; cwd?: string }> = {},
): string {
  const ended = spawnSync(command, args, {
    encoding: 'utf8',
    ...options,
    env: { ...process.env, ...options.env },
    maxBuffer: 64 * 1024 * 1024,
  });
  if (ended.error !== undefined) throw new Error(`${command}: ${ended.error.message}`);
  if (ended.status !== 0) {
    const said = `${ended.stdout}\n${ended.stderr}`.trim();
    throw new Error(`${basename(command)} ended with ${ended.status}:\n${said}`);
  }
  return ended.stdout;
}

/** True if the shell finds this command. */
export function isThere(command: string): boolean {
  return spawnSync('sh', ['-c', `command -v "${command}"`]).status === 0;
}
