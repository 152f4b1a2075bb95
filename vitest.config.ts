import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import project from './package.json' with { type: 'json' };
import { findPostgres } from './tests/commands/postgres-programs.ts';

const SHAPE = 'tests/shape/**/*.test.ts';
const SLOW = 'tests/**/*.slow.test.ts';
/** On the database of the page, on what a module of the app keeps as long as its page lives, or on a module of Node that is replaced. */
const ALONE = [
  'tests/{features,golden,store,worker}/**/*.test.{ts,tsx}',
  'tests/server/ops/synced.test.ts',
];

// Apart from vite.config.ts, so that the worker's build stays out of the tests.
export default defineConfig({
  plugins: [react()],
  define: { 'import.meta.env.VITE_APP_VERSION': JSON.stringify(project.version) },
  test: {
    environment: 'node',
    // The slowest test takes a minute on a busy machine.
    testTimeout: 300_000,
    // Some begin by starting a database, beside others that do.
    hookTimeout: 300_000,
    // Its default of one second is too short on such a machine. A missing event is still noticed.
    expect: { poll: { timeout: 60_000 } },
    // By itself it leaves a core unused, and half of two is much: several of these wait for a server or a process.
    maxWorkers: availableParallelism() + 1,
    projects: [
      // These leave nothing behind, so that one worker runs many of them.
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
      // Each of these has a worker of its own.
      { extends: true, test: { name: 'unit-alone', include: ALONE, exclude: [SLOW] } },
      // Tests whose result may depend on the database or on two servers. The rest: `npm run test:postgres`.
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
      // How the sources hang together. A second's work, so that `npm run lint` can run them too.
      { extends: true, test: { name: 'shape', include: [SHAPE], isolate: false } },
      // Tests that start a process or a browser, wait by the real clock, play thousands of seeds, or are killed hundreds of times.
      // `npm test` alone runs them.
      { extends: true, test: { name: 'slow', include: [SLOW] } },
    ],
  },
});
