/**
 * The rules of plain prose, for documents and for comments. `problemsOf` gets one paragraph of a comment, without its stars, as a
 * piece.
 */
export const MAX_WORDS = 30;

/** A sentence with such a beginning has no named subject. A question may begin so. */
const BEGINNING =
  /^(?:Of|What|Whoever|Whose|Those|That which|As it|By what|All but|None of|Where it)\b/;

/** A part of a document with sentences: a paragraph, a list item, a table's cell, a heading. */
export type Piece = Readonly<{ line: number; text: string; kind: 'cell' | 'heading' | 'prose' }>;

/** A retired word or phrase, and its replacement. It is found as a whole word, in lower or upper case. */
export type Retired = Readonly<{ word: string; instead: string }>;

/** The glossary's table of words that prose does not use. */
export function retiredIn(glossary: string): readonly Retired[] {
  const [, table = ''] = glossary.split('| not written | instead |\n|---|---|\n');
  return table
    .slice(0, table.indexOf('\n\n'))
    .split('\n')
    .filter((row) => row.startsWith('|'))
    .flatMap((row) => {
      const [words = '', instead = ''] = row.split(/ *\| */).slice(1, -1);
      return words.split(', ').map((word) => ({ word, instead }));
    });
}

/** Returns the pieces of a Markdown document. Code blocks, HTML and pictures are left out. */
export function piecesOf(markdown: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let open: { line: number; text: string } | null = null;
  const end = (): void => {
    if (open !== null) pieces.push({ ...open, kind: 'prose' });
    open = null;
  };
  let isCode = false;
  markdown.split('\n').forEach((raw, index) => {
    const line = index + 1;
    const text = raw.trim();
    if (text.startsWith('```')) {
      end();
      isCode = !isCode;
    } else if (isCode || /^<|^[|\s:-]+$/.test(text) || text === '') end();
    else if (text.startsWith('|')) {
      end();
      for (const cell of text.split('|').slice(1, -1))
        pieces.push({ line, text: cell.trim(), kind: 'cell' });
    } else if (text.startsWith('#')) {
      end();
      pieces.push({ line, text: text.replace(/^#+ /, ''), kind: 'heading' });
    } else {
      if (/^(?:[-*>]|\d+\.) /.test(text)) end();
      const plain = text.replace(/^(?:[-*>]|\d+\.) (?:\[.\] )?/, '');
      open = open === null ? { line, text: plain } : { ...open, text: `${open.text} ${plain}` };
    }
  });
  end();
  return pieces;
}

/** Replaces links by their text and code by one word, and removes marks of emphasis. */
const spoken = (text: string): string =>
  text
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/`[^`]*`/g, 'Code')
    .replace(/\*\*|(?<!\w)\*|\*(?!\w)/g, '');

/** Returns the sentences of a text. A colon ends a sentence if a new sentence begins after it. */
export const sentencesOf = (text: string): readonly string[] =>
  spoken(text)
    .replace(/\s+/g, ' ')
    .split(/(?<=(?<!e\.g|i\.e)[.!?:…·]['’")]*)\s+(?=['‘"(]?[\p{Lu}\d])/u)
    .filter((sentence) => /\p{L}/u.test(sentence));

export const wordsIn = (sentence: string): number =>
  sentence.match(/[\p{L}\d][^\s]*/gu)?.length ?? 0;

/** Returns the problems of one piece of prose, each as 'reason: the sentence'. */
export function problemsOf({ text, kind }: Piece, retired: readonly Retired[]): readonly string[] {
  return sentencesOf(text).flatMap((sentence) => {
    const count = wordsIn(sentence);
    const words = retired
      .filter(({ word }) => new RegExp(`(?<![\\p{L}-])${word}(?![\\p{L}-])`, 'iu').test(sentence))
      .map(({ word, instead }) => `'${word}', better ${instead}`);
    const isVague = kind !== 'heading' && BEGINNING.test(sentence) && !sentence.endsWith('?');
    return [
      ...words,
      ...(count > MAX_WORDS ? [`${count} words`] : []),
      ...(isVague ? ['no named subject'] : []),
    ].map((reason) => `${reason}: ${sentence}`);
  });
}
