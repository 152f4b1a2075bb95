import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import project from './package.json' with { type: 'json' };

// Apart from vite.config.ts, so that the worker's build stays out of the tests.
export default defineConfig({
  plugins: [react()],
  define: { 'import.meta.env.VITE_APP_VERSION': JSON.stringify(project.version) },
  test: {
    environment: 'node',
    include: ['tests/**/*.test.{ts,tsx}'],
    testTimeout: 20_000,
  },
});
