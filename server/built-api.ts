import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type EnvironmentName, environmentNameOf } from '../src/domain/web-names.ts';

/** The addresses of the API that a build of the app has in it, by the kind of host that its pages are opened at. */
export type BuiltApi = Readonly<Partial<Record<EnvironmentName, unknown>>>;

/** Null where the build does not say: an older one, or none. */
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
 * Why pages at a host can send nothing, for ever.
 * `api-unknown`: the build does not say where they send to, so their policy lets them send to us alone.
 * `api-is-example`: to a name that is kept for examples (RFC 2606), as in a build whose settings nobody set.
 * `api-not-relative`: to us, but by our whole address: then they return no anti-forgery token, and we refuse.
 */
export type ApiTrouble = 'api-unknown' | 'api-is-example' | 'api-not-relative';

/** `host`: in lower case, as people open it. */
export function apiTroubleAt(host: string, api: BuiltApi | null): ApiTrouble | null {
  const address = api?.[environmentNameOf(host)];
  if (typeof address !== 'string') return 'api-unknown';
  if (!URL.canParse(address)) return null;
  const called = new URL(address);
  if (called.host === host) return 'api-not-relative';
  return /(^|\.)(example|invalid)$/.test(called.hostname) ? 'api-is-example' : null;
}
