import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The app as `npm run build` wrote it. */
export const distFolder = process.env['VELD_DIST_DIR'] ?? 'dist';

const prefix = 'veld-build-';

const runs = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** What earlier runs left. */
function sweep(): void {
  for (const name of readdirSync(tmpdir())) {
    if (name.startsWith(prefix) && !runs(Number(name.slice(prefix.length).split('-')[0])))
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

/** A build with other settings, made once for all workers of this run. Returns its folder. */
export async function builtWith(settings: Readonly<Record<string, string>>): Promise<string> {
  const key = createHash('sha256').update(JSON.stringify(settings)).digest('hex').slice(0, 8);
  const folder = join(tmpdir(), `${prefix}${process.ppid}-${key}`);
  const ended = join(folder, 'ended');
  const isMine = mkdirSync(folder, { recursive: true }) !== undefined;
  if (isMine) {
    sweep();
    const { status, stderr } = spawnSync(
      'npx',
      ['vite', 'build', '--outDir', join(folder, 'dist'), '--logLevel', 'error'],
      { env: { ...process.env, ...settings }, encoding: 'utf8' },
    );
    writeFileSync(ended, status === 0 ? '' : stderr || 'The build did not run.');
  }
  while (!existsSync(ended)) await new Promise((resolve) => setTimeout(resolve, 100));
  const failure = readFileSync(ended, 'utf8');
  if (failure !== '') throw new Error(failure);
  return join(folder, 'dist');
}

/** A copy of the built app that a test may change, as deployments do. */
export class Deployment {
  readonly folder = mkdtempSync(join(tmpdir(), 'veld-deployed-'));

  constructor() {
    cpSync(distFolder, this.folder, { recursive: true });
  }

  /** Deploys a worker that differs by a comment: to the browser, a new version. */
  deployNewWorker(): void {
    const worker = join(this.folder, 'ngsw-worker.js');
    writeFileSync(worker, `${readFileSync(worker, 'utf8')}\n// ${crypto.randomUUID()}`);
    for (const end of ['.br', '.gz']) rmSync(worker + end, { force: true });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
