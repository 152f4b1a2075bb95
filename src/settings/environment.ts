/// <reference path="./vite-env.d.ts" />

import { API_PATH, type EnvironmentName, environmentNameOf } from '../domain/web-names.ts';

/**
 * Settings from `.env`, fixed at build time. All are present, but some may be empty. `backend-settings.ts` has the
 * settings for calls.
 */
export type BuildSettings = Readonly<{
  apiLocal: string;
  apiDev: string;
  apiLive: string;
  /** If it is empty, sign-in is hidden and its script never loads. */
  googleClientId: string;
  /** If it is empty, analytics does nothing. */
  analyticsId: string;
  version: string;
}>;

export type Environment = Readonly<{
  name: EnvironmentName;
  /** Without a trailing slash. Relative if backend and app share their origin. */
  apiBaseAddress: string;
  /** True if the page shows the banner that this is not the live system. */
  showsBanner: boolean;
  /** True if the page shows the badge 'In Development'. */
  showsBadge: boolean;
}>;

export type PageEnvironment = Environment & {
  /**
   * The value in `localStorage` at the start. Null at a first start, until an identifier is created. The database's
   * value takes precedence.
   */
  deviceIdentifier: string | null;
};

export const text = (value: unknown, otherwise = ''): string =>
  typeof value === 'string' ? value.trim() : otherwise;

/** Returns the build's `VITE_…` settings. Missing settings get the defaults of `.env`. */
export function settingsFrom(env: Readonly<Record<string, unknown>>): BuildSettings {
  return {
    apiLocal: text(env['VITE_API_LOCAL'], API_PATH),
    apiDev: text(env['VITE_API_DEV'], 'https://dev.api.veld.example'),
    apiLive: text(env['VITE_API_LIVE'], 'https://api.veld.example'),
    googleClientId: text(env['VITE_GOOGLE_CLIENT_ID']),
    analyticsId: text(env['VITE_ANALYTICS_ID']),
    version: text(env['VITE_APP_VERSION']),
  };
}

// Each setting is read by its name. Otherwise the build would put all of `import.meta.env` into the first load.
export const buildSettings: BuildSettings = settingsFrom({
  VITE_API_LOCAL: import.meta.env.VITE_API_LOCAL,
  VITE_API_DEV: import.meta.env.VITE_API_DEV,
  VITE_API_LIVE: import.meta.env.VITE_API_LIVE,
  VITE_GOOGLE_CLIENT_ID: import.meta.env.VITE_GOOGLE_CLIENT_ID,
  VITE_ANALYTICS_ID: import.meta.env.VITE_ANALYTICS_ID,
  VITE_APP_VERSION: import.meta.env.VITE_APP_VERSION,
});

/**
 * Returns the environment of an address. The environment is decided at run time, so that one build serves every host
 * (specification, section 1). `address`: the whole URL of the page or worker. Only its host decides where data is sent:
 * 'localhost' in a link's query must not change that. The badge depends on the whole URL.
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
