import { describe, expect, test } from 'vitest';
import { documentKinds } from '../../src/domain/forms/document-kinds.ts';
import { formKindRows } from '../../src/domain/forms/form-kinds.ts';
import * as pages from '../../src/paths/page-paths.ts';
import { allFields } from '../domain/forms/builders.ts';
import { codeFiles, read } from './support/source-files.ts';

/** Code that reads older versions names the kinds of that time. A new kind changes nothing there. */
const HISTORY = ['server/migrations/sqlite-migrations.ts', 'src/domain/history-sentences.ts'];

const sources = codeFiles
  .filter((file) => /^(src|sw|server|vite)\//.test(file) && !HISTORY.includes(file))
  .map((file) => ({ file, text: read(file) }));

/** The files outside `home` that contain the text between quotes, or at the end of a quoted text. */
const whereElse = (text: string, home: string): readonly string[] => {
  const literal = new RegExp(`['"\`/]${text}['"\`]`);
  return sources
    .filter(({ file, text: all }) => !file.startsWith(home) && literal.test(all))
    .map(({ file }) => file);
};

describe('the facts of a form are only in the folder of its tables', () => {
  const TABLES = 'src/domain/forms/';
  const calls = [...documentKinds, ...formKindRows].map(({ call }) => call);
  test.each([...calls, ...documentKinds.map(({ kind }) => kind)])('%s', (name) => {
    expect(whereElse(name, TABLES)).toEqual([]);
  });

  // `simCardNumber` is also a column of a submission's row, and `title` is also an English word.
  const others = ['simCardNumber', 'title'];
  const fields = [...allFields('registration'), ...allFields('replacement')]
    .filter(({ name, wire }) => wire !== 'beside' && !others.includes(name))
    .map(({ name }) => name);
  test.each([...new Set(fields)])('the field %s', (name) => {
    expect(whereElse(name, TABLES)).toEqual([]);
  });
});

describe('the path of a page is in one file', () => {
  const paths = Object.values(pages).filter(
    (path) => typeof path === 'string' && path !== pages.HOME_PATH,
  );
  test.each(paths)('%s', (path) => {
    expect(whereElse(path, 'src/paths/page-paths.ts')).toEqual([]);
  });
});

test('timers are started in one file', () => {
  const app = sources.filter(({ file }) => /^(src|sw)\//.test(file));
  // `page.setTimeout` is a port that a window implements.
  const setting = app.filter(({ text }) => /(?<!\.)\bset(Timeout|Interval)\(/.test(text));
  expect(setting.map(({ file }) => file)).toEqual(['src/platform/timers.ts']);
});

test('lazy components use our own function, because React’s shows content late', () => {
  const late = sources.filter(({ text }) => /<Suspense\b|\blazy\(/.test(text));
  expect(late.map(({ file }) => file)).toEqual([]);
});

test('every text input is a control of the design system, which keeps the browser from storing text', () => {
  const native = sources.filter(({ text }) => /<(input|select|textarea)\b/.test(text));
  expect(native.map(({ file }) => file).filter((file) => !file.startsWith('src/ui/'))).toEqual([]);
});
