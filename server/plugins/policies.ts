import type { FastifyInstance, FastifyRequest } from 'fastify';
import { API_PATH, SCRIPT_URL_POLICY } from '../../src/domain/web-names.ts';
import { sha256 } from '../keys/key-ring.ts';
import { OperatorError } from '../operator-error.ts';

/** The address to which browsers report violations of a policy. */
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

const WASM_WORKER = /^assets\/(?:unlock|scan)-worker-[\w-]+\.js$/;

const write = (directives: Directives) =>
  Object.entries({ ...directives, 'report-to': 'csp' })
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');

type Policies = Readonly<{
  /**
   * The policy of a page of the app, made from its HTML. The only allowed inline styles and scripts are the page's own.
   * The Trusted Types policy allows only the addresses of workers.
   */
  app: (html: string) => string;
  /** The policy of the separate sign-in page. It has no Trusted Types, because Google's script assigns plain addresses. */
  signIn: string;
  /**
   * The policy of a worker, sent with the worker's script. Only the workers that stretch PINs and scan barcodes may run WebAssembly.
   * `file`: the script's path in the built app.
   */
  worker: (file: string) => string;
}>;

/**
 * Returns the policies of the built app's files.
 * `connectTo`: other origins that the app calls, such as an API on another host, or analytics.
 * Throws `OperatorError` if one of them is not an origin, because it would be written into a header.
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
      WASM_WORKER.test(file)
        ? "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'"
        : `default-src 'none'; script-src 'self'; connect-src ${connectSrc}`,
  };
}

export function checkOrigins(origins: readonly string[]): void {
  for (const origin of origins) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
      throw new OperatorError(`Not an origin, such as https://api.example: '${origin}'`);
    }
  }
}

/** Returns the policy's hashes of a page's `<style>` or `<script>` elements. The build writes them without attributes. */
function hashes(html: string, tag: 'style' | 'script'): readonly string[] {
  return [...html.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))].map(
    ([, text = '']) => `'sha256-${sha256(text).toString('base64')}'`,
  );
}

/** For answers that are data: a browser must not run or frame them. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'";

/** For a customer's document, in case a browser opens one. */
export const documentPolicy = "sandbox; default-src 'none'";

/** True if the browser reached us through https, which a proxy in front ended. */
export function isHttps(headers: Record<string, string | string[] | undefined>): boolean {
  return (
    String(headers['x-forwarded-proto'] ?? '')
      .split(',')[0]
      ?.trim() === 'https'
  );
}

/** The headers of every answer, including errors. A route may narrow or replace one. */
export function commonHeaders(request: FastifyRequest): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(self), geolocation=(self), microphone=()',
    'content-security-policy': dataPolicy,
    'cache-control': 'no-store',
    // An agent reads this id out, so that support finds the call in the log.
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
