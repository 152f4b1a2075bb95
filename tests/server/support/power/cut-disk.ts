import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../process.ts';
import { mountSmallDisk } from '../tmpfs.ts';

export const fileSystems = ['btrfs', 'ext4', 'xfs'] as const;
export type FileSystem = (typeof fileSystems)[number];

/** The server wants 1 GB free. The image is sparse: a run fills some 100 MB of it. */
const IMAGE_BYTES = 3 * 1024 ** 3;
const MEMORY_MEGABYTES = 4096;
/** If nothing is written for so long, the power goes between two writes. */
const MAX_WAIT_FOR_WRITE_MS = 1500;

/** What became of the writes between the last flush and the cuts. */
export type Unflushed = Readonly<{ kept: number; gone: number; torn: number }>;

/** A mounted disk whose power can go. */
export type CutDisk = Readonly<{
  path: string;
  /** The power goes: now, or in the middle of a write that comes soon. Every later write fails. */
  cut: (when: 'now' | 'in a write') => Promise<void>;
  isCut: () => boolean;
  /** The power is back. No process may have a file of the disk open. */
  restore: () => Promise<void>;
  unflushed: () => Unflushed;
  remove: () => Promise<void>;
}>;

const makeFileSystem: Readonly<Record<FileSystem, readonly [program: string, ...args: string[]]>> =
  {
    btrfs: ['mkfs.btrfs', '-q', '-f'],
    ext4: ['mkfs.ext4', '-q', '-F'],
    xfs: ['mkfs.xfs', '-q', '-f'],
  };

const packages = 'gcc pkg-config libfuse3-dev fuse3 e2fsprogs btrfs-progs xfsprogs';

const run = (program: string, ...args: readonly string[]): string =>
  execFileSync(program, args, { stdio: ['ignore', 'pipe', 'pipe'] }).toString();

const works = (program: string, ...args: readonly string[]): boolean => {
  try {
    run(program, ...args);
    return true;
  } catch {
    return false;
  }
};

/** Why this machine can have no such disk, in one sentence; null if it can. */
export function whyNoCutDisk(kind: FileSystem): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'Power losses are tried on Linux, as root: disks are mounted.';
  const small = mountSmallDisk(1);
  if (small === null) return 'Power losses are not tried: nobody may mount a disk here.';
  small.unmount();
  for (const device of ['/dev/fuse', '/dev/loop-control'])
    if (!existsSync(device)) return `Power losses are not tried: there is no ${device}.`;
  const [maker] = makeFileSystem[kind];
  const missing = ['gcc', 'pkg-config', 'losetup', maker].filter((name) => !works('which', name));
  if (!works('pkg-config', '--exists', 'fuse3')) missing.push('libfuse3-dev');
  if (missing.length > 0)
    return `Power losses are not tried: ${missing.join(', ')} missing. On Debian: apt-get install ${packages}`;
  if (!works('losetup', '--find'))
    return 'Power losses are not tried: nobody may use a loop device here.';
  return null;
}

/** A new disk, made with `kind` and mounted. The seed decides which writes are lost, not when the power goes. */
export async function openCutDisk(kind: FileSystem, seed: number): Promise<CutDisk> {
  const memory = mountSmallDisk(MEMORY_MEGABYTES);
  if (memory === null) throw new Error('Nobody may mount a disk here.');
  const at = (name: string) => join(memory.path, name);
  const [program, image, report, folder, path] = [
    at('cut-disk'),
    at('image'),
    at('report'),
    at('fuse'),
    at('mounted'),
  ];
  const source = join(import.meta.dirname, 'cut-disk.c');
  const flags = run('pkg-config', '--cflags', '--libs', 'fuse3').trim().split(/\s+/);
  run('gcc', '-O2', '-Wall', '-Wextra', '-Werror', '-o', program, source, ...flags);
  for (const each of [folder, path]) mkdirSync(each);
  writeFileSync(image, '');
  truncateSync(image, IMAGE_BYTES);
  const [maker, ...options] = makeFileSystem[kind];
  run(maker, ...options, image);

  const total = { kept: 0, gone: 0, torn: 0 };
  let powers = 0;
  let isCut = false;
  let loop: string;
  let disk: ChildProcess;
  let ended: Promise<unknown>;
  let sawCut: Promise<void>;

  const mount = async () => {
    powers += 1;
    isCut = false;
    const args = [image, folder, String(seed * 1000 + powers), report];
    disk = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    ended = new Promise((done) => disk.once('exit', done));
    sawCut = new Promise((done) => {
      disk.stdout?.once('data', () => {
        isCut = true;
        done();
      });
    });
    await until(() => existsSync(join(folder, 'disk')));
    loop = run('losetup', '--find', '--show', join(folder, 'disk')).trim();
    run('mount', '-t', kind, loop, path);
  };

  const unmountFrom = (where: string) =>
    until(() => !isMounted(where) || (works('umount', where) && !isMounted(where)));

  const unmount = async () => {
    await unmountFrom(path);
    run('losetup', '--detach', loop);
    await unmountFrom(folder);
    await ended;
    const { kept, gone, torn } = JSON.parse(readFileSync(report, 'utf8'));
    total.kept += kept;
    total.gone += gone;
    total.torn += torn;
  };

  await mount();
  return {
    path,
    cut: async (when) => {
      if (when === 'in a write') {
        disk.kill('SIGUSR2');
        await Promise.race([sawCut, wait(MAX_WAIT_FOR_WRITE_MS)]);
        if (isCut) return;
      }
      isCut = true;
      disk.kill('SIGUSR1');
    },
    isCut: () => isCut,
    restore: async () => {
      await unmount();
      await mount();
    },
    unflushed: () => ({ ...total }),
    remove: async () => {
      await unmount();
      memory.unmount();
    },
  };
}

const isMounted = (path: string): boolean =>
  readFileSync('/proc/self/mounts', 'utf8').includes(` ${path} `);
