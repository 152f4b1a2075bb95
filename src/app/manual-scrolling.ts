/**
 * In the built app in the place of the router's module that restores scroll positions (`vite/router-scrolling.ts`): what is left
 * of it where nothing is restored. Nobody but the router calls it, once.
 */
export function setupScrollRestoration(): void {
  history.scrollRestoration = 'manual';
  // A page that is loaded anew stays where it was.
  addEventListener('pagehide', () => {
    history.scrollRestoration = 'auto';
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) history.scrollRestoration = 'manual';
  });
}
