import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Plugin, ResolvedConfig } from 'vite';
import project from '../package.json' with { type: 'json' };

const FOLDER = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const TEXTS = /^(licen[cs]e|notice|copying)/i;

/** What only the worker's build brings; that is made after this file is written. */
const ofTheWorker = Object.keys(project.dependencies).filter((name) => name.startsWith('workbox-'));

async function entryOf(folder: string): Promise<string> {
  const about = await readFile(join(folder, 'package.json'), 'utf8');
  const { name, version, license } = JSON.parse(about) as Record<string, string>;
  const files = (await readdir(folder)).filter((file) => TEXTS.test(file)).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return [`${name} ${version} (${license})`, ...texts.map((text) => text.trim())].join('\n\n');
}

/** Writes `licences.txt`: the packages whose code the built app carries, with the texts that their licences ask for. */
export function licences(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'veld-licences',
    apply: 'build',
    configResolved: (resolved) => {
      config = resolved;
    },
    writeBundle: async (_options, bundle) => {
      const folders = new Set(ofTheWorker.map((name) => join(config.root, 'node_modules', name)));
      for (const one of Object.values(bundle)) {
        if (one.type !== 'chunk') continue;
        for (const id of one.moduleIds) {
          const folder = FOLDER.exec(id.replace(/^\0/, ''))?.[1];
          if (folder !== undefined) folders.add(folder);
        }
      }
      const entries = await Promise.all([...folders].sort().map(entryOf));
      const file = join(resolve(config.root, config.build.outDir), 'licences.txt');
      await writeFile(file, `${entries.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);
    },
  };
}
