import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ApiTrouble, apiTroubleAt, builtApi } from '../built-api.ts';
import type { Settings } from './operator-settings.ts';

/** Any host that is neither this machine's own nor a developer's counts as live. */
const SOME_LIVE_HOST = 'live';

const sentences: Partial<Record<ApiTrouble, string>> = {
  'api-unknown': 'this build of the app does not say where it sends to',
  'api-is-example':
    'this build of the app sends to an address that is kept for examples, so it sends nothing and says "No connection yet"',
};

/**
 * What the operator must know at the start where others can open the app, and what they would register could never be
 * sent; null where it could. The start goes on: inside a container the server listens to the whole network although the
 * app may be opened at localhost only, and there it works.
 */
export async function liveHostWarning({
  host,
  trustProxy,
  distDir,
}: Settings): Promise<string | null> {
  const isForThisMachine = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host) && trustProxy === null;
  if (isForThisMachine || !existsSync(join(distDir, 'index.html'))) return null;
  const trouble = apiTroubleAt(SOME_LIVE_HOST, await builtApi(distDir));
  const what = trouble === null ? undefined : sentences[trouble];
  return what === undefined
    ? null
    : `Warning: opened at any host but localhost, ${what}. Build it anew with VITE_API_LIVE=/api (this server) or the address of your own backend.\n`;
}
