import type { Accepted } from '../domain/announced.ts';
import type { Answer, GenericResult } from '../domain/answer.ts';
import type { IdempotencyKey } from '../domain/ids.ts';
import type { ResumeSupport } from '../domain/resume-support.ts';
import type { BegunUpload } from '../domain/submission-types.ts';
import type { WireNames } from '../domain/web-names.ts';
import { schedule } from '../platform/timers.ts';
import { GET_INFO_PATH } from './contract.ts';
import { type Received, type ResultShape, readAnswer } from './read-answer.ts';

/** The state of a resumable upload, and its callbacks. */
export type UploadParts = Readonly<{
  clock: Readonly<{
    now: () => number;
    ticks: () => number;
    /** Resolves after `ms`, or as soon as `signal` aborts. */
    sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  }>;
  /** The stored facts about the backend's support. */
  support: Readonly<{
    read: () => Promise<ResumeSupport | null>;
    keep: (support: ResumeSupport) => Promise<void>;
  }>;
  /** The upload that an earlier attempt began. Null: none, or no longer known. */
  begun: BegunUpload | null;
  /** No earlier try can have begun it, and the backend lets this device in: its beginning may carry a piece. */
  isNew: boolean;
  /** How many bytes are to go in one request: after each it is known how far it is. */
  pieceBytes: () => number;
  /** Resolves once the progress is on the disk. Returns false if the upload must stop. */
  came: (upload: BegunUpload) => Promise<boolean>;
  /** A piece was acknowledged. */
  sent: (bytes: number, tookMs: number) => void;
}>;

/** An abort signal with a time limit. Not `AbortSignal.any`, which older browsers that agents use do not have. */
class TimeLimit {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal | undefined;
  readonly #cancelTimer: () => void;
  #timedOut = false;

  /** `timeoutMs`: from now until the last byte of the answer. */
  constructor(timeoutMs: number, outer: AbortSignal | undefined) {
    this.#outer = outer;
    this.#cancelTimer = schedule(timeoutMs, () => {
      this.#timedOut = true;
      this.#controller.abort();
    });
    if (outer?.aborted) this.#controller.abort();
    outer?.addEventListener('abort', this.#stop);
  }

  readonly #stop = (): void => this.#controller.abort();

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Why a request with this signal failed. */
  get reason(): 'timeout' | 'aborted' | 'network' {
    if (this.#timedOut) return 'timeout';
    return this.#controller.signal.aborted ? 'aborted' : 'network';
  }

  end(): void {
    this.#cancelTimer();
    this.#outer?.removeEventListener('abort', this.#stop);
  }
}

