import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../process.ts';
import { mountSmallDisk } from '../tmpfs.ts';

export const fileSystems = ['btrfs', 'ext4', 'xfs'] as const;
export type FileSystem = (typeof fileSystems)[number];

/** The server needs 1 GB of free space. The image is sparse: a run writes some 100 MB to it. */
const IMAGE_BYTES = 3 * 1024 ** 3;
const MEMORY_MEGABYTES = 4096;
/** The smallest image that xfs accepts. */
const TRIAL_MEGABYTES = 320;
/** The folder where the disk is mounted. */
const MOUNTED = 'mounted';
/** If the disk gets no write for this time, the power goes between two writes. */
const MAX_WAIT_FOR_WRITE_MS = 1500;

/** The numbers of writes between the last flush and the cuts that were kept, lost or torn. */
export type Unflushed = Readonly<{ kept: number; gone: number; torn: number }>;

/** A mounted disk whose power can go. */
export type CutDisk = Readonly<{
  path: string;
  /** Cuts the power: now, or in the middle of one of the next writes. Every later write fails. */
  cut: (when: 'now' | 'in a write') => Promise<void>;
  isCut: () => boolean;
  /** Turns the power on again. No process may have a file of the disk open. */
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

/** Returns the reason, in one sentence, why this machine cannot have such a disk. Returns null if it can. */
export function whyNoCutDisk(kind: FileSystem): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'Power losses are tried on Linux, as root: disks are mounted.';
  const memory = mountSmallDisk(TRIAL_MEGABYTES);
  if (memory === null) return 'Power losses are not tried: nobody may mount a disk here.';
  try {
    const [maker] = makeFileSystem[kind];
    const missing = ['gcc', 'pkg-config', 'losetup', maker].filter((name) => !works('which', name));
    if (!works('pkg-config', '--exists', 'fuse3')) missing.push('libfuse3-dev');
    if (missing.length > 0)
      return `Power losses are not tried: ${missing.join(', ')} missing. On Debian: apt-get install ${packages}`;
    if (!canOpen('/dev/fuse')) return 'Power losses are not tried: nobody may use /dev/fuse here.';
    removeAbandoned();
    return mountsImage(kind, memory.path)
      ? null
      : `Power losses are not tried: nobody may mount ${kind} on a loop device here.`;
  } finally {
    memory.unmount();
  }
}

function canOpen(path: string): boolean {
  try {
    closeSync(openSync(path, 'r+'));
    return true;
  } catch {
    return false;
  }
}

/**
 * Mounts an ordinary image of this kind in `folder`, and unmounts it. Returns false if that fails, for example without support in
 * the kernel.
 */
function mountsImage(kind: FileSystem, folder: string): boolean {
  const image = join(folder, 'image');
  const mounted = join(folder, MOUNTED);
  mkdirSync(mounted);
  makeImage(kind, image, TRIAL_MEGABYTES * 1024 ** 2);
  return works('mount', '-t', kind, '-o', 'loop', image, mounted) && works('umount', mounted);
}

function makeImage(kind: FileSystem, image: string, bytes: number): void {
  writeFileSync(image, '');
  truncateSync(image, bytes);
  const [maker, ...options] = makeFileSystem[kind];
  run(maker, ...options, image);
}

/** Creates and mounts a new disk with this file system. The seed decides which writes are lost, not when the power goes. */
export async function openCutDisk(kind: FileSystem, seed: number): Promise<CutDisk> {
  removeAbandoned();
  const memory = mountSmallDisk(MEMORY_MEGABYTES);
  if (memory === null) throw new Error('Nobody may mount a disk here.');
  try {
    return await openIn(memory, kind, seed);
  } catch (error) {
    memory.unmount();
    throw error;
  }
}

/**
 * Removes the disks of a killed run, whose disk process has ended too. While such a disk exists, `mkfs.btrfs` fails. Another run
 * may do the same at the same time, so each step may fail.
 */
function removeAbandoned(): void {
  for (const { kind, path } of mounts()) {
    if (kind !== 'fuse.cut-disk' || answers(path)) continue;
    const memory = dirname(path);
    for (const line of run('losetup', '--noheadings', '--output', 'NAME,BACK-FILE').split('\n'))
      if (line.includes(`${path}/`)) works('losetup', '--detach', line.split(' ')[0] ?? '');
    for (const each of [join(memory, MOUNTED), path, memory]) works('umount', '--lazy', each);
    works('rmdir', memory);
  }
}

/** Returns false if the process behind a FUSE folder has ended. */
function answers(path: string): boolean {
  try {
    statSync(path);
    return true;
  } catch {
    return false;
  }
}

async function openIn(
  memory: NonNullable<ReturnType<typeof mountSmallDisk>>,
  kind: FileSystem,
  seed: number,
): Promise<CutDisk> {
  const at = (name: string) => join(memory.path, name);
  const [program, image, report, folder, path] = [
    at('cut-disk'),
    at('image'),
    at('report'),
    at('fuse'),
    at(MOUNTED),
  ];
  const source = join(import.meta.dirname, 'cut-disk.c');
  const flags = run('pkg-config', '--cflags', '--libs', 'fuse3').trim().split(/\s+/);
  run('gcc', '-O2', '-Wall', '-Wextra', '-Werror', '-o', program, source, ...flags);
  for (const each of [folder, path]) mkdirSync(each);
  makeImage(kind, image, IMAGE_BYTES);

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

const mounts = (): readonly Readonly<{ path: string; kind: string }>[] =>
  readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .map(([, path = '', kind = '']) => ({ path, kind }));

const isMounted = (path: string): boolean => mounts().some((mount) => mount.path === path);
