import { join } from 'node:path';
import type { Plugin, ResolvedConfig } from 'vite';

/**
 * The specification disables the restoration of scroll positions. The router has an option for that, and carries the code all the
 * same: 0.7 kB of every first load. So its module is left out for one of ours that does what is left of it.
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
      // Its index passes the module on, too, to whom it may concern: to nobody here.
      if (source !== './scroll-restoration.js' || !importer?.endsWith('/esm/router.js'))
        return null;
      isReplaced = true;
      return join(config.root, 'src/app/manual-scrolling.ts');
    },
    buildEnd(error) {
      // The router's next version may call it otherwise.
      if (error === undefined && !isReplaced)
        this.error('vite/router-scrolling.ts: the router has no module of that name.');
    },
  };
}
