import { describe, expect, it } from 'vitest';
import { type Import, importsOf } from './support/imports.ts';
import { permitted, readRooms, roomOf } from './support/rooms.ts';
import { codeFiles, parseText } from './support/source-files.ts';

const nameOf = (imported: Import): string =>
  'file' in imported ? imported.file : imported.package;

describe.each([
  ['docs/architecture.md', 'src', codeFiles],
  ['server/README.md', 'server', codeFiles.filter((file) => file.startsWith('server/'))],
] as const)('the table of rooms in %s', (document, folder, files) => {
  const rooms = readRooms(document, folder);
  const imports = files.flatMap((file) => importsOf(file).map((imported) => ({ file, imported })));

  it('has a room for every file', () => {
    expect(files.filter((file) => roomOf(rooms, file) === null)).toEqual([]);
  });

  it('allows every existing import', () => {
    const refused = imports.filter(({ file, imported }) => {
      const room = roomOf(rooms, file);
      return room !== null && permitted(room, file, imported) === null;
    });
    expect(refused.map(({ file, imported }) => `${file} imports ${nameOf(imported)}`)).toEqual([]);
  });

  it('allows no import that no file makes', () => {
    const used = new Set(
      imports.map(({ file, imported }) => {
        const room = roomOf(rooms, file);
        return room === null ? '' : `${room.names[0]}: ${permitted(room, file, imported)}`;
      }),
    );
    const unused = rooms.flatMap(({ names: [name], packages, rooms: others }) =>
      [others, packages]
        .flat()
        .filter((permission) => permission !== 'all')
        .map((permission) => `${name}: ${permission}`)
        .filter((permission) => !used.has(permission)),
    );
    expect(unused).toEqual([]);
  });
});

it('each feature is a separate room', () => {
  const [file, other] = [
    'src/features/form/form-screen.tsx',
    'src/features/outbox/list/outbox-filter.ts',
  ];
  const room = roomOf(readRooms('docs/architecture.md', 'src'), file);
  expect(room && permitted(room, file, { file })).not.toBeNull();
  expect(room && permitted(room, file, { file: other })).toBeNull();
});

it('imports of every kind are found', () => {
  const text = `
    import './a.ts';
    import type { B } from '../b.ts';
    export { c } from './c.ts';
    export * from './d.ts';
    export type { E } from './e.ts';
    let f: import('./f.ts').F;
    import('./g.ts');
    new Worker(new URL('./h.ts', import.meta.url));
    import i from './i.svg?raw';
    import { j } from '@scope/package/inner.js';
    import { k } from 'node:fs/promises';
    // import './not.ts';
    const text = "import './not.ts'";`;
  expect(importsOf('src/ui/x.ts', parseText('x.ts', text)).map(nameOf).sort()).toEqual([
    '@scope/package',
    'node',
    'src/b.ts',
    ...['a.ts', 'c.ts', 'd.ts', 'e.ts', 'f.ts', 'g.ts', 'h.ts', 'i.svg'].map((x) => `src/ui/${x}`),
  ]);
});
