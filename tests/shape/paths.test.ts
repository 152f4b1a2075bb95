import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, read } from './support/source-files.ts';

/** The most steps of a path. A longer path is a reason to merge files. */
const MAX_STEPS = 22;

const sections = read('docs/architecture.md').split(/^## /m);
const steps = sections.flatMap((section) => {
  const [title = ''] = section.split('\n');
  return section
    .split('\n\n')
    .filter((table) => table.startsWith('| file | function | what happens |'))
    .map((table, index) => ({
      path: `${title}, table ${index + 1}`,
      rows: Array.from(
        table.matchAll(/^\| `([^`]+)` \| `([^`]+)` \|/gm),
        ([, file = '', name = '']) => ({
          file,
          name,
        }),
      ),
    }));
});

describe('the paths in docs/architecture.md', () => {
  it('are a submission in two tables, a photo, an unlock and an upload', () => {
    expect(steps.map(({ path }) => path)).toEqual([
      'One submission, table 1',
      'One submission, table 2',
      'One photo, table 1',
      'One unlock, table 1',
      'One upload, table 1',
    ]);
  });

  it.each(steps)('$path: each file declares its function', ({ rows }) => {
    expect(rows.length).toBeGreaterThan(10);
    const wrong = rows.filter(
      ({ file, name }) =>
        !(
          existsSync(join(ROOT, file)) &&
          new RegExp(`\\b(?:function|const|class) ${name}\\b`).test(read(file))
        ),
    );
    expect(wrong).toEqual([]);
  });

  it.each(steps)('$path: is short, and names each file once', ({ rows }) => {
    expect(rows.length).toBeLessThanOrEqual(MAX_STEPS);
    expect(new Set(rows.map(({ file }) => file)).size).toBe(rows.length);
  });
});

it('the picture in the README names files that exist', () => {
  const [, picture = ''] = /\n```text\n([\s\S]*?)```/.exec(read('README.md')) ?? [];
  const named = Array.from(picture.matchAll(/(?:src|sw|server)\/[\w./-]+/g), ([file]) => file);
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});
