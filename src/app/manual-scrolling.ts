/**
 * The build puts this in the place of the router's module that restores scroll positions (`vite/router-scrolling.ts`).
 * The router calls it once. Specification, section 2: 'Scroll position restoration is disabled.' A reload starts at the top, too.
 */
export function setupScrollRestoration(): void {
  history.scrollRestoration = 'manual';
}
