/**
 * A script for the head of a page in which somebody may type before its code is loaded. It fetches that code early: with
 * `modulepreload` if a worker has it, otherwise with a plain fetch.
 * A browser never imports again what failed once. An interrupted import would leave the page without its code, and the typed text
 * would be lost. So `fetch-while-typing.ts` imports only files that it could fetch.
 * `files`: paths of scripts. The script runs in browsers of any age, because `old-browser.ts` must be able to report an old one.
 */
export const earlyCode = (files: readonly string[]): string =>
  `${JSON.stringify(files)}.forEach(function(f){var l=document.createElement("link"),w=navigator.serviceWorker;l.crossOrigin="";l.rel=w&&w.controller?"modulepreload":(l.as="fetch","preload");l.href=f;document.head.append(l)})`;
