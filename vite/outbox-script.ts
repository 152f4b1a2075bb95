import { resolve } from 'node:path';
import { build, type Plugin, type ResolvedConfig } from 'vite';
import { leanDexie } from './lean-libraries.ts';

const MODULE = 'virtual:veld-outbox-script';

/**
 * Builds `sw/outbox-entry.ts` into a separate script and gives its address to the worker's build. `app` belongs to the
 * app's build, and `worker` to the later build of the worker. `more`: plugins that all builds share.
 */
export function outboxScript(more: readonly Plugin[]): Readonly<{ app: Plugin; worker: Plugin }> {
  let config: ResolvedConfig;
  let address: string | undefined;
  const app: Plugin = {
    name: 'veld-outbox-script',
    apply: 'build',
    configResolved: (resolved) => {
      config = resolved;
    },
    // Logged here, because the worker's build runs after a failed one and would report another error.
    renderError: (error) => {
      if (error !== undefined) config.logger.error(error.message);
    },
    writeBundle: async () => {
      const built = await build({
        configFile: false,
        root: config.root,
        mode: config.mode,
        publicDir: false,
        logLevel: 'warn',
        resolve: { alias: config.resolve.alias },
        define: { ...config.define, 'process.env.NODE_ENV': '"production"' },
        plugins: [leanDexie(), ...more],
        build: {
          outDir: resolve(config.root, config.build.outDir),
          emptyOutDir: false,
          target: config.build.target,
          minify: config.build.minify,
          terserOptions: config.build.terserOptions,
          modulePreload: false,
          rolldownOptions: {
            input: resolve(config.root, 'sw/outbox-entry.ts'),
            preserveEntrySignatures: 'strict',
            optimization: { inlineConst: { mode: 'all' } },
            // `src/domain` is pure, so the tables of forms that the worker does not use can go.
            treeshake: { moduleSideEffects: [{ test: /\/src\/domain\//, sideEffects: false }] },
            output: {
              format: 'iife',
              minify: true,
              name: 'veldOutbox',
              entryFileNames: 'assets/worker-outbox-[hash].js',
            },
          },
        },
      });
      const outputs = Array.isArray(built) ? built : [built];
      const [chunk] = outputs.flatMap((one) => ('output' in one ? one.output : []));
      if (chunk === undefined) throw new Error('The build of sw/outbox-entry.ts wrote nothing.');
      address = `/${chunk.fileName}`;
    },
  };
  const worker: Plugin = {
    name: 'veld-outbox-address',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    load: (id) => {
      if (id !== `\0${MODULE}`) return null;
      if (address === undefined) throw new Error('The script of the outbox is not built yet.');
      return `export const outboxScript = ${JSON.stringify(address)};`;
    },
  };
  return { app, worker };
}
