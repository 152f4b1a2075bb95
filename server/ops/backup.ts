import { constants } from 'node:fs';
import { copyFile, cp, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '../operator-error.ts';

/**
 * Copies database and files into a new folder, while the server runs or not. A file never changes under its name. So:
 * the files, then the database as of one moment, then the files that came meanwhile, and every file that the copied
 * database speaks of is there.
 */
export async function backUp(dataDir: string, to: string): Promise<void> {
  const database = join(dataDir, 'veld.sqlite');
  if (!(await exists(database))) {
    throw new OperatorError(`There is no database in ${dataDir}: nothing to back up.`);
  }
  if (await exists(to)) {
    throw new OperatorError(`${to} is there already. Name a folder that does not exist yet.`);
  }
  await mkdir(to, { recursive: true, mode: 0o700 });
  const files = join(dataDir, 'files');
  const copyFiles = () =>
    cp(files, join(to, 'files'), {
      recursive: true,
      force: false,
      mode: constants.COPYFILE_FICLONE,
      // What was removed since the folder was read is not missed.
      filter: exists,
    });
  await copyFiles();
  // Without it nobody can open what the database holds.
  const keys = join(dataDir, 'keys.json');
  if (await exists(keys)) await copyFile(keys, join(to, 'keys.json'));
  const source = new DatabaseSync(database);
  source.prepare('VACUUM INTO ?').run(join(to, 'veld.sqlite'));
  source.close();
  await copyFiles();
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
