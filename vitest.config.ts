import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import project from './package.json' with { type: 'json' };
import { findPostgres } from './tests/commands/postgres-programs.ts';

const SHAPE = 'tests/shape/**/*.test.ts';
const SLOW = 'tests/**/*.slow.test.ts';
/**
 * Each of these files needs a worker of its own. It uses the page's database, leaves state in a module of the app, or replaces a module of
 * Node.
 */
const ALONE = [
  'tests/{features,golden,store,worker}/**/*.test.{ts,tsx}',
  'tests/server/ops/synced.test.ts',
];

// The tests do not use vite.config.ts, because they must not run the build's plugins.
export default defineConfig({
  plugins: [react()],
  define: { 'import.meta.env.VITE_APP_VERSION': JSON.stringify(project.version) },
  test: {
    environment: 'node',
    // The slowest test takes a minute on a busy machine.
    testTimeout: 300_000,
    // A hook may start a database while other hooks start theirs.
    hookTimeout: 300_000,
    // Vitest's default of one second is too short on a busy machine.
    expect: { poll: { timeout: 60_000 } },
    // Vitest's default leaves one core unused. Many tests wait for a server or a process, so one more worker than cores is faster.
    maxWorkers: availableParallelism() + 1,
    projects: [
      // These tests leave no state in a module. So one worker runs many files without loading the modules again.
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [...ALONE, SHAPE, SLOW],
          isolate: false,
          // Dexie looks for IndexedDB once for each worker, when it is loaded.
          setupFiles: ['fake-indexeddb/auto'],
        },
      },
      // Each file of `ALONE` runs in a worker of its own.
      { extends: true, test: { name: 'unit-alone', include: ALONE, exclude: [SLOW] } },
      // The result of these tests may depend on the database, or on a second server. `npm run test:postgres` runs more tests with
      // PostgreSQL.
      ...(findPostgres().length === 0
        ? []
        : [
            {
              extends: true as const,
              test: {
                name: 'postgres',
                include: ['tests/server/{exactly-once,routes/ownership,routes/verdicts}.test.ts'],
                env: { VELD_TEST_STORES: 'postgres' },
                isolate: false,
              },
            },
          ]),
      // These tests read the sources and check names, imports, sizes and words. `npm run lint` runs them.
      { extends: true, test: { name: 'shape', include: [SHAPE], isolate: false } },
      // These tests start a process or a browser, wait by the real clock, play thousands of seeds, or kill a process hundreds of times.
      // `npm run test:all` runs them, and `npm test` does not.
      { extends: true, test: { name: 'slow', include: [SLOW] } },
    ],
  },
});
