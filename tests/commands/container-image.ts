import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { CONTAINER_FOLDER } from '../support/server/compose.ts';
import { aptInstall } from './apt.ts';

const RELEASE = 'bookworm';
const cache = resolve(import.meta.dirname, '../../node_modules/.cache/veld-container');
const tools = ['buildah', 'debootstrap'] as const;

/** Returns the reason why the image cannot be built here, as text. Returns null if it can. */
export function whyNotHere(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    return 'This needs root on Linux: it makes a Debian and runs in it.';
  }
  const isThere = () => tools.every((tool) => spawnSync(tool, ['--version']).error === undefined);
  for (const [program, ...args] of isThere() ? [] : aptInstall(true, ...tools)) {
    spawnSync(program, args, { stdio: 'inherit' });
  }
  return isThere() ? null : `This needs ${tools.join(' and ')}: apt-get install ${tools.join(' ')}`;
}

/** The settings of the image: user, command, health check and others. The names are Docker's. */
export type ImageConfig = Readonly<{
  User: string;
  Env: readonly string[];
  Cmd: readonly string[];
  WorkingDir: string;
  StopSignal: string;
  Volumes: Readonly<Record<string, unknown>>;
  Healthcheck: Readonly<{ Test: readonly string[] }>;
}>;

type BuiltImage = Readonly<{
  /** The image's files, as a folder. */
  root: string;
  config: ImageConfig;
  remove: () => void;
}>;

/** Builds the image from the Dockerfile, without a registry and a daemon. `step`: is called after each part and prints its time. */
export function buildImage(step: (what: string) => void): BuiltImage {
  const folder = mkdtempSync(join(tmpdir(), 'veld-image-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const own = [
    ['root', 'storage'],
    ['runroot', 'run'],
  ].map(([name, place]) => `--${name}=${join(folder, place ?? '')}`);
  const buildah = (...args: readonly string[]): string =>
    execFileSync('buildah', ['--storage-driver=vfs', ...own, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      maxBuffer: 2 ** 26,
    }).trim();
  try {
    const debian = debianArchive();
    step(`Debian ${RELEASE}, in the cache`);
    makeBase(buildah, debian);
    step('the base, with our Node and npm');
    buildah(
      'build',
      '--isolation=chroot',
      '--format=docker',
      '--build-arg=BASE=localhost/veld-base',
      `--ignorefile=${CONTAINER_FOLDER}/Dockerfile.dockerignore`,
      `--file=${CONTAINER_FOLDER}/Dockerfile`,
      '--tag=veld-server',
      '.',
    );
    step('the image');
    const container = buildah('from', 'localhost/veld-server');
    const { Docker } = JSON.parse(buildah('inspect', container));
    return { root: buildah('mount', container), config: Docker.config, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Returns the archive of a small Debian. Making it takes two minutes, so the archive stays in the cache. */
function debianArchive(): string {
  const archive = join(cache, `${RELEASE}.tar`);
  if (existsSync(archive)) return archive;
  mkdirSync(cache, { recursive: true });
  const root = mkdtempSync(join(tmpdir(), 'veld-debian-'));
  const quietly = { stdio: ['ignore', 'ignore', 'inherit'] as const };
  execFileSync('debootstrap', ['--variant=minbase', RELEASE, root], { stdio: [...quietly.stdio] });
  execFileSync('tar', ['-C', root, '-cf', `${archive}.new`, '.']);
  rmSync(root, { recursive: true, force: true });
  renameSync(`${archive}.new`, archive);
  return archive;
}

/** Makes the base image that replaces `node:24-bookworm-slim`: the project's own Node and this machine's npm. */
function makeBase(buildah: (...args: readonly string[]) => string, debian: string): void {
  const npm = execFileSync('sh', ['-c', 'readlink -f "$(command -v npm)"'], { encoding: 'utf8' });
  const base = buildah('from', 'scratch');
  buildah('add', '--quiet', base, debian, '/');
  const node = `node_modules/node-linux-${process.arch}/bin/node`;
  buildah('copy', '--quiet', base, node, '/usr/local/bin/node');
  const modules = '/usr/local/lib/node_modules/npm';
  buildah('copy', '--quiet', base, dirname(dirname(npm.trim())), modules);
  for (const name of ['npm', 'npx']) {
    const link = ['ln', '-s', `${modules}/bin/${name}-cli.js`, `/usr/local/bin/${name}`];
    buildah('run', '--isolation=chroot', base, '--', ...link);
  }
  const authorities = process.env['NODE_EXTRA_CA_CERTS'];
  if (authorities !== undefined) {
    // The npm registry is behind a proxy of this machine's network.
    copyFileSync(authorities, join(cache, 'authorities.pem'));
    buildah('copy', '--quiet', base, join(cache, 'authorities.pem'), '/etc/authorities.pem');
    buildah('config', '--env=NODE_EXTRA_CA_CERTS=/etc/authorities.pem', base);
  }
  buildah('config', '--env=PATH=/usr/local/bin:/usr/bin:/bin', base);
  buildah('commit', '--quiet', '--format=docker', '--rm', base, 'veld-base');
}
