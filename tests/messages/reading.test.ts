import { describe, expect, it } from 'vitest';
import { areasOf, textFiles } from './every-text.ts';

/** The terms, which a lawyer wrote, and the guide on the page 'Help', which is also printed. */
const longReads: ReadonlySet<string> = new Set(['terms', 'guide']);

const MAX_WORDS = 25;
const MAX_GRADE = 5;

const retired =
  /\b(?:whoever|whosoever|thereby|meanwhile|what stands|what is unsent|no more|of their own|in return|put (?:it )?right|stands in|please|successfully|invalid|as ever|just now|undelivered|passphrase)\b|;/i;

/** Returns the words of a text. A value counts as one short word. */
const wordsOf = (text: string): readonly string[] =>
  text.replaceAll(/\{\w+\}/g, 'one').match(/[\p{L}\d][\p{L}\d'’-]*/gu) ?? [];

/** Returns the sentences of a text. A text without a full stop is a sentence, too. */
const sentencesOf = (text: string): readonly string[] =>
  text.split(/[.!?…]+(?:\s|$)/).filter((sentence) => wordsOf(sentence).length > 0);

/** The number of syllables of an English word: its groups of vowels, without a silent e at the end. */
const syllablesOf = (word: string): number =>
  Math.max(
    1,
    word
      .toLowerCase()
      .replace(/(?:[^laeiouy]es|[^td]ed|[^l]e)$/, '')
      .match(/[aeiouy]+/g)?.length ?? 1,
  );

/** The school grade by the formula of Flesch and Kincaid. */
function gradeOf(texts: readonly string[]): number {
  const words = texts.flatMap(wordsOf);
  const sentences = texts.flatMap(sentencesOf).length;
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0);
  return 0.39 * (words.length / sentences) + 11.8 * (syllables / words.length) - 15.59;
}

const everyArea = async () =>
  (await Promise.all(textFiles.map(areasOf))).flatMap((areas) => [...areas]);

describe('a text of the app', () => {
  it('has no sentence of more than 25 words', async () => {
    const long = (await everyArea())
      .filter(([area]) => !longReads.has(area))
      .flatMap(([, texts]) => texts.flatMap(sentencesOf))
      .filter((sentence) => wordsOf(sentence).length > MAX_WORDS);
    expect(long).toEqual([]);
  });

  it('has no retired word', async () => {
    const texts = (await everyArea()).flatMap(([, all]) => all);
    expect(texts.filter((text) => retired.test(text))).toEqual([]);
  });

  it('is readable after five years of school', async () => {
    const texts = (await everyArea()).flatMap(([area, all]) => (area === 'terms' ? [] : all));
    expect(texts.length).toBeGreaterThan(900);
    expect(gradeOf(texts)).toBeLessThanOrEqual(MAX_GRADE);
  });
});

describe('the reading grade', () => {
  it.each([
    ['The cat sat on the mat.', -1.4],
    ['Nothing is lost. Your forms are safe on this phone.', -0.7],
    ['Identification documentation necessitates authentication.', 45],
  ])('of %j', (text, grade) => expect(gradeOf([text])).toBeCloseTo(grade, 0));
});
