/** Where the reference server answers calls: under its own origin, which serves the app too. */
export const API_PATH = '/api';

/** Headers of the calls. */
export const APPLICATION_KEY_HEADER = 'X-Application-Key';
export const DEVICE_HEADER = 'X-Device-Identifier';
/** A build may give it another name, or none. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/** The cookie with the anti-forgery token, and the header in which it goes back. */
export const ANTI_FORGERY_COOKIE = 'XSRF-TOKEN';
export const ANTI_FORGERY_HEADER = 'X-XSRF-TOKEN';

/** The app's only Trusted Types policy; the content security policy allows no other. */
export const SCRIPT_URL_POLICY = 'veld-worker-script';
