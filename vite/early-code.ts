/**
 * A script for the head of a page in which a person may type before its code is loaded. The script fetches that code
 * early: with `modulepreload` if a worker has the code, otherwise with a plain fetch. A browser never repeats a failed
 * import. An interrupted import would leave the page without its code, and the typed text would be lost. So
 * `fetchWhileTyping` lets the page import only files that it could fetch. `files`: paths of scripts. The script runs in
 * browsers of any age, because `old-browser.ts` must be able to report an old one.
 */
export const earlyCode = (files: readonly string[]): string =>
  `${JSON.stringify(files)}.forEach(function(f){var l=document.createElement("link"),w=navigator.serviceWorker;l.crossOrigin="";l.rel="preload";l.as=w&&w.controller?"script":"fetch";l.href=f;document.head.append(l)})`;
