import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type EnvironmentName, environmentNameOf } from '../src/domain/web-names.ts';

/**
 * The addresses that the built app calls. An API address is named by the kind of host that a page is opened at.
 * `analytics` is missing in builds without an analytics id.
 */
export type BuiltApi = Readonly<Partial<Record<EnvironmentName | 'analytics', unknown>>>;

/** Returns null if the build does not list its addresses: the build is old or missing. */
export async function builtApi(distDir: string): Promise<BuiltApi | null> {
  try {
    const parsed: unknown = JSON.parse(
      await readFile(join(distDir, '.api-addresses.json'), 'utf8'),
    );
    return typeof parsed === 'object' && parsed !== null ? parsed : null;
  } catch {
    return null;
  }
}

/**
 * Why pages at a host can never send anything.
 * `api-unknown`: the build does not list its API addresses. So the content security policy allows only our own origin.
 * `api-is-example`: the API address is a name reserved for examples (RFC 2606), because nobody set it for the build.
 * `api-not-relative`: the API is our own server, but the address is absolute. The app then sends no anti-forgery token,
 * and we refuse the call.
 */
export type ApiTrouble = 'api-unknown' | 'api-is-example' | 'api-not-relative';

/** `host`: in lower case. */
export function apiTroubleAt(host: string, api: BuiltApi | null): ApiTrouble | null {
  const address = api?.[environmentNameOf(host)];
  if (typeof address !== 'string') return 'api-unknown';
  if (!URL.canParse(address)) return null;
  const called = new URL(address);
  if (called.host === host) return 'api-not-relative';
  return /(^|\.)(example|invalid)$/.test(called.hostname) ? 'api-is-example' : null;
}
