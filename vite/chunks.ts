import type { Logger, Plugin } from 'vite';

/** Patterns for modules, each by its path and its name up to the dot. */
const modules = (folder: string, ...names: readonly string[]): readonly string[] =>
  names.map((name) => `/src/${folder}${name}\\.`);
const packages = (...names: readonly string[]): readonly string[] =>
  names.map((name) => `/node_modules/${name}/`);

const expression = (...patterns: readonly string[]): RegExp =>
  new RegExp(patterns.join('|').replaceAll('/', '[\\\\/]'));

/** Groups modules in one file. On a slow connection, thirty small files take longer than one, and compress worse. */
const chunk = (name: string, priority: number, ...patterns: readonly (readonly string[])[]) => ({
  name,
  priority,
  patterns: patterns.flat(),
});

/**
 * The modules that share a file. A group includes the imports of its modules, unless a group with a higher priority has
 * them. Home needs only the first group. A form's first section needs the first two and the last. No module here may
 * import `main.tsx`, because the sign-in page shares the groups and must not start the app.
 */
const chunks = [
  // The code around every screen: React, the router and the shell.
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
    modules('paths/', 'page-paths'),

    modules('ui/', 'base', 'tokens'),
    modules('sync/', 'worker-messages'),
    modules('store/', 'database-exists'),
    modules('worker/', 'pending-work', 'trusted-script-url', 'unsent-advice'),
  ),
  // Home also needs this code at the first start. The database's code must not be loaded with it.
  chunk('identifier', 9, modules('store/device/', 'first-identifier')),
  // The code for drafts, and the queries of every screen with a database.
  chunk(
    'data',
    7,
    packages('dexie', 'dexie-react-hooks'),
    // Forms also need these modules, but not the lists.
    modules('messages/', 'count', 'worker'),
    modules('routes/', 'may-begin-here'),
    modules('services/', 'services'),
    modules('store/db/', 'database'),
    modules('store/drafts/', 'draft-content'),
    modules('store/second-copy/', 'copy-place'),
    modules('store/', 'open-store', 'use-stored'),
    // A form's first section and the submit code share these modules.
    modules('domain/', 'ids'),
    modules('sync/second-copy/', 'repair-need'),
  ),
  // The code that encrypts, and the code for shared phones. A form is shown without it. Only the first typed letter
  // waits for it.
  chunk('keys', 5, modules('store/drafts/', 'sealed-drafts'), modules('store/lists/', 'own-rows')),
  // The code that reads lists. On a first visit, no row is encrypted.
  chunk(
    'lists',
    6,
    modules('domain/', 'submission-state'),
    modules('messages/', 'outbox'),
    modules('store/lists/', 'lists'),
    // All lists and the repair report share this module. The lists must not load the report's file.
    modules('features/outbox/', 'row-boundary'),
  ),
  // The code that submits, repairs and stores files. It is needed after a form's first section. The drain is separate.
  chunk(
    'submit',
    4,
    modules('services/', 'sync-services'),
    modules('store/files/', 'files'),
    modules('store/', 'open-outbox'),
    modules('store/outbox/', 'receipts'),
    // Only a repair creates a report, so the report's code is in the repair's file.
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
    // Excludes the controls that only the lists use, the toasts (loaded with the first toast), and the controls of the
    // next groups.
    [
      '/src/ui/\\w+/(?!camera|card|date-|dialog|empty-|file-|history-|list|progress|search-|show-toast|status-badge|toast-)',
    ],
    modules('features/form/', 'autosave'),
    modules('messages/', 'fields', 'reasons', 'text'),
  ),
  // The code that lists share with a form's later sections. A form's first section does not need it.
  chunk(
    'cards',
    2,
    modules('settings/', 'support-contacts'),
    modules('features/outbox/list/', 'outbox-filter'),
    modules('features/outbox/', 'outbox\\.module', 'recent-customers'),
    modules('messages/', 'formats', 'notices'),
    modules('routes/', 'export-dialog', 'submission-commands'),
    modules('ui/content/', 'card', 'list', 'status-badge'),
  ),
  // Controls that no screen shows at first.
  chunk(
    'controls',
    2,
    modules('messages/', 'controls-lazy'),
    modules('ui/overlays/', 'dialog', 'history-entries'),
    modules('ui/fields/', 'file-field'),
    modules('ui/content/', 'camera', 'progress'),
    // The lock's settings are dialogs. A separate file would add its name to every first load.
    modules('features/lock/', 'lock\\.module'),
  ),
  // Both forms share their first section's file. Each further file would cost both.
  chunk('form', 0, modules('routes/', 'form-route')),
  // The page after Submit, and a submission's page.
  chunk('after', 0, modules('routes/', 'submitted-routes')),
  // Practice, and the code that deletes its data at a start. It comes after the groups whose form it uses.
  chunk('practice', 0, modules('routes/', 'practise-route'), modules('store/', 'practice-store')),
  // The lock screen and the presence watch. If a lock is set, they are loaded before any screen.
  chunk(
    'lock',
    0,
    modules('routes/', 'locked-app'),
    modules('services/', 'lock-services'),
    modules('store/lock/', 'lock-store'),
  ),
  // Includes the code to set a lock and the code for a forgotten PIN. A separate file would add its name to every first
  // load.
  chunk(
    'settings',
    0,
    modules('routes/', 'settings-route'),
    modules('features/lock/', 'forgotten-pin'),
  ),
  // 'Help' and 'Ready for the field', which link to each other.
  chunk(
    'ready',
    0,
    modules('features/settings/ready/', 'use-ready-lines'),
    modules('routes/', 'help-route'),
  ),
  // The views of problems, which lists, the page after Submit and a submission's page share. Each further file would
  // add its name to Home's first load.
  chunk(
    'trouble',
    1,
    modules('features/outbox/submission/', 'delete-dialog'),
    modules('features/outbox/', 'hold-text', 'unreadable-entry', 'outbox-context'),
  ),
  // The browser's answer about persistent storage: requested after Submit, and shown there and in the settings.
  chunk('kept', 1, modules('features/settings/', 'storage-state')),
  // Loaded only if an agent has set a lock or is setting one.
  chunk('lock', 0, modules('services/', 'lock-services'), modules('store/lock/', 'lock-store')),
  chunk('home', 2, modules('routes/', 'home-route')),
  // The specification, section 7, asks for a separate request.
  chunk('social-share', 2, modules('features/site/', 'social-share')),
  // The rescue file: its two dialogs, with the code that writes and reads it. Each further file would add its name to
  // Home's first load.
  chunk(
    'rescue',
    2,
    modules('features/rescue/', 'rescue-dialogs'),
    modules('sync/rescue/', 'export-rescue', 'import-rescue'),
  ),
];

/** The groups in the bundler's format. */
export const chunkGroups = chunks.map(({ name, priority, patterns }) => ({
  name,
  priority,
  test: expression(...patterns),
}));

/**
 * Fails the build if a pattern matches no module, because a file was renamed or moved. The module would silently go
 * into another chunk and slow down agents on 2G.
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
          // Logged here too, because the worker's build runs after a failed one and would report another error.
          logger.error(words);
          this.error(words);
        }
    },
  };
}
