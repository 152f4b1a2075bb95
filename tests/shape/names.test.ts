import { type ESTree, Visitor } from 'vite';
import { describe, expect, it } from 'vitest';
import { codeFiles, parse, read, sourceFiles } from './support/source-files.ts';

/** The retired words and their replacements, from the last table of the glossary. */
const retired = new Map(
  Array.from(
    read('docs/glossary.md')
      .split('| retired | instead |')[1]
      ?.matchAll(/^\| ([a-z, ]+) \| (.+) \|$/gm) ?? [],
    ([, words = '', instead = '']) => words.split(', ').map((word) => [word, instead] as const),
  ).flat(),
);

const files = codeFiles.filter((file) => !file.startsWith('tests/'));

const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);

function namesIn(file: string): ReadonlySet<string> {
  const names = new Set<string>();
  const add = ({ name }: { readonly name: string }): void => {
    names.add(name);
  };
  new Visitor({ Identifier: add, PrivateIdentifier: add }).visit(parse(file));
  return names;
}

describe('names', () => {
  it('have no retired word', () => {
    expect(retired.size).toBeGreaterThan(10);
    const found = files.flatMap((file) =>
      [...namesIn(file), file].flatMap((name) =>
        wordsOf(name)
          .filter((word) => retired.has(word))
          .map((word) => `${file}: ${name}, better ${retired.get(word)}`),
      ),
    );
    expect(found).toEqual([]);
  });

  it('of files contain no vague words such as helpers', () => {
    const vague = /(^|[/-])(words|utils?|helpers?|common|misc)(-|\.|\/)/;
    expect(sourceFiles.filter((file) => vague.test(file))).toEqual([]);
  });

  it('of constant numbers are in capitals, and begin with MAX or MIN for a limit', () => {
    const wrong = files.flatMap((file) =>
      numbersOf(parse(file))
        .filter((name) => !/^[A-Z][A-Z\d_]*$/.test(name) || /^(MOST|LEAST|LONGEST)_/.test(name))
        .map((name) => `${file}: ${name}`),
    );
    expect(wrong).toEqual([]);
  });
});

/** The constants of a module whose value is a number. */
function numbersOf(program: ESTree.Program): readonly string[] {
  return program.body
    .map((node) => (node.type === 'ExportNamedDeclaration' ? node.declaration : node))
    .flatMap((node) => (node?.type === 'VariableDeclaration' ? node.declarations : []))
    .flatMap(({ id, init }) =>
      id.type === 'Identifier' && init !== null && isNumber(init) ? [id.name] : [],
    );
}

function isNumber(value: ESTree.Expression | ESTree.PrivateIdentifier): boolean {
  switch (value.type) {
    case 'Literal':
      return typeof value.value === 'number';
    case 'BinaryExpression':
      return isNumber(value.left) && isNumber(value.right);
    case 'UnaryExpression':
      return isNumber(value.argument);
    case 'Identifier':
      return /^[A-Z][A-Z\d]*_/.test(value.name);
    default:
      return false;
  }
}
