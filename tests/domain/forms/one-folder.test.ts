import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { documentKinds } from '../../../src/domain/forms/document-kinds.ts';
import { formKindRows } from '../../../src/domain/forms/form-kinds.ts';
import { allFields } from './builders.ts';

const TABLES = join('src', 'domain', 'forms');

/** The first migration's check, which a later one took away. */
const HISTORY = join('server', 'migrations', 'migrations.ts');

const files = ['src', 'sw', 'server', 'vite'].flatMap((room) =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .map((name) => join(room, name))
    .filter((path) => /\.tsx?$/.test(path) && !path.startsWith(TABLES) && path !== HISTORY),
);

/** Where a name stands as a text of its own, or as a member of something. */
const whereIs = (name: string): readonly string[] => {
  const literal = new RegExp(`['"\`/]${name}['"\`]`);
  return files.filter((path) => literal.test(readFileSync(path, 'utf8')));
};

describe('what is added to a form is said in its tables alone', () => {
  const calls = [...documentKinds, ...formKindRows].map(({ call }) => call);
  test.each([...calls, ...documentKinds.map(({ kind }) => kind)])('%s', (name) => {
    expect(whereIs(name)).toEqual([]);
  });

  // A submission's row has a column of the one name; the other is an English word, too.
  const others = ['simCardNumber', 'title'];
  const fields = [...allFields('registration'), ...allFields('replacement')]
    .filter(({ name, wire }) => wire !== 'beside' && !others.includes(name))
    .map(({ name }) => name);
  test.each([...new Set(fields)])('the field %s', (name) => {
    expect(whereIs(name)).toEqual([]);
  });
});
