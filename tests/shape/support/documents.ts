import { readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { ROOT } from './source-files.ts';

/** All documents for people, without documents inside packages. */
export const documents: readonly string[] = ['.', 'src', 'server', 'docs', 'mobile', 'tests']
  .flatMap((folder) =>
    readdirSync(posix.join(ROOT, folder), {
      recursive: folder !== '.',
      encoding: 'utf8',
    }).map((name) => posix.join(folder, name)),
  )
  .filter((file) => file.endsWith('.md'));
