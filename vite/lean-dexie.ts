import type { Plugin } from 'vite';

/**
 * The code that is removed, and its replacement. If a text is not found, the build fails, because the library's next
 * version may differ.
 */
const cuts: readonly (readonly [from: string, to: string])[] = [
  // `store/db/database.ts` disables the cache, but the bundler would still include its code.
  ['this.use(cacheMiddleware);', ''],
  // The hooks middleware calls `table.hook`, which the app does not use.
  ['this.use(hooksMiddleware);', ''],
  // The search that ignores case. Veld's keys are ids, or texts in lower case.
  ['return addIgnoreCaseAlgorithm(', 'return fail('],
];

/**
 * Removes unused code from Dexie: 4 kB of every form's first load, and of the worker's script. The bundler cannot
 * remove this code, because a class calls it. Tests and `npm run dev` use the whole library.
 */
export function leanDexie(): Plugin {
  let isCut = false;
  return {
    name: 'veld-lean-dexie',
    apply: 'build',
    transform(code, id) {
      const isOurs = !id.includes('/node_modules/');
      if (isOurs && /\.hook\(|IgnoreCase\(/.test(code))
        this.error(`${id} uses a part of Dexie that vite/lean-dexie.ts leaves out.`);
      if (!id.endsWith('/dexie/dist/modern/dexie.mjs')) return null;
      const missing = cuts.find(([from]) => !code.includes(from));
      if (missing !== undefined)
        this.error(`vite/lean-dexie.ts: Dexie has no '${missing[0]}' any more.`);
      isCut = true;
      return { code: cuts.reduce((all, [from, to]) => all.replaceAll(from, to), code), map: null };
    },
    buildEnd(error) {
      if (error === undefined && !isCut) this.error('vite/lean-dexie.ts: Dexie was not found.');
    },
  };
}
