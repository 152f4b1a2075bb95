import { parseSync } from 'vite';
import { read } from './source-files.ts';

export type CommentText = Readonly<{ line: number; text: string }>;

/** Comments for a tool. */
const FOR_TOOLS = /^(?:biome-ignore|@ts-|@vite|istanbul|c8 |<reference|#__)/;

export const commentsOf = (file: string): readonly CommentText[] =>
  commentsOfCode(file, read(file));

/** The comments of a file as texts. Comment lines that follow each other are one comment. */
export function commentsOfCode(file: string, code: string): readonly CommentText[] {
  const found: { line: number; text: string; end: number; kind: string }[] = [];
  for (const { type: kind, value, start, end } of parseSync(file, code).comments) {
    const text = value
      .replace(/^\*/, '')
      .replace(/^[ \t]*\*? ?/gm, '')
      .trim();
    const last = found.at(-1);
    const between = last && code.slice(last.end, start);
    if (last?.kind === 'Line' && kind === 'Line' && between && /^\n[ \t]*$/.test(between))
      Object.assign(last, { text: `${last.text} ${text}`, end });
    else found.push({ line: code.slice(0, start).split('\n').length, text, end, kind });
  }
  return found
    .filter(({ text }) => !FOR_TOOLS.test(text))
    .flatMap(({ line, text }) => partsOf(text).map((part) => ({ line, text: part })));
}

/** The paragraphs, list items and tags of a comment, without their marks. */
const partsOf = (text: string): readonly string[] =>
  text
    .split(/\n(?=@|- |\n)/)
    .map((part) => part.trim().replace(/^(?:- |@(?:param \w+|returns|\w+) ?)/, ''))
    .filter((part) => part !== '');
