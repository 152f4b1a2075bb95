import { SCRIPT_URL_POLICY } from '../domain/web-names.ts';

/**
 * The content security policy asks for Trusted Types, and a worker's address is one of its sinks. This is the app's only
 * policy, and it can be made only once: whoever starts a worker takes its address from here.
 */
/** The few lines of the Trusted Types standard that are used here; TypeScript's DOM library leaves them out. */
type Factory = Readonly<{
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL: (url: string) => unknown };
}>;

const ALLOWED = [/^\/ngsw-worker\.js$/, /^\/assets\/[\w.-]*worker[\w.-]*\.js$/];
/** The development server serves workers from their sources, and the service worker from its plugin. */
const ALLOWED_IN_DEVELOPMENT = import.meta.env.PROD ? [] : [/^\/(src|dev-sw\.js|sw|@fs)\b/];

/** Throws a TypeError for any address that is not one of our own workers. */
export function checkedScriptUrl(url: string, origin: string, development: boolean): string {
  const parsed = new URL(url, origin);
  const allowed = development ? [...ALLOWED, ...ALLOWED_IN_DEVELOPMENT] : ALLOWED;
  if (parsed.origin !== origin || !allowed.some((pattern) => pattern.test(parsed.pathname))) {
    throw new TypeError('This is not the address of one of our workers.');
  }
  return parsed.href;
}

const check = (url: string): string =>
  checkedScriptUrl(url, globalThis.location.origin, import.meta.env.DEV);

let policy: { createScriptURL: (url: string) => unknown } | undefined;

/**
 * The address as the browser's worker constructors take it: a TrustedScriptURL where the browser knows them, else the
 * address itself. Typed as a string because that is what TypeScript's DOM library says those constructors take.
 */
export function trustedScriptUrl(url: string): string {
  const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes;
  if (factory === undefined) return check(url);
  policy ??= factory.createPolicy(SCRIPT_URL_POLICY, { createScriptURL: check });
  return policy.createScriptURL(url) as string;
}
