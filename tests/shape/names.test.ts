import { type ESTree, Visitor } from 'vite';
import { describe, expect, it } from 'vitest';
import { codeFiles, parse, sourceFiles } from './support/source-files.ts';

/** Words that were used for one thing by one person, or for several things; and what the field says. */
const RETIRED: Readonly<Record<string, string>> = {
  dearest: 'MAX_…',
  deeds: 'actions',
  doomed: 'deleted',
  fewest: 'MIN_…',
  habits: 'capabilities',
  homecoming: 'what came back',
  hurried: 'waitEnded',
  lane: 'call, concurrency',
  lanes: 'calls, concurrency',
  pace: 'throttle',
  readied: 'ready',
  reserve: 'pool',
  spoken: 'said',
  telling: 'message, notice',
  told: 'shown, read',
};

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
    const found = files.flatMap((file) =>
      [...namesIn(file), file].flatMap((name) =>
        wordsOf(name)
          .filter((word) => Object.hasOwn(RETIRED, word))
          .map((word) => `${file}: ${name}, better ${RETIRED[word]}`),
      ),
    );
    expect(found).toEqual([]);
  });

  it('of files say nothing of words, helpers and other things', () => {
    const vague = /(^|[/-])(words|utils?|helpers?|common|misc)(-|\.|\/)/;
    expect(sourceFiles.filter((file) => vague.test(file))).toEqual([]);
  });

  it('of numbers that never change are in capitals, and begin with MAX or MIN where they bound', () => {
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
