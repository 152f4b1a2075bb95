/**
 * A script for the head of a page in which somebody may type before its code is there: has that code fetched early, as `modulepreload`
 * does where a worker in control has it at hand. Without one it is only fetched. No browser imports again in a page what failed once,
 * be it a link's: one that was cut would leave the page without its code, and what was typed without a place to go. So the app
 * (`fetch-while-typing.ts`) imports only what it could fetch, from the browser's cache.
 * `files`: paths of scripts. For browsers of any age, as `old-browser.ts` lets the page say that it is too old.
 */
export const earlyCode = (files: readonly string[]): string =>
  `${JSON.stringify(files)}.forEach(function(f){var l=document.createElement("link"),w=navigator.serviceWorker;l.crossOrigin="";l.rel=w&&w.controller?"modulepreload":(l.as="fetch","preload");l.href=f;document.head.append(l)})`;
