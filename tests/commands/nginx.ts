import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Debian's nginx, unpacked but not installed, because an installed nginx starts to listen at once. */
const cache = resolve(import.meta.dirname, '../../node_modules/.cache/veld-nginx');

const places = () => [
  process.env['NGINX_PATH'] ?? '/usr/sbin/nginx',
  '/usr/local/sbin/nginx',
  '/opt/homebrew/bin/nginx',
  join(cache, 'usr/sbin/nginx'),
];

const runs = (path: string): boolean =>
  existsSync(path) && spawnSync(path, ['-v'], { stdio: 'ignore' }).status === 0;

/** Returns nginx if it is already on this machine. */
export const findNginx = (): string | undefined => places().find(runs);

/** Returns this machine's nginx, or fetches Debian's. If there is none, prints a message and returns undefined. */
export function findOrFetchNginx(): string | undefined {
  const found = findNginx() ?? fetched();
  if (found === undefined) {
    console.log('SKIPPED: nginx is not here and cannot be fetched. Set NGINX_PATH to one.');
  }
  return found;
}

function fetched(): string | undefined {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return undefined;
  mkdirSync(cache, { recursive: true });
  const run = (program: string, ...args: readonly string[]) =>
    spawnSync(program, args, { cwd: cache, stdio: 'ignore', timeout: 300_000 });
  if (run('apt-get', 'download', 'nginx').status !== 0) {
    run('apt-get', 'update');
    run('apt-get', 'download', 'nginx');
  }
  for (const name of readdirSync(cache).filter((file) => file.endsWith('.deb'))) {
    run('dpkg-deb', '-x', name, '.');
  }
  return findNginx();
}
