/** The id of the words in the page for old browsers. The worker knows the page by it. */
export const OLD_BROWSER_WORDS = 'old-browser-words';

/** The path of the reference server's API, on the origin that also serves the app. */
export const API_PATH = '/api';

/** The reference server's header names. A build for another backend may use other names. */
export const APPLICATION_KEY_HEADER = 'X-Application-Key';
export const DEVICE_HEADER = 'X-Device-Identifier';
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/** The cookie with the anti-forgery token, and the header that returns it. */
export const ANTI_FORGERY_COOKIE = 'XSRF-TOKEN';
export const ANTI_FORGERY_HEADER = 'X-XSRF-TOKEN';

export type WireNames = Readonly<{
  applicationKeyHeader: string;
  deviceHeader: string;
  /** Empty: the header is never sent. */
  idempotencyHeader: string;
  antiForgeryCookie: string;
  antiForgeryHeader: string;
}>;

export const REFERENCE_NAMES: WireNames = {
  applicationKeyHeader: APPLICATION_KEY_HEADER,
  deviceHeader: DEVICE_HEADER,
  idempotencyHeader: IDEMPOTENCY_HEADER,
  antiForgeryCookie: ANTI_FORGERY_COOKIE,
  antiForgeryHeader: ANTI_FORGERY_HEADER,
};

/** The app's only Trusted Types policy; the content security policy allows no other. */
export const SCRIPT_URL_POLICY = 'veld-worker-script';

/** The origin that analytics sends to, in builds with an analytics id. */
export const ANALYTICS_ORIGIN = 'https://www.google-analytics.com';

/** The backends that a build knows. */
export type EnvironmentName = 'local' | 'dev' | 'live';

/** The backend that a page at this host calls. `host`: in lower case, with its port. */
export function environmentNameOf(host: string): EnvironmentName {
  if (host.includes('localhost') || host.includes('127.0.0.1')) return 'local';
  return host.includes('dev.') ? 'dev' : 'live';
}

/** The response header with the id of this answer in the backend's log. */
export const REQUEST_ID_HEADER = 'x-request-id';

/** A person can't pass on a longer id. */
const MAX_ID_LENGTH = 100;

export const requestIdIn = (value: string | null | undefined): string =>
  (value ?? '').slice(0, MAX_ID_LENGTH);
