import type { Plugin } from 'vite';

/**
 * The code that is removed, and its replacement. A text that is not found fails the build, because the library's next version may
 * differ.
 */
const cuts: readonly (readonly [from: string, to: string])[] = [
  // `store/database.ts` switches it off; the code would come along all the same.
  ['this.use(cacheMiddleware);', ''],
  // It calls `table.hook`, which nobody uses.
  ['this.use(hooksMiddleware);', ''],
  // The search that ignores case. Veld's keys are ids, or texts in small letters.
  ['return addIgnoreCaseAlgorithm(', 'return fail('],
];

/**
 * Leaves out of Dexie what the app does without: 4 kB of every form's first load, and of the worker's script. Nothing of it can be left
 * out by the bundler, as a class calls it. Tests and `npm run dev` have the library whole.
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
