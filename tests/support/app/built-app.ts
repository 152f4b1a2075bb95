import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import project from '../../../package.json' with { type: 'json' };
import { type AgentAccess, accessOf } from '../../../src/store/keys/agent-access.ts';
import { floor } from '../../../vite/floor.ts';
import { madeOnce } from '../fakes/made-once.ts';

/** The app that `npm run build` wrote. The path is absolute, because a server of an earlier version runs in another folder. */
export const distFolder = resolve(process.env['VELD_DIST_DIR'] ?? 'dist');

type BuildOptions = Readonly<{
  settings?: Readonly<Record<string, string>>;
  /** The folder of the sources. */
  root?: string;
  /** True: the code is not minified. Minifying is three quarters of the work. */
  isLoose?: boolean;
}>;

/** Builds the app into `dist`, by default as it ships. Throws the build's output if it fails. */
export function buildApp(
  dist: string,
  {
    settings = {},
    root = resolve(import.meta.dirname, '../../..'),
    isLoose = false,
  }: BuildOptions = {},
): void {
  const packing = isLoose ? ['--minify', 'false'] : [];
  const { status, stderr } = spawnSync(
    'npx',
    ['vite', 'build', '--outDir', dist, '--emptyOutDir', '--logLevel', 'error', ...packing],
    { cwd: root, env: { ...process.env, ...settings }, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr || 'The build did not run.');
}

/** The folder of a build with other settings, made once for all test workers of this run. Not for tests of size: it is not minified. */
export async function builtWith(settings: Readonly<Record<string, string>>): Promise<string> {
  const key = createHash('sha256').update(JSON.stringify(settings)).digest('hex').slice(0, 8);
  const folder = await madeOnce(key, (into) =>
    buildApp(join(into, 'dist'), { settings, isLoose: true }),
  );
  return join(folder, 'dist');
}

/** A copy of the built app that a test may change, as deployments do. */
export class Deployment {
  readonly folder = mkdtempSync(join(tmpdir(), 'veld-deployed-'));

  constructor() {
    cpSync(distFolder, this.folder, { recursive: true });
  }

  /** Deploys a service worker that differs by a comment, which the browser takes for a new version. */
  deployNewWorker(): void {
    const worker = join(this.folder, 'ngsw-worker.js');
    writeFileSync(worker, `${readFileSync(worker, 'utf8')}\n// ${crypto.randomUUID()}`);
    for (const end of ['.br', '.gz']) rmSync(worker + end, { force: true });
  }

  /** Removes the service worker's file, so that the browser cannot fetch it. */
  removeWorker(): void {
    for (const end of ['', '.br', '.gz'])
      rmSync(join(this.folder, `ngsw-worker.js${end}`), { force: true });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const root = resolve(import.meta.dirname, '../../..');

/**
 * Builds pages of the tests (`<name>.html` in `source`) from the project's sources into the folder of the built app, so that
 * they share its origin, database and API.
 */
export async function addPages(
  folder: string,
  scratch: string,
  source: string,
  names: readonly string[],
): Promise<void> {
  await build({
    configFile: false,
    root: source,
    envDir: root,
    publicDir: false,
    logLevel: 'error',
    plugins: [react()],
    define: { 'import.meta.env.VITE_APP_VERSION': JSON.stringify(project.version) },
    build: {
      target: floor,
      outDir: scratch,
      emptyOutDir: true,
      assetsDir: 'test-assets',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: {
        input: Object.fromEntries(names.map((name) => [name, join(source, `${name}.html`)])),
      },
    },
  });
  cpSync(scratch, folder, { recursive: true });
}

/** The access on a phone with one agent, to whom every row belongs. */
export const ALONE: AgentAccess = accessOf([], null);
