import { API_PATH } from '../src/domain/web-names.ts';

/** What the server answers itself: its API and everything that is a file, the old `/ngsw.json` too. */
const isServers = (path: string): boolean =>
  path === API_PATH || path.startsWith(`${API_PATH}/`) || /\.[^/]*$/.test(path);

/** A document of its own, for its laxer content security policy; without signal it says what it needs. */
const signIn = '/sign-in.html';

const PAGES: Readonly<Record<string, string>> = {
  '/': '/index.html',
  '/help/termsconditions': '/help/termsconditions.html',
};

/** The HTML file that starts the app at this path; null: not the app's. */
export function pageFor(path: string): string | null {
  if (path === signIn) return path;
  if (isServers(path)) return null;
  const trimmed = path.length > 1 ? path.replace(/\/+$/, '') || '/' : path;
  return PAGES[trimmed] ?? '/app.html';
}
