import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsOf } from './support/imports.ts';
import { codeFiles, read, sourceFiles } from './support/source-files.ts';

const MAX_FILES_IN_FOLDER = 30;
const MAX_FILES = 500;
const MIN_LINES = 15;
const MAX_LINES = 350;

/** Short files with one importer or none, and the reason why each is a file of its own. */
const reasons = new Map([
  ['src/app/manual-scrolling.ts', 'the build puts it in the place of a file of the router'],
  ['src/messages/terms.ts', 'texts lie in src/messages alone'],
]);

const ours = sourceFiles.filter((file) => /^(src|sw|server)\/.*\.tsx?$/.test(file));

const importers = new Map<string, number>();
for (const file of codeFiles)
  if (/^(src|sw|server)\//.test(file))
    for (const imported of new Set(
      importsOf(file).flatMap((each) => ('file' in each ? [each.file] : [])),
    ))
      importers.set(imported, (importers.get(imported) ?? 0) + 1);

const linesOf = (file: string): number => read(file).split('\n').length - 1;

const isShort = (file: string): boolean => !file.endsWith('.d.ts') && linesOf(file) < MIN_LINES;

describe('the files of src, sw and server', () => {
  it('have at most 350 lines, with comments and blank lines', () => {
    expect(ours.filter((file) => linesOf(file) > MAX_LINES)).toEqual([]);
  });

  it('are at most 500', () => {
    expect(ours.length).toBeLessThanOrEqual(MAX_FILES);
  });

  it('are in folders of at most 30', () => {
    const folders = Map.groupBy(ours, (file) => posix.dirname(file));
    const full = [...folders].filter(([, files]) => files.length > MAX_FILES_IN_FOLDER);
    expect(full.map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([]);
  });

  it('have two importers or a reason if they are shorter than 15 lines', () => {
    const alone = ours.filter(
      (file) => isShort(file) && (importers.get(file) ?? 0) < 2 && !reasons.has(file),
    );
    expect(alone).toEqual([]);
  });

  it('have no outdated exceptions', () => {
    const unneeded = [...reasons.keys()].filter(
      (file) => !ours.includes(file) || !isShort(file) || (importers.get(file) ?? 0) >= 2,
    );
    expect(unneeded).toEqual([]);
  });
});
