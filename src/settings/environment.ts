import {
  API_PATH,
  type EnvironmentName,
  environmentNameOf,
  REFERENCE_NAMES,
  type WireNames,
} from '../domain/web-names.ts';

/** Settings fixed at build time from `.env`. All are present; some may be empty. */
export type BuildSettings = Readonly<{
  apiLocal: string;
  apiDev: string;
  apiLive: string;
  applicationKey: string;
  /** Empty: sign-in is hidden and its script never loads. */
  googleClientId: string;
  /** Empty: analytics does nothing. */
  analyticsId: string;
  /** How the backend names its headers and its cookie. */
  names: WireNames;
  /** What the backend is taken to accept, or with a '-' not to accept, whatever it announces (`isAccepted`). */
  accepts: readonly string[];
  /** What a form without a location says; null: latitude and longitude are null. */
  locationWithoutFix: Readonly<{ latitude: number; longitude: number }> | null;
  version: string;
}>;

export type Environment = Readonly<{
  name: EnvironmentName;
  /** Without a trailing slash; relative where backend and app share their origin. */
  apiBaseAddress: string;
  /** Whether to show the banner that this is not the live system. */
  showsBanner: boolean;
  /** Whether to show the badge 'In Development'. */
  showsBadge: boolean;
}>;

/** The environment of a page. */
export type PageEnvironment = Environment & {
  /** As `localStorage` had it at the start; null on a first start, until one is made. The database's value takes precedence. */
  deviceIdentifier: string | null;
};

const text = (value: unknown, otherwise = ''): string =>
  typeof value === 'string' ? value.trim() : otherwise;

/** A header without a name can't be sent, so an empty setting means the default. */
const name = (value: unknown, otherwise: string): string => text(value) || otherwise;

const photoFormats: Readonly<Record<string, readonly string[]>> = {
  jpeg: ['-webp'],
  webp: ['webp'],
};

const namesFrom = (env: Readonly<Record<string, unknown>>): WireNames => ({
  applicationKeyHeader: name(
    env['VITE_APPLICATION_KEY_HEADER'],
    REFERENCE_NAMES.applicationKeyHeader,
  ),
  deviceHeader: name(env['VITE_DEVICE_IDENTIFIER_HEADER'], REFERENCE_NAMES.deviceHeader),
  idempotencyHeader: text(env['VITE_IDEMPOTENCY_HEADER'], REFERENCE_NAMES.idempotencyHeader),
  antiForgeryCookie: name(env['VITE_ANTI_FORGERY_COOKIE'], REFERENCE_NAMES.antiForgeryCookie),
  antiForgeryHeader: name(env['VITE_ANTI_FORGERY_HEADER'], REFERENCE_NAMES.antiForgeryHeader),
});

/** The build's `VITE_…` settings, with the defaults of `.env` for those that are missing. */
export function settingsFrom(env: Readonly<Record<string, unknown>>): BuildSettings {
  return {
    apiLocal: text(env['VITE_API_LOCAL'], API_PATH),
    apiDev: text(env['VITE_API_DEV'], 'https://dev.api.veld.example'),
    apiLive: text(env['VITE_API_LIVE'], 'https://api.veld.example'),
    applicationKey: text(env['VITE_APPLICATION_KEY'], 'veld-local-key'),
    googleClientId: text(env['VITE_GOOGLE_CLIENT_ID']),
    analyticsId: text(env['VITE_ANALYTICS_ID']),
    names: namesFrom(env),
    accepts: [
      ...text(env['VITE_ACCEPTS'])
        .split(/[\s,]+/)
        .filter((each) => each !== ''),
      ...(photoFormats[text(env['VITE_PHOTO_FORMAT'])] ?? []),
    ],
    locationWithoutFix:
      text(env['VITE_LOCATION_WITHOUT_FIX']) === 'zero' ? { latitude: 0, longitude: 0 } : null,
    version: text(env['VITE_APP_VERSION']),
  };
}

export const buildSettings: BuildSettings = settingsFrom(import.meta.env);

/**
 * The environment of an address, decided at run time, so that one build serves every host (specification, section 1).
 * `address`: the page's or the worker's whole URL. Only its host decides where data is sent: a link with 'localhost' in its
 * query must not change that. The badge depends on the whole URL.
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
