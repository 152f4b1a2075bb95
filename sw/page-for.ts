import { API_PATH } from '../src/domain/web-names.ts';
import { HOME_PATH, OLD_BROWSER_PATH, SIGN_IN_PATH, TERMS_PATH } from '../src/page-paths.ts';

/** Whether the server answers this path: its API, and every path with a file extension (the old `/ngsw.json` too). */
const isServedByServer = (path: string): boolean =>
  path === API_PATH || path.startsWith(`${API_PATH}/`) || /\.[^/]*$/.test(path);

const PAGES: Readonly<Record<string, string>> = {
  [HOME_PATH]: '/index.html',
  [TERMS_PATH]: `${TERMS_PATH}.html`,
};

/** The HTML file that starts the app at this path; null where the path is the server's. */
export function pageFor(path: string): string | null {
  if (path === SIGN_IN_PATH || path === OLD_BROWSER_PATH) return path;
  if (isServedByServer(path)) return null;
  const trimmed = path.length > 1 ? path.replace(/\/+$/, '') || '/' : path;
  return PAGES[trimmed] ?? '/app.html';
}
