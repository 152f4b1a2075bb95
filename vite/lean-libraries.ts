import type { Plugin } from 'vite';

interface Cuts {
  /** The end of the path of the library's file. */
  readonly file: string;
  /** Code of Veld that would need a part that is left out. */
  readonly forbidden: RegExp;
  /** Texts of the library, each with its replacement. */
  readonly texts: readonly (readonly [from: string | RegExp, to: string])[];
  /** Names of functions by the result that they return instead of running. */
  readonly functions: Readonly<Record<string, string>>;
  /** Names of methods that are removed whole. */
  readonly methods: readonly string[];
}

const namesIn = (list: string): readonly string[] => list.trim().split(/\s+/);

/** Methods of Dexie that no code of Veld calls, and no code of Dexie that stays. */
const unusedMethods = namesIn(`
  startsWithIgnoreCase equalsIgnoreCase anyOfIgnoreCase startsWithAnyOfIgnoreCase
  inAnyRange notEqual noneOf startsWithAnyOf or distinct raw offset desc
  eachUniqueKey eachPrimaryKey uniqueKeys firstKey lastKey
  mapToClass defineClass upsert bulkAdd bulkUpdate
  async spawn waitFor exists getDatabaseNames`);

const dexie: Cuts = {
  file: '/dexie/dist/modern/dexie.mjs',
  forbidden: new RegExp(String.raw`\.(?:hook|${unusedMethods.join('|')})\(`),
  texts: [
    // `store/db/database.ts` disables the cache, but the bundler would still include its code.
    ['this.use(cacheMiddleware);', ''],
    // The hooks middleware calls `table.hook`, which the app does not use.
    ['this.use(hooksMiddleware);', ''],
    // Only the hooks compare two rows.
    ['getObjectDiff: getObjectDiff,', ''],
  ],
  // A hook that nobody adds is never chained.
  functions: {
    undefined: 'hookCreatingChain hookUpdatingChain hookDeletingChain pureFunctionChain',
  },
  methods: unusedMethods,
};

const reactDom: Cuts = {
  file: '/react-dom/cjs/react-dom-client.production.js',
  forbidden:
    /\b(?:hydrateRoot|ViewTransition|SuspenseList|Activity|useActionState|useFormStatus|useOptimistic|useTransition|requestFormReset|preinit|preconnect|prefetchDNS)\b[^:]|from 'react-dom';.*\bpreload\(|<(?:title|meta|link|style|script|html|head|body|[a-z]+-[a-z]+)[ >]|<form[^>]*\saction=|\bformAction=|\b(?:accent|alignment|baseline|clip|color|dominant|fill|flood|font|letter|marker|overline|paint|pointer|shape|stop|strikethrough|stroke|text|underline|vector|word)(?!Area|Content|Length)[A-Z][a-zA-Z]+=\{?["'0-9]/,
  texts: [
    // The app creates its root with `createRoot`: no page is hydrated, so these three variables stay false.
    ['isHydrating = !0', '!0'],
    ['  isHydrating = !1;', ''],
    ['shouldStartViewTransition = !0', '!0'],
    ['  shouldStartViewTransition = !1;', ''],
    ['inUpdateViewTransition = rootViewTransitionAffected = !1;', ''],
    [/^exports\.hydrateRoot = [\s\S]*?^\};/gm, ''],
    // Methods of references to fragments, of hydrated roots and of view transitions.
    [/^ReactDOMHydrationRoot\.prototype\.(?:render|unmount) = /gm, ''],
    [/^ReactDOMHydrationRoot\.prototype\.unstable\w+ = [\s\S]*?^\};/gm, ''],
    [/^(?:FragmentInstance|ViewTransitionPseudoElement)\.prototype\.\w+ = [\s\S]*?^\};/gm, ''],
    // Names of SVG attributes in camel case. Veld writes them with a hyphen.
    [/^ {4}\["(?!htmlFor)\w+", "[a-z-]+(?::[a-z]+)?"\],?\n/gm, ''],
  ],
  functions: {
    undefined: `
        clearIfContinuousEvent attemptReplayContinuousQueuedEvent replayUnblockedEvents scheduleReplayQueueIfNeeded
        attemptExplicitHydrationTarget retryIfBlockedOn queueIfContinuousEvent clearHydrationBoundary
        hideOrUnhideDehydratedBoundary prepareToHydrateHostInstance updateDehydratedSuspenseComponent
        throwOnHydrationMismatch queueHydrationError retryDehydratedSuspenseBoundary markRetryLaneIfNotHydrated
        attemptHydrationAtCurrentPriority attemptContinuousHydration commitSuspenseHydrationCallbacks
        commitActivityHydrationCallbacks createFiberFromDehydratedFragment pushDehydratedActivitySuspenseHandler
        registerSuspenseInstanceRetry resetHydrationState
        commitEnterViewTransitions commitExitViewTransitions commitDeletedPairViewTransitions
        commitAppearingPairViewTransitions commitNestedViewTransitions restorePairedViewTransitions
        restoreEnterOrExitViewTransitions restoreNestedViewTransitions measureNestedViewTransitions
        measureViewTransitionHostInstancesRecursive applyViewTransitionToHostInstancesRecursive
        applyViewTransitionToHostInstances restoreViewTransitionName restoreViewTransitionOnHostInstances
        scheduleViewTransitionEvent startViewTransition commitAfterMutationEffectsOnFiber createViewTransitionInstance
        createMeasurement trackEnterViewTransitions getViewTransitionName getViewTransitionClassName
        acquireResource suspendResource insertStylesheet insertStylesheetIntoRoot insertSuspendedStylesheets
        preloadStylesheet preloadResource preloadResourceAndSuspendIfNeeded mountHoistable getHydratableHoistableCache
        createHoistableInstance preload preloadModule preinitStyle preinitScript preinitModuleScript preconnectAs
        prefetchDNS preconnect resolveSingletonInstance releaseSingletonInstance commitHostSingletonAcquisition
        clearSingletonPreambleContribution
        updateActivityComponent mountActivityChildren retryActivityComponentWithoutHydrating
        updateSuspenseListComponent initSuspenseListRenderState cutOffTailIfNeeded
        extractEvents$1 startHostTransition ensureFormComponentIsStateful requestFormReset requestFormReset$1
        recursivelyResetForms mountActionState updateActionState updateActionStateImpl rerenderActionState
        runActionStateAction dispatchActionState dispatchOptimisticSetState startTransition
        defaultOnDefaultTransitionIndicator
        commitNewChildToFragmentInstance deleteChildFromFragmentInstance commitFragmentInstanceInsertionEffects
        commitFragmentInstanceDeletionEffects commitNewChildToFragmentInstances setPropOnCustomElement`,
    null: `
        upgradeHydrationErrorsToRecoverable getParentHydrationBoundary getNextHydratable canHydrateInstance
        canHydrateTextInstance canHydrateHydrationBoundary getNextHydratableInstanceAfterHydrationBoundary
        pushViewTransitionCancelableScope getResource getHoistableRoot getActivityInstanceFromFiber findFirstSuspended
        claimQueuedTransitionTypes`,
    false: 'popHydrationState isHostHoistableType isCustomElement',
    0: 'getBumpedLaneForHydrationByLane getBumpedLaneForHydration',
    // The stack of components in an error's details. The app does not show it.
    '""': 'getStackByFiberInDevAndProd',
  },
  methods: [],
};

