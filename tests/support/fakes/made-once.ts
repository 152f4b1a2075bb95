import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = 'veld-build-';

const runs = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Removes the folders of earlier runs, whose processes have ended. */
function sweep(): void {
  for (const name of readdirSync(tmpdir())) {
    if (name.startsWith(prefix) && !runs(Number(name.slice(prefix.length).split('-')[0])))
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

/**
 * A folder that `make` fills once for all test workers of this run. If `make` throws, this throws in every worker.
 */
export async function madeOnce(
  key: string,
  make: (folder: string) => void | Promise<void>,
): Promise<string> {
  const folder = join(tmpdir(), `${prefix}${process.ppid}-${key}`);
  const ended = join(folder, 'ended');
  const isMine = mkdirSync(folder, { recursive: true }) !== undefined;
  if (isMine) {
    sweep();
    let failure = '';
    try {
      await make(folder);
    } catch (error) {
      failure = String(error);
    }
    writeFileSync(ended, failure);
  }
  while (!existsSync(ended)) await new Promise((resolve) => setTimeout(resolve, 100));
  const failure = readFileSync(ended, 'utf8');
  if (failure !== '') throw new Error(failure);
  return folder;
}
