import { type ESTree, Visitor } from 'vite';

/** A text in the code that a person could read. */
export type InlineText = Readonly<{ text: string; start: number }>;

/** A word of a language: 'Saved', 'it.', "can't". It does not match names of code: 'camelCase', 'aria-label', 'id,key'. */
const WORD = /^["'‘(]?(\p{Lu}|\p{Lu}?[\p{Ll}’']*\p{Ll})["'’).,:;!?…]*$/u;

/** Marks the place of a value in a text. Beside a word of a language it makes a text, but it is no such word itself. */
const VALUE = '\0';

const LETTER = /\p{L}/u;

/** True for 'Saved', 'not saved yet', '{name} removed.', 'ID document'. False for 'saved', which may be a code. */
function isTextLike(text: string): boolean {
  const [first = '', ...more] = text.trim().split(/\s+/);
  if (more.length === 0) return /^\p{Lu}\p{Ll}+[.!?…]?$/u.test(first);
  return more.some((part, index) => {
    const before = more[index - 1] ?? first;
    return (WORD.test(part) && isBeside(before)) || (WORD.test(before) && isBeside(part));
  });
}

/** True for a neighbour that makes a word a text: another word, a value, or letters such as ID. */
const isBeside = (part: string): boolean =>
  WORD.test(part) || part.includes(VALUE) || /^\p{Lu}{2,}$/u.test(part);

const isError = (callee: ESTree.Expression): boolean =>
  callee.type === 'Identifier' && callee.name.endsWith('Error');

/**
 * Returns the texts of a file. Leaves out texts for developers: thrown errors and lines of the console. Also leaves out types and
 * imports, which no program writes.
 */
export function inlineTexts(program: ESTree.Program): readonly InlineText[] {
  const found: InlineText[] = [];
  const skipped: ESTree.Span[] = [];
  const skip = (node: ESTree.Span): void => {
    skipped.push(node);
  };
  const add = (text: string, { start }: ESTree.Span): void => {
    found.push({ text: text.replace(/\s+/g, ' ').trim(), start });
  };
  new Visitor({
    JSXText: (node) => {
      if (LETTER.test(node.value)) add(node.value, node);
    },
    Literal: (node) => {
      if (typeof node.value === 'string' && isTextLike(node.value)) add(node.value, node);
    },
    TemplateLiteral: (node) => {
      const text = node.quasis.map(({ value }) => value.cooked ?? value.raw).join(VALUE);
      if (isTextLike(text)) add(text.replaceAll(VALUE, '{}'), node);
    },
    TSLiteralType: skip,
    ImportDeclaration: skip,
    ImportExpression: skip,
    NewExpression: (node) => {
      if (isError(node.callee)) skip(node);
    },
    CallExpression: (node) => {
      const { callee } = node;
      const isConsole =
        callee.type === 'MemberExpression' &&
        callee.object.type === 'Identifier' &&
        callee.object.name === 'console';
      if (isConsole || callee.type === 'Super') skip(node);
    },
    // Skips `'Notification' in window`.
    BinaryExpression: (node) => {
      if (node.operator === 'in') skip(node.left);
    },
  }).visit(program);
  return found.filter(
    ({ start }) => !skipped.some((outer) => outer.start <= start && start < outer.end),
  );
}
