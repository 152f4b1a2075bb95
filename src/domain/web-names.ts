/** The cookie with the anti-forgery token, which goes back in the header `X-XSRF-TOKEN`. */
export const ANTI_FORGERY_COOKIE = 'XSRF-TOKEN';

/** The app's only Trusted Types policy; the content security policy allows no other. */
export const SCRIPT_URL_POLICY = 'veld-worker-script';
