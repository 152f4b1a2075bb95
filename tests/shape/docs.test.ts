import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import project from '../../package.json' with { type: 'json' };
import { floor } from '../../vite/floor.ts';
import { documents } from './support/documents.ts';
import { codeFiles, ROOT, read } from './support/source-files.ts';

/** The anchor of a heading on GitHub and in editors. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (file: string): readonly string[] =>
  Array.from(read(file).matchAll(/^#+ (.+)$/gm), ([, heading = '']) => anchorOf(heading));

/** Settings of other people's software, by their names there. */
const OTHERS_NAMES: readonly string[] = [
  // Chrome's policies.
  ...['IncognitoModeAvailability', 'DefaultCookiesSetting'],
  ...['GeolocationAllowedForUrls', 'NotificationsAllowedForUrls'],
  // IIS and Kestrel.
  ...['maxAllowedContentLength', 'MinRequestBodyDataRate'],
];

const inEach = (look: (text: string, document: string) => readonly string[]): readonly string[] =>
  documents.flatMap((document) =>
    look(read(document), document).map((found) => `${document}: ${found}`),
  );

describe('the documents', () => {
  it('link to existing files and headings', () => {
    const broken = inEach((text, document) =>
      Array.from(
        text.matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g),
        ([, link, source]) => link ?? source ?? '',
      )
        .filter((link) => !/^[a-z]+:/.test(link))
        .filter((link) => {
          const [path = '', anchor] = link.split('#');
          const file = path === '' ? document : posix.join(posix.dirname(document), path);
          if (!existsSync(posix.join(ROOT, file))) return true;
          return anchor !== undefined && !anchorsOf(file).includes(anchor);
        }),
    );
    expect(broken).toEqual([]);
  });

  it('run the server on the project’s own Node', () => {
    const plain = inEach((text, document) =>
      document === 'CHANGELOG.md'
        ? []
        : Array.from(text.matchAll(/.*(?<!npx |bin\/)\bnode server\/.*/g), ([line]) => line),
    );
    expect(plain).toEqual([]);
  });

  it('name existing files', () => {
    const missing = inEach((text) =>
      Array.from(text.matchAll(/`([^`\n]+)`/g), ([, code = '']) => code.split(' '))
        .flat()
        .filter((word) => /^(?:src|sw|server|vite|mobile|tests|docs|public)\/[^*…<{]*$/.test(word))
        .filter((path) =>
          ['', '.ts', '.tsx'].every((end) => !existsSync(posix.join(ROOT, path + end))),
        ),
    );
    expect(missing).toEqual([]);
  });

  it('name functions, types and values that exist in the code', () => {
    const code = codeFiles.filter((file) => !file.startsWith('tests/')).map(read);
    const known = new Set([
      ...code.flatMap((text) => text.match(/[\w$]+/g) ?? []),
      ...OTHERS_NAMES,
    ]);
    const unknown = inEach((text, document) =>
      document === 'CHANGELOG.md'
        ? []
        : Array.from(
            text.matchAll(/`(?:\w+\.)?([a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*)`/g),
            ([, name = '']) => name,
          ).filter((name) => !known.has(name)),
    );
    expect(unknown).toEqual([]);
  });

  it('name existing commands', () => {
    const unknown = inEach((text) =>
      Array.from(text.matchAll(/npm run ([a-z]+(?:[:-][a-z]+)*)/g), ([, name = '']) => name).filter(
        (name) => !Object.hasOwn(project.scripts, name),
      ),
    );
    expect(unknown).toEqual([]);
  });

  it('can all be reached from the README', () => {
    const found = new Set(['README.md']);
    for (const document of found)
      for (const [, link = ''] of read(document).matchAll(/\]\(([^)#\s]+\.md)/g))
        found.add(posix.join(posix.dirname(document), link));
    expect(documents.filter((document) => !found.has(document))).toEqual([]);
  });
});

it('.nvmrc names the Node that the project installs', () => {
  const brought = Object.entries(project.optionalDependencies).flatMap(([name, version]) =>
    name.startsWith('node-') ? [version] : [],
  );
  expect(brought).toEqual(brought.map(() => read('.nvmrc').trim()));
});

it('the README and package.json name the same oldest Node, and the README names the oldest Node for macOS', () => {
  const readme = read('README.md');
  const [, oldest] = /You need git and Node ≥ (\d+)/.exec(readme) ?? [];
  expect(project.engines.node).toBe(`>=${oldest}`);
  const [, onMacOs] = /On macOS install Node ≥ (\d+)/.exec(readme) ?? [];
  expect(read('tests/commands/requirements.cjs')).toContain(`const MIN_NODE = ${onMacOs};`);
});

it('the README names the oldest browsers of the build', () => {
  const [, browsers = ''] = read('README.md').split('\n## Browsers\n');
  for (const oldest of floor.map((each) => each.replace(/^[a-z]+/, '')))
    expect(browsers).toMatch(new RegExp(`\\b${oldest}–`));
});

it('docs/commands.md has every command', () => {
  const commands = read('docs/commands.md');
  const untold = Object.keys(project.scripts).filter(
    (name) => !new RegExp(`npm (run )?${name}\\b`).test(commands),
  );
  expect(untold).toEqual([]);
});
