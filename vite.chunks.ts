/** Modules by their paths, without what follows the name's dot. */
const modules = (folder: string, ...names: readonly string[]): string =>
  `/src/${folder}(?:${names.join('|')})\\.`;
const packages = (...names: readonly string[]): string => `/node_modules/(?:${names.join('|')})/`;

/** On a slow link thirty small files take longer than one, and pack worse. */
const chunk = (name: string, priority: number, ...tests: readonly string[]) => ({
  name,
  priority,
  test: new RegExp(tests.join('|').replaceAll('/', '[\\\\/]')),
});

/**
 * Which modules share a file. What a group's modules import comes along, unless a group of a higher priority has it. Home
 * needs the first alone, a form's first section the first two and the last. Nothing here may import `main.tsx`'s own file:
 * the sign-in page shares the groups, and must not start the app.
 */
export const chunks = [
  // Around every screen: React, the router and the shell.
  chunk(
    'frame',
    5,
    packages('react', 'react-dom', 'scheduler', 'use-sync-external-store', '@tanstack'),
    modules('', 'environment', 'load-once', 'trusted-script-url'),
    modules('features/shell/', 'arrival', 'error-screen', 'shell'),
    modules('ui/', 'base', 'tokens'),
    modules('worker/', 'sends-when-closed'),
  ),
  // Asked for by Home too, at a first start: the database must not come along.
  chunk('identifier', 6, modules('store/', 'first-identifier', 'identifier-copies')),
  // Drafts, and what every screen with a database reads.
  chunk(
    'data',
    4,
    packages('dexie', 'dexie-react-hooks'),
    modules('', 'services'),
    modules('store/', 'counters', 'database', 'drafts', 'info', 'mirror'),
    modules('sync/', 'repair-need'),
    // Lists of every kind share them with the report of a repair, and must not bring its file along.
    modules('features/outbox/', 'link', 'row-boundary'),
  ),
  // What the lists read.
  chunk(
    'lists',
    3,
    modules('domain/', 'submission-state'),
    modules('store/', 'device', 'outbox-queries'),
  ),
  // What submits, repairs and stores files: after a form's first section. The drain stays apart.
  chunk(
    'deeds',
    2,
    modules('', 'sync-services'),
    modules('store/', 'attachments', 'outbox', 'strokes'),
    // Only a repair has anything to report: so it is here whenever it is wanted.
    modules('features/outbox/', 'repair-report'),
    modules('sync/', 'actions', 'browser-ports', 'mirror-repair', 'reserve', 'submit'),
  ),
  // What forms and lists share: controls above all. Toasts come with the first of them.
  chunk(
    'shared',
    1,
    '/src/ui/(?!toast-|shown-toasts)',
    modules('features/form/', 'autosave'),
    modules('features/outbox/', 'form-path', 'recent-customers'),
    modules('features/settings/', 'storage-state'),
  ),
];
