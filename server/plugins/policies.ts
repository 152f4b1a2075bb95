import type { FastifyInstance, FastifyRequest } from 'fastify';
import { API_PATH, SCRIPT_URL_POLICY } from '../../src/domain/web-names.ts';
import { sha256 } from '../keys/key-ring.ts';
import { OperatorError } from '../operator-error.ts';

/** The address for browsers' reports of a broken policy. */
export const REPORT_PATH = `${API_PATH}/csp-report`;

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

const UNLOCK_WORKER = /^assets\/unlock-worker-[\w-]+\.js$/;

const write = (directives: Directives) =>
  Object.entries({ ...directives, 'report-to': 'csp' })
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');

type Policies = Readonly<{
  /**
   * A page of the app, by its HTML: the styles and scripts that it carries, and no others, may be inline. Registering the
   * worker is the one use of a Trusted Types policy.
   */
  app: (html: string) => string;
  /** The separate sign-in page: Google's script assigns plain addresses, so no Trusted Types there. */
  signIn: string;
  /**
   * A worker obeys the policy of its own script's response. The one that stretches PINs runs WebAssembly; nothing else may.
   * `file`: its path in the built app.
   */
  worker: (file: string) => string;
}>;

/**
 * The policies of the built app's files.
 * `connectTo`: origins beside our own that the app calls, such as an API on another host or analytics.
 * Throws for anything that is not an origin: it would be written into a header.
 */
export function policiesFor(connectTo: readonly string[]): Policies {
  checkOrigins(connectTo);
  const connectSrc = ["'self'", ...connectTo].join(' ');
  return {
    app: (html) =>
      write({
        ...shared,
        'script-src': ["'self'", ...hashes(html, 'script')].join(' '),
        'style-src': ["'self'", ...hashes(html, 'style')].join(' '),
        'connect-src': connectSrc,
        'require-trusted-types-for': "'script'",
        'trusted-types': SCRIPT_URL_POLICY,
      }),
    signIn: write({
      ...shared,
      'script-src': `'self' ${google}/client`,
      'style-src': `'self' ${google}/style`,
      'img-src': "'self' blob: https://*.googleusercontent.com",
      'connect-src': `'self' ${google}/`,
      'frame-src': `${google}/`,
    }),
    worker: (file) =>
      UNLOCK_WORKER.test(file)
        ? "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'"
        : `default-src 'none'; script-src 'self'; connect-src ${connectSrc}`,
  };
}

/** Throws for the first that is not an origin. */
export function checkOrigins(origins: readonly string[]): void {
  for (const origin of origins) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
      throw new OperatorError(`Not an origin, such as https://api.example: '${origin}'`);
    }
  }
}

/** The policy's hashes of `<style>` or `<script>` elements inside a page. The build writes them without attributes. */
function hashes(html: string, tag: 'style' | 'script'): readonly string[] {
  return [...html.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))].map(
    ([, text = '']) => `'sha256-${sha256(text).toString('base64')}'`,
  );
}

/** Answers that are data: nothing in them may run or be framed. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'";

/** A customer's document, should a browser ever be made to open one. */
export const documentPolicy = "sandbox; default-src 'none'";

/** Whether the browser reached us through https, ended by a proxy in front. */
export function isHttps(headers: Record<string, string | string[] | undefined>): boolean {
  return (
    String(headers['x-forwarded-proto'] ?? '')
      .split(',')[0]
      ?.trim() === 'https'
  );
}

/** Headers of every answer, errors too; a route may narrow or replace one. */
export function commonHeaders(request: FastifyRequest): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(self), geolocation=(self), microphone=()',
    'content-security-policy': dataPolicy,
    'cache-control': 'no-store',
    // The id that a person reads out, to find the call in the log.
    'x-request-id': request.id,
    ...(isHttps(request.headers)
      ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
      : {}),
  };
}

export function addHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(commonHeaders(request));
  });
}