/** Throws if the library has no such text, function or method: its next version may differ. */
function withoutCuts({ file, functions, methods, texts }: Cuts, code: string): string {
  const bodies = Object.entries(functions).flatMap(([result, names]) =>
    namesIn(names).map((name): readonly [RegExp, string] => [
      new RegExp(String.raw`^function ${name.replace('$', '\\$')}\([\s\S]*?^\}`, 'gm'),
      `function ${name}() { return ${result}; }`,
    ]),
  );
  const removed = methods.map((name): readonly [RegExp, string] => [
    new RegExp(String.raw`^ {4}${name}(?:: function )?\([^)]*\) \{[\s\S]*?^ {4}\},?\n`, 'gm'),
    '',
  ]);
  return [...texts, ...bodies, ...removed].reduce((before, [from, to]) => {
    const after = before.replaceAll(from, to);
    if (after === before) throw new Error(`vite/lean-libraries.ts: ${file} has no ${from}.`);
    return after;
  }, code);
}

/**
 * Removes code of a library that Veld never uses. The bundler cannot remove it, because other code of the library names
 * it. Tests and `npm run dev` use the whole library. `docs/decisions/cuts-in-libraries.md` says how to test a cut.
 */
function lean(cuts: Cuts): Plugin {
  let isCut = false;
  let isProduction = true;
  return {
    name: `veld-lean${cuts.file}`,
    apply: 'build',
    // Before JSX is compiled, so that `forbidden` reads elements and attributes.
    enforce: 'pre',
    configResolved(config) {
      // With another NODE_ENV the bundler takes React's development files, which stay whole.
      isProduction = config.isProduction;
    },
    transform(code, id) {
      if (/\/(?:src|sw)\/.*\.tsx?$/.test(id) && cuts.forbidden.test(code))
        this.error(
          `${id} uses '${cuts.forbidden.exec(code)?.[0]}', which vite/lean-libraries.ts leaves out.`,
        );
      if (!id.endsWith(cuts.file)) return null;
      isCut = true;
      return { code: withoutCuts(cuts, code), map: null };
    },
    buildEnd(error) {
      if (error === undefined && isProduction && !isCut)
        this.error(`vite/lean-libraries.ts: ${cuts.file} was not found.`);
    },
  };
}

/** 4.5 kB less in the first load of forms and of the outbox, and 6.3 kB less in the worker's script. */
export const leanDexie = (): Plugin => lean(dexie);

/** 15 kB less in every screen's first load. */
export const leanReact = (): Plugin => lean(reactDom);
