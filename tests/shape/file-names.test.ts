import { expect, test } from 'vitest';
import { codeFiles } from './support/source-files.ts';

/** True for files that may share a name. A file of texts is named after its area. The kill switch's worker replaces the other worker. */
const isCounterpart = (file: string): boolean =>
  file.startsWith('src/messages/') || file.startsWith('sw/kill-switch/');

test('no two files have the same name', () => {
  const byName = Map.groupBy(
    codeFiles.filter((file) => /^(src|sw|server|vite)\//.test(file) && !isCounterpart(file)),
    (file) => file.slice(file.lastIndexOf('/') + 1),
  );
  const twice = [...byName.values()].filter((files) => files.length > 1);
  expect(twice).toEqual([]);
});
