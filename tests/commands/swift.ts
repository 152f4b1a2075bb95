import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Debian's packages of OpenStack Swift, unpacked but not installed, because installed packages start to listen at once. */
const cache = resolve(import.meta.dirname, '../../node_modules/.cache/veld-swift');
const packages = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object'];

/** The settings with which Debian's Python finds Swift's modules. */
export type FoundSwift = Readonly<{
  python: string;
  env: Readonly<{ PYTHONPATH: string; LD_LIBRARY_PATH: string }>;
}>;

const python = '/usr/bin/python3';
const modulesIn = (root: string): string => join(root, 'usr/lib/python3/dist-packages');

/** Returns Swift, a real store with S3's calls, if it is already on this machine. */
export function findSwift(): FoundSwift | undefined {
  const root = ['/', cache].find((each) => existsSync(join(modulesIn(each), 'swift')));
  if (root === undefined || !existsSync(python)) return undefined;
  const libraries = ['x86_64', 'aarch64'].map((cpu) => join(root, `usr/lib/${cpu}-linux-gnu`));
  return { python, env: { PYTHONPATH: modulesIn(root), LD_LIBRARY_PATH: libraries.join(':') } };
}

/** Returns this machine's Swift, or fetches Debian's (11 MB). If there is none, prints a message and returns undefined. */
export function findOrFetchSwift(): FoundSwift | undefined {
  const found = findSwift() ?? fetched();
  if (found === undefined) {
    console.log('SKIPPED: Swift is not here and cannot be fetched: no store but our own plays S3.');
  }
  return found;
}

function fetched(): FoundSwift | undefined {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return undefined;
  mkdirSync(join(cache, 'partial'), { recursive: true });
  const run = (program: string, ...args: readonly string[]) =>
    spawnSync(program, args, { cwd: cache, stdio: 'ignore', timeout: 300_000 });
  const here = ['-o', `Dir::Cache::archives=${cache}`, '-o', 'Debug::NoLocking=1'];
  const download = ['install', '-y', '--no-install-recommends', '--download-only', ...here];
  if (run('apt-get', ...download, ...packages).status !== 0) {
    run('apt-get', 'update');
    run('apt-get', ...download, ...packages);
  }
  for (const name of readdirSync(cache).filter((file) => file.endsWith('.deb'))) {
    run('dpkg-deb', '-x', name, '.');
  }
  return findSwift();
}
