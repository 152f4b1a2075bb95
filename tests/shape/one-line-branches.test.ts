import { type ESTree, Visitor } from 'vite';
import { expect, it } from 'vitest';
import { codeFiles, parse, read } from './support/source-files.ts';

const LINE_WIDTH = 100;

/** Returns each `if` or loop in braces whose only statement would fit on the same line. */
function needlessBraces(file: string): readonly string[] {
  const text = read(file);
  const found: string[] = [];
  const branches = new Set<ESTree.Statement>();
  const look = (statement: ESTree.Statement, body: ESTree.Statement): void => {
    const [only, ...more] = body.type === 'BlockStatement' ? body.body : [];
    if (only === undefined || more.length > 0 || branches.has(statement)) return;
    if (!/^(Expression|Return|Throw|Continue|Break)Statement$/.test(only.type)) return;
    if (/\/[/*]/.test(text.slice(body.start, only.start) + text.slice(only.end, body.end))) return;
    const lineStart = text.lastIndexOf('\n', statement.start) + 1;
    const joined = text.slice(lineStart, body.start) + text.slice(only.start, only.end);
    if (joined.length <= LINE_WIDTH && !joined.includes('\n')) found.push(joined.trim());
  };
  new Visitor({
    IfStatement: (statement) => {
      // If one branch has braces, the other branches have braces, too.
      if (statement.alternate !== null) branches.add(statement).add(statement.alternate);
      look(statement, statement.consequent);
    },
    ForOfStatement: (statement) => look(statement, statement.body),
    ForStatement: (statement) => look(statement, statement.body),
    WhileStatement: (statement) => look(statement, statement.body),
  }).visit(parse(file));
  return found.map((line) => `${file}: ${line}`);
}

it('a statement that fits beside its condition is on that line, without braces', () => {
  expect(codeFiles.flatMap(needlessBraces)).toEqual([]);
});
