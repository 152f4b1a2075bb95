import type { Logger, Plugin } from 'vite';

/** Modules by their paths, without what follows the name's dot; a pattern each. */
const modules = (folder: string, ...names: readonly string[]): readonly string[] =>
  names.map((name) => `/src/${folder}${name}\\.`);
const packages = (...names: readonly string[]): readonly string[] =>
  names.map((name) => `/node_modules/${name}/`);

const expression = (...patterns: readonly string[]): RegExp =>
  new RegExp(patterns.join('|').replaceAll('/', '[\\\\/]'));

/** On a slow link thirty small files take longer than one, and pack worse. */
const chunk = (name: string, priority: number, ...patterns: readonly (readonly string[])[]) => ({
  name,
  priority,
  patterns: patterns.flat(),
});

/**
 * The modules that share a file. A group includes what its modules import, unless a group of a higher priority has it. Home needs the
 * first group alone. A form's first section needs the first two and the last. Nothing here may import `main.tsx`: the sign-in page
 * shares the groups, and must not start the app.
 */
const chunks = [
  // Around every screen: React, the router and the shell.
  chunk(
    'frame',
    8,
    packages('react', 'react-dom', 'scheduler', 'use-sync-external-store', '@tanstack'),
    modules('settings/', 'environment'),
    modules('platform/', 'load-once', 'timers', 'when-idle'),
    modules('features/shell/', 'arrival', 'error-screen', 'shell'),
    modules('features/lock/', 'lock-gate'),
    // Loaded at the start, because the browser offers the installation early.
    modules('features/settings/', 'install-prompt'),
    modules('routes/', 'route-paths'),
    modules('ui/', 'base', 'tokens'),
    modules('sync/', 'drain-messages'),
    modules('store/', 'database-exists'),
    modules(
      'worker/',
      'pending-work',
      'sends-when-closed',
      'trusted-script-url',
      'worker-messages',
    ),
  ),
  // Asked for by Home too, at a first start: the database must not come along.
  chunk('identifier', 9, modules('store/device/', 'first-identifier')),
  // Drafts, and what every screen with a database reads.
  chunk(
    'data',
    7,
    packages('dexie', 'dexie-react-hooks'),
    modules('paths/', 'submission-paths'),
    modules('platform/', 'within'),
    // Forms need these too, without the lists.
    modules('messages/', 'count', 'worker'),
    modules('services/', 'services'),
    modules('store/db/', 'database'),
    modules('store/drafts/', 'draft-content'),
    modules('store/second-copy/', 'copy-place'),
    modules('store/', 'open-store', 'use-stored'),
    // Shared by a form's first section and the code that submits.
    modules('domain/', 'ids'),
    modules('sync/second-copy/', 'repair-need'),
    // Lists of every kind share it with the report of a repair, and must not bring its file along.
    modules('features/outbox/', 'row-boundary'),
  ),
  // The code that encrypts, and the shared phone's. A form is shown without it, and its first typed letter waits for it.
  chunk('keys', 5, modules('store/drafts/', 'sealed-drafts'), modules('store/lists/', 'own-rows')),
  // The code that reads lists. Its rows are not encrypted on a first visit.
  chunk(
    'lists',
    6,
    modules('domain/', 'submission-state'),
    modules('messages/', 'outbox'),
    modules('store/lists/', 'lists'),
  ),
  // The code that submits, repairs and stores files, after a form's first section. The drain is separate.
  chunk(
    'submit',
    4,
    modules('services/', 'sync-services'),
    modules('store/files/', 'files'),
    modules('store/', 'open-outbox'),
    modules('store/outbox/', 'receipts'),
    // Only a repair has anything to report: so it is here whenever it is wanted.
    modules('features/outbox/list/', 'repair-report'),
    modules('sync/submit/', 'after-submit', 'submit'),
    modules('sync/drain/', 'form-id-pool'),
    modules('sync/second-copy/', 'repair'),
    modules('sync/ports/', 'browser-ports'),
  ),
  // The code that forms and lists share, mostly controls.
  chunk(
    'shared',
    3,
    // Not what only the lists have, nor toasts, which come with the first of them, nor what comes next.
    [
      '/src/ui/\\w+/(?!card|date-|dialog|empty-|file-|history-|list|progress|search-|show-toast|status-badge|toast-|whole-)',
    ],
    modules('features/form/', 'autosave'),
    modules('messages/', 'fields', 'reasons', 'text'),
  ),
  // The code that lists share with a form's later sections. The first section does not need it.
  chunk(
    'cards',
    2,
    modules('settings/', 'support-contacts'),
    modules('features/outbox/list/', 'outbox-filter'),
    modules('features/outbox/', 'outbox\\.module', 'recent-customers'),
    modules('features/rescue/', 'rescue-card'),
    modules('messages/', 'formats', 'notices'),
    modules('routes/', 'rescue', 'submission-commands'),
    modules('ui/content/', 'card', 'list', 'status-badge'),
  ),
  // Controls that no screen shows first.
  chunk(
    'controls',
    2,
    modules('messages/', 'controls-lazy'),
    modules('ui/overlays/', 'dialog', 'history-entries'),
    modules('ui/fields/', 'file-field'),
    modules('ui/content/', 'progress'),
    // Its settings are dialogs; a file of its own would cost every first load its name.
    modules('features/lock/', 'lock\\.module'),
  ),
  // Both forms' first sections are one; each file more would cost both.
  chunk('form', 0, modules('routes/', 'form-route')),
  // The page after Submit, and a submission's page.
  chunk('after', 0, modules('routes/', 'captured-route', 'submission-route')),
  // Practising, and what deletes its remains at a start; after those whose form it uses.
  chunk('practice', 0, modules('routes/', 'practise-route'), modules('store/', 'practice-store')),
  // The lock's screen, and whether somebody is there; where a lock is set, before any screen.
  chunk(
    'lock',
    0,
    modules('routes/', 'locked-app'),
    modules('services/', 'lock-services'),
    modules('store/lock/', 'lock-store'),
  ),
  // With what sets a lock, and what follows a forgotten PIN: a file of its own would cost every first load its name.
  chunk(
    'settings',
    0,
    modules('routes/', 'settings-route'),
    modules('features/lock/', 'forgotten-pin'),
  ),
  // 'Help' and 'Ready for the field', which lead to each other.
  chunk(
    'ready',
    0,
    modules('features/settings/ready/', 'ready-card'),
    modules('routes/', 'help-route'),
  ),
  // The views of problems on lists, on the page after Submit and on a submission's page. Each file's name costs bytes in Home's first
  // load.
  chunk(
    'trouble',
    1,
    modules('features/outbox/submission/', 'delete-dialog', 'rejection'),
    modules('features/outbox/', 'hold-text', 'unreadable-entry', 'outbox-context'),
  ),
  // Whether the browser keeps what is stored: asked after Submit, said there and in the settings.
  chunk(
    'kept',
    1,
    modules('features/settings/', 'install-offer', 'storage-state'),
    modules('routes/', 'protection'),
  ),
  // Only where somebody set a lock, or sets one.
  chunk('lock', 0, modules('services/', 'lock-services'), modules('store/lock/', 'lock-store')),
  chunk('home', 2, modules('routes/', 'home-route')),
  // Specification, section 7: a request of its own.
  chunk('social-share', 2, modules('features/site/', 'social-share')),
  // The file of all that is unsent: its two dialogs with what makes and reads it. Each file's name costs Home's first load.
  chunk(
    'rescue',
    2,
    modules('features/rescue/', 'export-dialog', 'import-dialog'),
    modules('sync/rescue/', 'export-rescue', 'import-rescue'),
  ),
];

/** The groups as the bundler takes them. */
export const chunkGroups = chunks.map(({ name, priority, patterns }) => ({
  name,
  priority,
  test: expression(...patterns),
}));

/**
 * Fails the build where a pattern fits no module: a file was renamed or moved, and would silently go into another chunk,
 * which somebody with 2G pays for.
 */
export function checkChunks(): Plugin {
  let logger: Logger;
  return {
    name: 'veld-check-chunks',
    apply: 'build',
    configResolved: (config) => {
      logger = config.logger;
    },
    buildEnd(error) {
      if (error !== undefined) return;
      const ids = [...this.getModuleIds()];
      for (const { name, patterns } of chunks)
        for (const pattern of patterns) {
          const fits = expression(pattern);
          if (ids.some((id) => fits.test(id))) continue;
          const words = `vite/chunks.ts: no module fits '${pattern}' of the chunk '${name}'.`;
          // Said here too: the worker's build, which comes after a failed one, would have the last word.
          logger.error(words);
          this.error(words);
        }
    },
  };
}