export type ApiConfig = Readonly<{
  /** Without a trailing slash; relative or absolute. */
  baseAddress: string;
  applicationKey: string;
  /** How the backend names its headers. */
  names: Omit<WireNames, 'antiForgeryCookie'>;
  /** Whether the backend accepts more than the specification's calls; null: it has not said so. */
  accepts: (what: Accepted) => Promise<boolean | null>;
  /** Whether the backend's CORS rules refuse the idempotency header, as far as this device has seen. */
  keyRefusal: Readonly<{ isKnown: () => Promise<boolean>; keep: () => Promise<void> }>;
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
  resumableUpload?: UploadParts | undefined;
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

export const hasOwnOrigin = (address: string): boolean =>
  /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(address);

const isSafe = (method: Message['method']): boolean =>
  method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/** Whether the calls carry an idempotency key. A backend on another origin must have asked for it: it may refuse unknown headers. */
export async function sendsKey(config: ApiConfig): Promise<boolean> {
  if (config.names.idempotencyHeader === '') return false;
  const accepted = await config.accepts('idempotencyKey');
  if (!hasOwnOrigin(config.baseAddress)) return accepted ?? true;
  return accepted === true && !(await config.keyRefusal.isKnown());
}

async function headersOf(
  config: ApiConfig,
  { method, headers: own = {} }: Message,
  { deviceIdentifier, idempotencyKey }: CallOptions,
): Promise<Headers> {
  const headers = new Headers({
    Accept: 'application/json',
    [config.names.applicationKeyHeader]: config.applicationKey,
    [config.names.deviceHeader]: deviceIdentifier ?? (await config.deviceIdentifier()),
    ...own,
  });
  if (isSafe(method)) return headers;
  if (idempotencyKey !== undefined && (await sendsKey(config))) {
    headers.set(config.names.idempotencyHeader, idempotencyKey);
  }
  const token = hasOwnOrigin(config.baseAddress) ? null : await config.antiForgeryToken();
  if (token !== null) headers.set(config.names.antiForgeryHeader, token);
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
  const isElsewhere = hasOwnOrigin(config.baseAddress);
  let isCached = false;
  const once = async (
    message: Message,
    options: CallOptions,
    headers: Headers,
    cache: 'default' | 'no-store',
  ): Promise<Received | Unanswered> => {
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
        cache,
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
  const exchange: Exchange = async (message, options) => {
    const headers = await headersOf(config, message, options);
    if (!isSafe(message.method)) return once(message, options, headers, 'default');
    // 'no-store' also bypasses the browser's cache of preflights: each call to another origin would cost a round trip more.
    if (!isElsewhere || isCached) return once(message, options, headers, 'no-store');
    const received = await once(message, options, headers, 'default');
    if (received.status === 'unanswered' || !mayBeCached(received.headers)) return received;
    isCached = true;
    return once(message, options, headers, 'no-store');
  };
  return isElsewhere ? withoutRefusedKey(config, exchange) : exchange;
}

/** Whether a browser may have taken the answer from its cache, or may do so next time. */
export function mayBeCached(headers: Received['headers']): boolean {
  const control = headers['cache-control'] ?? '';
  if (/no-store|no-cache|max-age=0\b/i.test(control)) return false;
  return /max-age/i.test(control) || 'expires' in headers || 'last-modified' in headers;
}

/** After so many calls in a row that got no answer, the header is suspected. */
const MAX_UNANSWERED = 2;
const PROBE_TIMEOUT_MS = 10_000;

/**
 * A backend on another origin may refuse the idempotency header in its preflight, though it announced it. The browser then sends nothing,
 * and says no more than for a missing network. A harmless GetInfo with the header, between two without, tells both apart. Only the header
 * is refused then, so nothing of the calls arrived, and the next try goes without it.
 */
function withoutRefusedKey(config: ApiConfig, exchange: Exchange): Exchange {
  let unanswered = 0;
  const reaches = async (headers: Readonly<Record<string, string>>, options: CallOptions) => {
    const address = config.baseAddress + GET_INFO_PATH;
    const probe = { timeoutMs: PROBE_TIMEOUT_MS, signal: options.signal };
    const answer = await exchange({ method: 'GET', address, headers }, probe);
    return answer.status === 'unanswered' ? answer.reason : 'reached';
  };
  const refusesHeader = async (key: IdempotencyKey, options: CallOptions): Promise<boolean> => {
    if ((await reaches({}, options)) !== 'reached') return false;
    const withKey = { [config.names.idempotencyHeader]: key };
    return (
      (await reaches(withKey, options)) === 'network' && (await reaches({}, options)) === 'reached'
    );
  };
  return async (message, options) => {
    const answer = await exchange(message, options);
    const { idempotencyKey } = options;
    if (isSafe(message.method) || idempotencyKey === undefined) return answer;
    const isCut = answer.status === 'unanswered' && answer.reason === 'network';
    unanswered = isCut ? unanswered + 1 : 0;
    if (unanswered < MAX_UNANSWERED || !(await sendsKey(config))) return answer;
    unanswered = 0;
    if (await refusesHeader(idempotencyKey, options)) await config.keyRefusal.keep();
    return answer;
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

/** A body of which any part can be sent again: it is the same, byte for byte, on every try. */
export type WholeBody = Readonly<{
  bytes: Blob;
  contentType: string;
}>;

type NamedFile = Readonly<{ data: Blob; fileName: string }>;

/**
 * The body that `FormData` would send, with a fixed boundary for the step. The browser would use a new one each time, and the rest of
 * one body would not fit another's beginning. The files are referenced, not read.
 */
export function wholeBody(
  formId: string,
  files: readonly NamedFile[],
  key: IdempotencyKey,
): WholeBody {
  const boundary = `----veld-${key}`;
  const head = `--${boundary}\r\nContent-Disposition: form-data; name=`;
  const parts = files.flatMap(({ data, fileName }) => [
    `${head}"Files"; filename="${quoted(fileName)}"\r\n`,
    `Content-Type: ${data.type || 'application/octet-stream'}\r\n\r\n`,
    data,
    '\r\n',
  ]);
  return {
    bytes: new Blob([`${head}"FormId"\r\n\r\n${formId}\r\n`, ...parts, `--${boundary}--\r\n`]),
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
}

/** As browsers write a file's name. */
const quoted = (name: string): string =>
  name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
