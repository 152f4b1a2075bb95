import { join } from 'node:path';
import type { Plugin, ResolvedConfig } from 'vite';

/**
 * The specification disables the restoration of scroll positions. The router has an option for that, but still includes
 * the code: 0.7 kB of every first load. So the build replaces the router's module with one that does only what remains.
 */
export function routerScrolling(): Plugin {
  let config: ResolvedConfig;
  let isReplaced = false;
  return {
    name: 'veld-router-scrolling',
    apply: 'build',
    enforce: 'pre',
    configResolved: (resolved) => {
      config = resolved;
    },
    resolveId(source, importer) {
      // The router's index also exports this module, but nothing here imports that export.
      if (source !== './scroll-restoration.js' || !importer?.endsWith('/esm/router.js'))
        return null;
      isReplaced = true;
      return join(config.root, 'src/app/manual-scrolling.ts');
    },
    buildEnd(error) {
      // The router's next version may use another file name.
      if (error === undefined && !isReplaced)
        this.error('vite/router-scrolling.ts: the router has no module of that name.');
    },
  };
}
