import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import project from './package.json' with { type: 'json' };
import { apiAddresses } from './vite/api-addresses.ts';
import { checkChunks, chunkGroups } from './vite/chunks.ts';
import { classicScripts } from './vite/classic-scripts.ts';
import { compress } from './vite/compress.ts';
import { floor } from './vite/floor.ts';
import { leanDexie, leanReact } from './vite/lean-libraries.ts';
import { licences } from './vite/licences.ts';
import { manifest } from './vite/manifest.ts';
import { oldBrowser } from './vite/old-browser.ts';
import { outboxScript } from './vite/outbox-script.ts';
import { pageTexts } from './vite/page-texts.ts';
import { prerender } from './vite/prerender.ts';
import { routerScrolling } from './vite/router-scrolling.ts';
import { shortClassNames } from './vite/short-class-names.ts';
import { themeColour } from './vite/theme-colour.ts';

// If set, the build writes a worker that unregisters itself and keeps the data.
const killSwitch = process.env['VELD_KILL_SWITCH'] === '1';

const packages = licences();
const outbox = outboxScript([packages]);

export default defineConfig({
  resolve: {
    alias: {
      // The same library without its code for browsers older than 2018.
      dexie: fileURLToPath(import.meta.resolve('dexie/dist/modern/dexie.mjs')),
      // React includes this hook since version 18.
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  define: { 'import.meta.env.VITE_APP_VERSION': JSON.stringify(project.version) },
  css: shortClassNames,
  worker: {
    plugins: () => [packages],
    rolldownOptions: { output: { minify: true } },
  },
  build: {
    target: floor,
    // Runs before the bundler's own minifier. Both together give smaller files, which matter on 2G.
    minify: 'terser',
    terserOptions: { module: true, ecma: 2020, compress: { passes: 3 } },
    // The content security policy allows no data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Sign-in is a separate page, because the provider's script needs a less strict content security policy.
    rolldownOptions: {
      input: ['index.html', 'sign-in.html'],
      output: {
        codeSplitting: { groups: chunkGroups },
        minify: true,
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
      // Inlines constants of other modules, which saves some hundred bytes on every screen's first load.
      optimization: { inlineConst: { mode: 'all' } },
      // Removes React's code for the browser's developer tools, which agents never open.
      transform: { define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' } },
    },
  },
  server: {
    proxy: { '/api': process.env['VELD_API_PROXY'] ?? 'http://localhost:4180' },
  },
  plugins: [
    react(),
    leanDexie(),
    leanReact(),
    checkChunks(),
    routerScrolling(),
    themeColour(),
    pageTexts(),
    oldBrowser(),
    prerender(),
    packages,
    outbox.app,
    classicScripts(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: killSwitch ? 'sw/kill-switch' : 'sw',
      filename: 'ngsw-worker.ts',
      injectRegister: false,
      registerType: 'prompt',
      includeManifestIcons: false,
      manifest,
      injectManifest: {
        rollupFormat: 'iife',
        ...(killSwitch ? { injectionPoint: '' } : {}),
        target: floor,
        // Caches only the icon that the browser requests at each start.
        globPatterns: ['**/*.{js,css,html}', '*.{svg,png}', 'icons/icon-192.png'],
        buildPlugins: { vite: [outbox.worker, packages] },
        // The browser stores the outbox's script together with the worker.
        globIgnores: ['assets/worker-outbox-*'],
        dontCacheBustURLsMatching: /^assets\//,
      },
    }),
    apiAddresses(),
    compress(),
  ],
});
