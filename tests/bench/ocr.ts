import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The words belong to no language, so a dictionary would change them. */
const OPTIONS = ['--psm', '6', '-c', 'load_system_dawg=0', '-c', 'load_freq_dawg=0'];

/** True if this machine has a general OCR (Debian: `tesseract-ocr` and `tesseract-ocr-eng`). */
export const hasOcr = (): Promise<boolean> =>
  run('tesseract', ['--version']).then(
    () => true,
    () => false,
  );

/** The share of characters that the OCR misreads, leaves out or invents. Spaces do not count. */
export async function misreadByOcr(picture: Uint8Array, text: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'veld-ocr-'));
  try {
    const path = join(folder, 'picture');
    await writeFile(path, picture);
    const { stdout } = await run('tesseract', [path, 'stdout', ...OPTIONS]);
    return editsBetween(stdout.replace(/\s/g, ''), text) / text.length;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The edit distance: the number of insertions, deletions and replacements that turn one text into the other. */
function editsBetween(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...one].entries()) {
    const after = [row + 1];
    for (const [column, wanted] of [...other].entries()) {
      const replaced = (before[column] ?? 0) + (letter === wanted ? 0 : 1);
      after.push(Math.min(replaced, (before[column + 1] ?? 0) + 1, (after[column] ?? 0) + 1));
    }
    before = after;
  }
  return before[other.length] ?? 0;
}
