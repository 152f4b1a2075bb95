/** Where browsers send reports of a broken policy. */
export const reportPath = '/api/csp-report';

type Directives = Readonly<Record<string, string>>;

const shared: Directives = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' blob:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'worker-src': "'self'",
  'manifest-src': "'self'",
  'frame-src': "'none'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'object-src': "'none'",
  'frame-ancestors': "'none'",
};

const google = 'https://accounts.google.com/gsi';

const write = (directives: Directives) =>
  Object.entries({ ...directives, 'report-to': 'csp' })
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');

/** Every page of the app. Registering the worker is the one use of a Trusted Types policy. */
export const appPolicy = write({
  ...shared,
  'require-trusted-types-for': "'script'",
  'trusted-types': 'veld-worker-script',
});

/** The separate sign-in page: Google's script assigns plain addresses, so no Trusted Types here. */
export const signInPolicy = write({
  ...shared,
  'script-src': `'self' ${google}/client`,
  'style-src': `'self' ${google}/style`,
  'img-src': "'self' blob: https://*.googleusercontent.com",
  'connect-src': `'self' ${google}/`,
  'frame-src': `${google}/`,
});

/** A worker obeys the policy of its own script's response. */
export const workerPolicy = "default-src 'none'; script-src 'self'; connect-src 'self'";

/** Answers that are data: nothing in them may run or be framed. */
export const dataPolicy = "default-src 'none'; frame-ancestors 'none'";

/** A customer's document, should a browser ever be made to open one. */
export const documentPolicy = "sandbox; default-src 'none'";
