import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import project from './package.json' with { type: 'json' };
import { compress } from './vite.compress.ts';
import { manifest } from './vite.manifest.ts';
import { prerender } from './vite.prerender.ts';

// The worker at the same address then takes itself away, and keeps the data.
const killSwitch = process.env['VELD_KILL_SWITCH'] === '1';

export default defineConfig({
  define: { 'import.meta.env.VITE_APP_VERSION': JSON.stringify(project.version) },
  build: {
    target: 'es2022',
    // The content security policy knows no data: address.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Sign-in is a page of its own: the provider's script needs a laxer content security policy.
    rolldownOptions: { input: ['index.html', 'sign-in.html'] },
  },
  server: {
    proxy: { '/api': process.env['VELD_API_PROXY'] ?? 'http://localhost:4180' },
  },
  plugins: [
    react(),
    prerender(),
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
        ...(killSwitch ? { injectionPoint: undefined } : {}),
        target: 'es2022',
        globPatterns: ['**/*.{js,css,html,svg,png,woff2}'],
        globIgnores: ['screenshots/**', 'sign-in.html', 'icons/**'],
        dontCacheBustURLsMatching: /^assets\//,
      },
    }),
    compress(),
  ],
});
