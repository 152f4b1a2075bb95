import { API_PATH } from '../src/domain/web-names.ts';
import {
  HOME_PATH,
  OLD_BROWSER_PATH,
  REGISTER_PATH,
  REPLACE_PATH,
  SIGN_IN_PATH,
  TERMS_PATH,
} from '../src/paths/page-paths.ts';

/** True if the server answers this path: its API, and every path with a file extension (the old `/ngsw.json` too). */
const isServedByServer = (path: string): boolean =>
  path === API_PATH || path.startsWith(`${API_PATH}/`) || /\.[^/]*$/.test(path);

/** The pages that have an HTML file of the same name. Home has `/index.html`. */
const OWN_FILE: readonly string[] = [REGISTER_PATH, REPLACE_PATH, TERMS_PATH];

/** Returns the HTML file that starts the app at this path. Null if the server answers the path. */
export function pageFor(path: string): string | null {
  if (path === SIGN_IN_PATH || path === OLD_BROWSER_PATH) return path;
  if (isServedByServer(path)) return null;
  const trimmed = path.length > 1 ? path.replace(/\/+$/, '') || '/' : path;
  if (trimmed === HOME_PATH) return '/index.html';
  return OWN_FILE.includes(trimmed) ? `${trimmed}.html` : '/app.html';
}
