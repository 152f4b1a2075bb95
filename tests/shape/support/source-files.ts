import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ESTree, parseSync } from 'vite';

export const ROOT = join(import.meta.dirname, '../../..');
const FOLDERS = ['src', 'sw', 'server', 'vite', 'mobile', 'tests'];

/** All code and style files of ours, as sorted paths from the project's folder. */
export const sourceFiles: readonly string[] = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.config.ts')),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(
      (name) => `${folder}/${name.replaceAll('\\', '/')}`,
    ),
  ),
]
  .filter((file) => /\.(tsx?|css)$/.test(file))
  .sort();

export const codeFiles = sourceFiles.filter((file) => /(?<!\.d)\.tsx?$/.test(file));

export function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

const parsed = new Map<string, ESTree.Program>();

/** Returns the syntax tree of a file, parsed once for all tests. Throws if the file is no TypeScript. */
export function parse(file: string): ESTree.Program {
  const known = parsed.get(file) ?? parseText(file, read(file));
  parsed.set(file, known);
  return known;
}

export function parseText(file: string, text: string): ESTree.Program {
  const { errors, program } = parseSync(file, text);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${file}: ${error.message}`);
  return program;
}
