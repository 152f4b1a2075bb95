import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { Plugin, ResolvedConfig } from 'vite';

const FOLDER = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const TEXTS = /^(licen[cs]e|notice|copying)/i;

/** Licences of code that a package has as a program, without the text of its licence. By package. */
const compiled: Readonly<Record<string, string>> = { 'zxing-wasm': 'licence-of-zxing-cpp.txt' };

async function compiledIn(folder: string): Promise<readonly string[]> {
  const file = compiled[basename(folder)];
  if (file === undefined) return [];
  return [(await readFile(new URL(file, import.meta.url), 'utf8')).trim()];
}

async function entryOf(folder: string): Promise<string> {
  const about = await readFile(join(folder, 'package.json'), 'utf8');
  const { name, version, license } = JSON.parse(about) as Record<string, string>;
  const files = (await readdir(folder)).filter((file) => TEXTS.test(file)).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return [`${name} ${version} (${license})`, ...texts.map((text) => text.trim())].join('\n\n');
}

/**
 * Writes `licences.txt`: the packages in the built app, with their licence texts. One plugin serves all builds: the
 * page, its workers, and the two scripts of the service worker. Each build adds its packages and writes the file again,
 * so the last build writes all of them.
 */
export function licences(): Plugin {
  const folders = new Set<string>();
  let config: ResolvedConfig | undefined;
  let writing = Promise.resolve();

  async function write({ root, build }: ResolvedConfig): Promise<void> {
    const sorted = [...folders].sort();
    const packages = await Promise.all(sorted.map(entryOf));
    const entries = [...packages, ...(await Promise.all(sorted.map(compiledIn))).flat()];
    const file = join(resolve(root, build.outDir), 'licences.txt');
    await writeFile(file, `${entries.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);
  }

  return {
    name: 'veld-licences',
    apply: 'build',
    configResolved: (resolved) => {
      // The app's own build comes first. Its settings determine the folder.
      config ??= resolved;
    },
    generateBundle: (_options, bundle) => {
      for (const one of Object.values(bundle)) {
        if (one.type !== 'chunk') continue;
        for (const id of one.moduleIds) {
          const folder = FOLDER.exec(id.replace(/^\0/, ''))?.[1];
          if (folder !== undefined) folders.add(folder);
        }
      }
    },
    writeBundle: async () => {
      const app = config;
      if (app === undefined) return;
      // Builds overlap, but the writes must not.
      writing = writing.then(() => write(app));
      await writing;
    },
  };
}
