import { SCRIPT_URL_POLICY } from '../domain/web-names.ts';

/** The part of the Trusted Types standard that this file uses. TypeScript's DOM library does not have it. */
type Factory = Readonly<{
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL: (url: string) => unknown };
}>;

const ALLOWED = [
  /^\/ngsw-worker\.js$/,
  /^\/assets\/[\w.-]*worker[\w.-]*\.js$/,
  // The chunks of `vite/classic-scripts.ts` that a page may load late.
  /^\/assets\/(identifier|data|lists|keys|submit|shared|cards|form)-[\w-]{7}\.js$/,
];
/** The development server serves workers as source files, and the service worker from the build plugin. */
const ALLOWED_IN_DEVELOPMENT = import.meta.env.PROD ? [] : [/^\/(src|dev-sw\.js|sw|@fs)\b/];

/** Throws a TypeError if the address is not one of our own workers or classic scripts. */
export function checkedScriptUrl(url: string, origin: string, development: boolean): string {
  const parsed = new URL(url, origin);
  const allowed = development ? [...ALLOWED, ...ALLOWED_IN_DEVELOPMENT] : ALLOWED;
  if (parsed.origin !== origin || !allowed.some((pattern) => pattern.test(parsed.pathname))) {
    throw new TypeError('This is not the address of one of our scripts.');
  }
  return parsed.href;
}

const check = (url: string): string =>
  checkedScriptUrl(url, globalThis.location.origin, import.meta.env.DEV);

/** The app's only Trusted Types policy. The browser lets it be created once, so every script's address comes from this file. */
let policy: { createScriptURL: (url: string) => unknown } | undefined;

/**
 * Returns the address in the form that worker constructors and script elements accept under our content security policy. This is a
 * TrustedScriptURL if the browser supports Trusted Types, otherwise the address itself. Its type is string, because
 * TypeScript's DOM library types those constructors so.
 */
export function trustedScriptUrl(url: string): string {
  const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes;
  if (factory === undefined) return check(url);
  policy ??= factory.createPolicy(SCRIPT_URL_POLICY, { createScriptURL: check });
  return policy.createScriptURL(url) as string;
}
