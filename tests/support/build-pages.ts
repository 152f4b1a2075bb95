import { cpSync } from 'node:fs';
import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import project from '../../package.json' with { type: 'json' };
import { floor } from '../../vite/floor.ts';

const root = resolve(import.meta.dirname, '../..');

/**
 * Builds pages of the tests (`<name>.html` in `source`) from the project's sources into the folder of the built app, so that
 * they share its origin, database and API.
 */
export async function addPages(
  folder: string,
  scratch: string,
  source: string,
  names: readonly string[],
): Promise<void> {
  await build({
    configFile: false,
    root: source,
    envDir: root,
    publicDir: false,
    logLevel: 'error',
    plugins: [react()],
    define: { 'import.meta.env.VITE_APP_VERSION': JSON.stringify(project.version) },
    build: {
      target: floor,
      outDir: scratch,
      emptyOutDir: true,
      assetsDir: 'test-assets',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: {
        input: Object.fromEntries(names.map((name) => [name, join(source, `${name}.html`)])),
      },
    },
  });
  cpSync(scratch, folder, { recursive: true });
}
