import { type EnvironmentName, environmentNameOf } from './domain/environment-name.ts';
import { API_PATH, IDEMPOTENCY_HEADER } from './domain/web-names.ts';

/** Settings fixed at build time, by their names in `.env`; every one is there, some may be empty. */
export type BuildSettings = Readonly<{
  apiLocal: string;
  apiDev: string;
  apiLive: string;
  applicationKey: string;
  /** Empty: sign-in is hidden and its script never loads. */
  googleClientId: string;
  /** Empty: analytics does nothing. */
  analyticsId: string;
  /** Empty: no such header is sent. */
  idempotencyHeader: string;
  version: string;
}>;

export type Environment = Readonly<{
  name: EnvironmentName;
  /** Without a slash at its end; relative where backend and app share their origin. */
  apiBaseAddress: string;
  /** The banner that says that this is not the live system. */
  showsBanner: boolean;
  /** The badge 'In Development'. */
  showsBadge: boolean;
}>;

/** What a page knows of where it runs, global to it. */
export type PageEnvironment = Environment & {
  /** As local storage had it at start-up; null on a first start, until one is made. The database has the last word. */
  deviceIdentifier: string | null;
};

const text = (value: unknown, otherwise = ''): string =>
  typeof value === 'string' ? value.trim() : otherwise;

/** `VITE_…` settings as they stand in the build, with the defaults of `.env` where one is missing. */
export function settingsFrom(env: Readonly<Record<string, unknown>>): BuildSettings {
  return {
    apiLocal: text(env['VITE_API_LOCAL'], API_PATH),
    apiDev: text(env['VITE_API_DEV'], 'https://dev.api.veld.example'),
    apiLive: text(env['VITE_API_LIVE'], 'https://api.veld.example'),
    applicationKey: text(env['VITE_APPLICATION_KEY'], 'veld-local-key'),
    googleClientId: text(env['VITE_GOOGLE_CLIENT_ID']),
    analyticsId: text(env['VITE_ANALYTICS_ID']),
    idempotencyHeader: text(env['VITE_IDEMPOTENCY_HEADER'], IDEMPOTENCY_HEADER),
    version: text(env['VITE_APP_VERSION']),
  };
}

export const buildSettings: BuildSettings = settingsFrom(import.meta.env);

/**
 * Decided while the app runs, so that one build serves every host (specification, section 1).
 * `address`: the page's or the worker's whole URL. Where the data goes depends on its host alone:
 * a link with 'localhost' in its query must not lead it elsewhere. The badge looks at the whole URL.
 */
export function environmentOf(
  address: string,
  settings: BuildSettings = buildSettings,
): Environment {
  const name = environmentNameOf(new URL(address).host.toLowerCase());
  const bases = { local: settings.apiLocal, dev: settings.apiDev, live: settings.apiLive };
  const lower = address.toLowerCase();
  return {
    name,
    apiBaseAddress: bases[name].replace(/\/+$/, ''),
    showsBanner: name !== 'live',
    showsBadge: lower.includes('dev') || lower.includes('localhost'),
  };
}
