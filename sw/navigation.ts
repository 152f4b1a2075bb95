import { API_PATH } from '../src/domain/web-names.ts';

/** Whether the server answers this path: its API, and every path with a file extension (the old `/ngsw.json` too). */
const isServedByServer = (path: string): boolean =>
  path === API_PATH || path.startsWith(`${API_PATH}/`) || /\.[^/]*$/.test(path);

/** A document of its own, as it needs a laxer content security policy. It is cached too: offline it explains what it needs. */
const SIGN_IN = '/sign-in.html';

const PAGES: Readonly<Record<string, string>> = {
  '/': '/index.html',
  '/help/termsconditions': '/help/termsconditions.html',
};

/** The HTML file that starts the app at this path; null where the path is the server's. */
export function pageFor(path: string): string | null {
  if (path === SIGN_IN) return path;
  if (isServedByServer(path)) return null;
  const trimmed = path.length > 1 ? path.replace(/\/+$/, '') || '/' : path;
  return PAGES[trimmed] ?? '/app.html';
}
