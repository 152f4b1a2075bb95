import type { Answer, GenericResult } from '../domain/answer.ts';
import type { IdempotencyKey } from '../domain/ids.ts';
import { ANTI_FORGERY_HEADER, APPLICATION_KEY_HEADER, DEVICE_HEADER } from '../domain/web-names.ts';
import type { Pieces } from './pieces.ts';
import { type Received, type ResultShape, readAnswer } from './read-answer.ts';
import { TimeLimit } from './time-limit.ts';

export type ApiConfig = Readonly<{
  /** Without a trailing slash; relative or absolute. */
  baseAddress: string;
  applicationKey: string;
  /** Name of the header with the idempotency key; empty: not sent. */
  idempotencyHeader: string;
  fetch: typeof fetch;
  deviceIdentifier: () => Promise<string>;
  /** Read for each call that needs it, as the server changes the cookie. */
  antiForgeryToken: () => Promise<string | null>;
}>;

export type CallOptions = Readonly<{
  /** From sending until the answer's last byte. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Sent instead of this device's own identifier, for a form that came from another device. */
  deviceIdentifier?: string | undefined;
  /** The same on every attempt of a step. */
  idempotencyKey?: IdempotencyKey | undefined;
  /** Uploads: as a body that can be resumed, where the backend can do that. */
  inPieces?: Pieces | undefined;
}>;

export type Request = Readonly<{
  method: 'GET' | 'POST' | 'DELETE';
  /** Beginning with a slash, query included. */
  path: string;
  body?: Readonly<{ json: unknown }> | FormData;
}>;

/** One request of HTTP, with the headers that it has beside those of every call. */
type Message = Readonly<{
  method: 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PATCH' | 'DELETE';
  address: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | FormData | Blob;
}>;

export type Unanswered = Extract<Answer<never>, { status: 'unanswered' }>;

/** Sends a message once and reads its answer to the end. Does not retry, and does not judge the answer. */
export type Exchange = (message: Message, options: CallOptions) => Promise<Received | Unanswered>;

export type Send = <R extends GenericResult>(
  request: Request,
  shape: ResultShape<R>,
  options: CallOptions,
) => Promise<Answer<R>>;

const hasOwnOrigin = (address: string): boolean => /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(address);

const isSafe = (method: Message['method']): boolean =>
  method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

async function headersOf(
  config: ApiConfig,
  { method, headers: own = {} }: Message,
  { deviceIdentifier, idempotencyKey }: CallOptions,
): Promise<Headers> {
  const headers = new Headers({
    Accept: 'application/json',
    [APPLICATION_KEY_HEADER]: config.applicationKey,
    [DEVICE_HEADER]: deviceIdentifier ?? (await config.deviceIdentifier()),
    ...own,
  });
  if (isSafe(method)) return headers;
  if (config.idempotencyHeader !== '' && idempotencyKey !== undefined) {
    headers.set(config.idempotencyHeader, idempotencyKey);
  }
  const token = hasOwnOrigin(config.baseAddress) ? null : await config.antiForgeryToken();
  if (token !== null) headers.set(ANTI_FORGERY_HEADER, token);
  return headers;
}

async function receive(response: Response): Promise<Received> {
  // A redirect that is not followed gives an opaque response with status 0.
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
 * Only a failure of the network counts as 'unanswered': an error before sending, or while parsing the answer, is a bug and is
 * thrown.
 */
export function createExchange(config: ApiConfig): Exchange {
  return async (message, options) => {
    const headers = await headersOf(config, message, options);
    const { method, address, body } = message;
    const limit = new TimeLimit(options.timeoutMs, options.signal);
    // The browser's fetch throws if it is called as a method of another object.
    const { fetch } = config;
    try {
      const response = await fetch(address, {
        method,
        headers,
        ...(body === undefined ? {} : { body }),
        signal: limit.signal,
        // The anti-forgery cookie belongs to our origin; no other origin gets a cookie.
        credentials: 'same-origin',
        cache: 'no-store',
        // Not 'error': a captive portal's redirect could then not be told from a missing network.
        redirect: 'manual',
      });
      return await receive(response);
    } catch {
      return { status: 'unanswered', reason: limit.reason };
    } finally {
      limit.end();
    }
  };
}

/** Sends a call once. Does not retry, and does not judge the answer. */
export function createClient(exchange: Exchange, baseAddress: string): Send {
  return async ({ method, path, body }, shape, options) => {
    const payload =
      body !== undefined && 'json' in body
        ? { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body.json) }
        : { ...(body === undefined ? {} : { body }) };
    const message = { method, address: baseAddress + path, ...payload };
    const received = await exchange(message, options);
    return received.status === 'unanswered' ? received : readAnswer(received, shape);
  };
}
