import type { Plugin } from 'vite';
import { OLD_BROWSER_WORDS } from '../src/domain/web-names.ts';
import { oldBrowserText } from '../src/messages/prerendered.ts';
import { windowTitle } from '../src/messages/shell.ts';
import { OLD_BROWSER_PATH } from '../src/paths/page-paths.ts';

/**
 * The first script of each page. It must be short, and the oldest browsers must understand it. If the app cannot run,
 * the script opens the page for old browsers. A browser with `findLast` (Chromium 97, Firefox 104, Safari 15.4) has
 * everything that the app needs: modules, IndexedDB, dialogs, `at`, `hasOwn`, and on a secure page `randomUUID`. A
 * SyntaxError before the app starts means that the app's scripts are too new for the browser. `main.tsx` ends this watch.
 */
const gate = `function o(){location="${OLD_BROWSER_PATH}"}self.isSecureContext&&[].findLast||o();onerror=function(m){/yntax/.test(m)&&o()}`;

/** Adds the browser's name to the page for support, or says that only the address is wrong. */
const wordsScript = (notSecure: string): string =>
  `var p=document.getElementById("${OLD_BROWSER_WORDS}");p.textContent=self.isSecureContext===false?${JSON.stringify(notSecure)}:p.textContent+" "+/(?:Chrome|Firefox|Version)\\/\\d+|$/.exec(navigator.userAgent)`;

const STYLE =
  'body{font:1.125rem/1.5 sans-serif;max-width:30em;margin:2em auto;padding:0 1em;color:#16241c;background:#fff}';

/** Plain HTML without the app's scripts and styles, which an old browser cannot use. */
function page(): string {
  const t = oldBrowserText();
  return `<!doctype html>
<html lang="en-ZA">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${windowTitle()}</title>
    <style>${STYLE}</style>
  </head>
  <body>
    <p id="${OLD_BROWSER_WORDS}">${t.tooOld}</p>
    <p><a href="/">${t.open}</a></p>
    <script>${wordsScript(t.notSecure)}</script>
  </body>
</html>
`;
}

/** Shows a page for old browsers, instead of an app that never starts. */
export function oldBrowser(): Plugin {
  return {
    name: 'veld-old-browser',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { path }) =>
        path === '/index.html' ? [{ tag: 'script', children: gate, injectTo: 'head' }] : [],
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: OLD_BROWSER_PATH.slice(1), source: page() });
    },
  };
}
