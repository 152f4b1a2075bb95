/** What the server answers itself: its API and everything that is a file, the old `/ngsw.json` too. */
const isServers = (path: string): boolean =>
  path === '/api' || path.startsWith('/api/') || /\.[^/]*$/.test(path);

const PAGES: Readonly<Record<string, string>> = {
  '/': '/index.html',
  '/help/termsconditions': '/help/termsconditions.html',
};

/** The HTML file that starts the app at this path; null: not the app's. */
export function pageFor(path: string): string | null {
  if (isServers(path)) return null;
  const trimmed = path.length > 1 ? path.replace(/\/+$/, '') || '/' : path;
  return PAGES[trimmed] ?? '/app.html';
}
