import { describe, expect, it } from 'vitest';
import { documents } from './support/documents.ts';
import {
  MAX_WORDS,
  piecesOf,
  problemsOf,
  retiredIn,
  sentencesOf,
  wordsIn,
} from './support/prose.ts';
import { read } from './support/source-files.ts';

const retired = retiredIn(read('docs/glossary.md'));

/** The text without the glossary's tables of retired words, which have to contain these words. */
const proseOf = (file: string): string => read(file).replace(/\n## Retired words\n[\s\S]*$/, '');

const foundIn = (text: string): readonly string[] =>
  piecesOf(text).flatMap((piece) =>
    problemsOf(piece, retired).map((problem) => `${piece.line}: ${problem}`),
  );

describe('the check of prose', () => {
  it('finds a long sentence, a sentence without a subject, and a retired word', () => {
    const long = Array.from({ length: MAX_WORDS }, () => 'word').join(' ');
    expect(foundIn(`One ${long}. Another ${long.slice(5)}.`)).toEqual([
      `1: ${MAX_WORDS + 1} words: One ${long}.`,
    ]);
    expect(foundIn('Fine.\nWhat is sent goes\nfirst.')).toEqual([
      '1: no named subject: What is sent goes first.',
    ]);
    expect(foundIn('The row, as whoever asks\nsees it.')).toEqual([
      expect.stringMatching(/^1: 'whoever', better .*: The row, as whoever asks sees it\.$/),
    ]);
  });

  it('ignores questions, headings and code', () => {
    expect(
      foundIn('# Of rows\n\nWhat is a row?\n\n```sh\nWhat is whoever\n```\n\n`whoever` is a name.'),
    ).toEqual([]);
  });

  it('checks lists and tables', () => {
    expect(
      foundIn('- Fine.\n- Of rows. They lie.\n\n| a | b |\n|---|---|\n| x | Those are odd. |'),
    ).toEqual(['2: no named subject: Of rows.', '6: no named subject: Those are odd.']);
  });

  it('counts code and a link as words, and begins a sentence after a colon if it has a capital', () => {
    expect(sentencesOf('See [the page](x.md#y) and `a b c`: It is short.').map(wordsIn)).toEqual([
      5, 3,
    ]);
  });

  it('reads the retired words of the glossary', () => {
    expect(retired.length).toBeGreaterThan(20);
    expect(retired.filter(({ word, instead }) => word === '' || instead === '')).toEqual([]);
  });
});

describe('prose is plain', () => {
  it.each(documents)('%s', (file) => {
    expect(foundIn(proseOf(file))).toEqual([]);
  });
});
