/**
 * The build uses this module instead of the router's module that restores scroll positions
 * (`vite/router-scrolling.ts`). The router calls this function once. Specification, section 2: 'Scroll position
 * restoration is disabled.' A reload also starts at the top.
 */
export function setupScrollRestoration(): void {
  history.scrollRestoration = 'manual';
}
