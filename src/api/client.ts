import type { Answer, GenericResult } from '../domain/answer.ts';
import type { IdempotencyKey } from '../domain/ids.ts';
import { ANTI_FORGERY_HEADER, APPLICATION_KEY_HEADER, DEVICE_HEADER } from '../domain/web-names.ts';
import { type Received, type ResultShape, readAnswer } from './read-answer.ts';
import { TimeLimit } from './time-limit.ts';

export type ApiConfig = Readonly<{
  /** Without a slash at its end; relative or with its own origin. */
  baseAddress: string;
  applicationKey: string;
  /** Name of the header that carries a step's key; empty: not sent. */
  idempotencyHeader: string;
  fetch: typeof fetch;
  deviceIdentifier: () => Promise<string>;
  /** Asked at the moment of each call that needs it: the cookie rotates. */
  antiForgeryToken: () => Promise<string | null>;
}>;

export type CallOptions = Readonly<{
  /** From sending until the answer's last byte. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Instead of this device's own: of another one's form that this device finishes. */
  deviceIdentifier?: string | undefined;
  /** The same on every try of a step. */
  idempotencyKey?: IdempotencyKey | undefined;
}>;

export type Request = Readonly<{
  method: 'GET' | 'POST' | 'DELETE';
  /** Beginning with a slash, query included. */
  path: string;
  body?: Readonly<{ json: unknown }> | FormData;
}>;

export type Send = <R extends GenericResult>(
  request: Request,
  shape: ResultShape<R>,
  options: CallOptions,
) => Promise<Answer<R>>;

const hasOwnOrigin = (address: string): boolean => /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(address);

async function headersOf(
  config: ApiConfig,
  { method, body }: Request,
  { deviceIdentifier, idempotencyKey }: CallOptions,
): Promise<Headers> {
  const headers = new Headers({
    Accept: 'application/json',
    [APPLICATION_KEY_HEADER]: config.applicationKey,
    [DEVICE_HEADER]: deviceIdentifier ?? (await config.deviceIdentifier()),
  });
  if (body !== undefined && 'json' in body) headers.set('Content-Type', 'application/json');
  if (method === 'GET') return headers;
  if (config.idempotencyHeader !== '' && idempotencyKey !== undefined) {
    headers.set(config.idempotencyHeader, idempotencyKey);
  }
  const token = hasOwnOrigin(config.baseAddress) ? null : await config.antiForgeryToken();
  if (token !== null) headers.set(ANTI_FORGERY_HEADER, token);
  return headers;
}

async function receive(response: Response): Promise<Received> {
  // Browsers hide a redirect that is not followed: an opaque response, status 0.
  const redirected = response.redirected || response.type === 'opaqueredirect';
  return {
    status: response.status,
    redirected,
    contentType: response.headers.get('Content-Type') ?? '',
    headers: Object.fromEntries(response.headers),
    body: redirected ? '' : await response.text(),
  };
}

/**
 * Sends one call once. Never retries, never judges. Only the road counts as no answer: what fails before the call leaves,
 * or in reading what came, is a fault of ours and thrown.
 */
export function createClient(config: ApiConfig): Send {
  return async (request, shape, options) => {
    const headers = await headersOf(config, request, options);
    const { body } = request;
    const payload = body !== undefined && 'json' in body ? JSON.stringify(body.json) : body;
    const limit = new TimeLimit(options.timeoutMs, options.signal);
    // Called apart from its object: the browser's fetch insists on that.
    const { fetch } = config;
    let received: Received;
    try {
      const response = await fetch(config.baseAddress + request.path, {
        method: request.method,
        headers,
        ...(payload === undefined ? {} : { body: payload }),
        signal: limit.signal,
        // The anti-forgery cookie lives on our own origin; no other origin gets a cookie.
        credentials: 'same-origin',
        cache: 'no-store',
        // Not 'error': that could not be told from a missing network, and a portal should be named.
        redirect: 'manual',
      });
      received = await receive(response);
    } catch {
      return { status: 'unanswered', reason: limit.reason };
    } finally {
      limit.end();
    }
    return readAnswer(received, shape);
  };
}
