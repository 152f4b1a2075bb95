import { describe, expect, it } from 'vitest';
import { commentsOf, commentsOfCode } from './support/comments.ts';
import { problemsOf, retiredIn } from './support/prose.ts';
import { codeFiles, read } from './support/source-files.ts';

const retired = retiredIn(read('docs/glossary.md'));

const folderOf = (file: string): string => /^(?:[\w-]+\/){1,2}/.exec(file)?.[0] ?? './';

const problemsIn = (file: string, comments = commentsOf(file)): readonly string[] =>
  comments.flatMap(({ line, text }) =>
    problemsOf({ line, text, kind: 'prose' }, retired).map(
      (problem) => `${file}:${line}: ${problem}`,
    ),
  );

const folders = Map.groupBy(codeFiles, folderOf);

describe('the check of comments', () => {
  it('finds a sentence without a subject, and a retired word, with the line', () => {
    const code = `const one = 1;\n/**\n * What is sent.\n * The rows.\n */\nconst two = 2; // It lies\n// in the clear.\n`;
    expect(problemsIn('x.ts', commentsOfCode('x.ts', code))).toEqual([
      'x.ts:2: no named subject: What is sent.',
      expect.stringMatching(/^x\.ts:6: 'in the clear', better .*: It lies in the clear\.$/),
    ]);
  });

  it('reads paragraphs, list items and tags one by one', () => {
    const code = '/**\n * One.\n *\n * - of a list\n * @param x Those rows\n */\n';
    expect(commentsOfCode('x.ts', code).map(({ text }) => text)).toEqual([
      'One.',
      'of a list',
      'Those rows',
    ]);
  });
});

describe('comments are plain', () => {
  it.each([...folders.keys()])('%s', (folder) => {
    expect(folders.get(folder)?.flatMap((file) => problemsIn(file))).toEqual([]);
  });
});
