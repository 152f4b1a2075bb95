import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Files that a copy does not need, or must not share. */
const left: ReadonlySet<string> = new Set([
  '.git',
  'dist',
  'node_modules',
  'playwright-report',
  'test-results',
]);

/** A copy of the project, which mutants may change. Its `node_modules` is a link to the original. */
export function scratchCopy(project: string): Readonly<{ root: string; remove: () => void }> {
  const root = mkdtempSync(join(tmpdir(), 'veld-mutate-'));
  for (const name of readdirSync(project))
    if (!left.has(name)) cpSync(join(project, name), join(root, name), { recursive: true });
  symlinkSync(resolve(project, 'node_modules'), join(root, 'node_modules'));
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}
