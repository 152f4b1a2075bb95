import type { Accepted } from '../domain/announced.ts';
import type { IdempotencyKey } from '../domain/ids.ts';
import type { Answer, GenericResult } from '../domain/outcome.ts';
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
  /** The upload that an earlier attempt began. Null if there is none, or if the app has forgotten it. */
  begun: BegunUpload | null;
  /**
   * True if no earlier try can have begun the upload, and the backend accepts this device. The first request may then
   * carry a piece.
   */
  isNew: boolean;
  /** How many bytes to send in one request. After each request the progress is known. */
  pieceBytes: () => number;
  /** Resolves once the progress is on the disk. Returns false if the upload must stop. */
  came: (upload: BegunUpload) => Promise<boolean>;
  /** Called when the backend has acknowledged a piece. */
  sent: (bytes: number, tookMs: number) => void;
}>;

/** An abort signal with a time limit. `AbortSignal.any` is not used, because older browsers that agents use do not have it. */
class TimeLimit {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal | undefined;
  readonly #cancelTimer: () => void;
  #timedOut = false;

  /** `timeoutMs`: the time from now until the last byte of the answer. */
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
  /** Relative or absolute, without a trailing slash. */
  baseAddress: string;
  applicationKey: string;
  /** The backend's names for its headers. */
  names: Omit<WireNames, 'antiForgeryCookie'>;
  /** True if the backend accepts this extension of the specification's calls. Null if the backend has announced nothing. */
  accepts: (what: Accepted) => Promise<boolean | null>;
  /** Tells, as far as this device knows, whether the backend's CORS rules refuse the idempotency header. */
  keyRefusal: Readonly<{ isKnown: () => Promise<boolean>; keep: () => Promise<void> }>;
  /** The value of `X-Client-State`. Null if the backend has not announced that it accepts the header. */
  clientState: () => Promise<string | null>;
  fetch: typeof fetch;
  deviceIdentifier: () => Promise<string>;
  /** Read for each call that needs the token, because the server changes the cookie. */
  antiForgeryToken: () => Promise<string | null>;
}>;

export type CallOptions = Readonly<{
  /** The time from sending until the answer's last byte. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Sent instead of this device's own identifier, for a form from another device. */
  deviceIdentifier?: string | undefined;
  /** The key is the same on every attempt of a step. */
  idempotencyKey?: IdempotencyKey | undefined;
  /** True if the anti-forgery token was renewed just before this call. Then a refusal is not about the token. */
  hasFreshToken?: boolean | undefined;
  /** For uploads: sends the body so that it can be resumed, if the backend supports that. */
  resumableUpload?: UploadParts | undefined;
}>;

export type Request = Readonly<{
  method: 'GET' | 'POST' | 'DELETE';
  /** Begins with a slash, and includes the query. */
  path: string;
  body?: Readonly<{ json: unknown }> | FormData;
}>;

/** One HTTP request. `headers`: in addition to those of every call. */
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

export const isAbsoluteAddress = (address: string): boolean =>
  /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(address);

const CLIENT_STATE_HEADER = 'X-Client-State';

const isSafe = (method: Message['method']): boolean =>
  method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/**
 * True if the calls carry an idempotency key. A backend on another origin must have announced the header, because it
 * may refuse unknown headers.
 */
export async function sendsKey(config: ApiConfig): Promise<boolean> {
  if (config.names.idempotencyHeader === '') return false;
  const accepted = await config.accepts('idempotencyKey');
  if (!isAbsoluteAddress(config.baseAddress)) return accepted ?? true;
  return accepted === true && !(await config.keyRefusal.isKnown());
}

async function headersOf(
  config: ApiConfig,
  { method, headers: own = {} }: Message,
  { deviceIdentifier, idempotencyKey }: CallOptions,
): Promise<Headers> {
  const thisDevice = await config.deviceIdentifier();
  const device = deviceIdentifier ?? thisDevice;
  const headers = new Headers({
    Accept: 'application/json',
    [config.names.applicationKeyHeader]: config.applicationKey,
    [config.names.deviceHeader]: device,
    ...own,
  });
  // GetInfo is the only call of this method. The state is this phone's.
  const saysState = method === 'GET' && device === thisDevice;
  const state = saysState ? await config.clientState() : null;
  if (state !== null) headers.set(CLIENT_STATE_HEADER, state);
  if (isSafe(method)) return headers;
  if (idempotencyKey !== undefined && (await sendsKey(config))) {
    headers.set(config.names.idempotencyHeader, idempotencyKey);
  }
  const token = isAbsoluteAddress(config.baseAddress) ? null : await config.antiForgeryToken();
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
 * Returns 'unanswered' only if the network failed. An error before sending, or while parsing the answer, is a bug and
 * is thrown.
 */
export function createExchange(config: ApiConfig): Exchange {
  const isElsewhere = isAbsoluteAddress(config.baseAddress);
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
        // Cookies go only to our own origin, which set the anti-forgery cookie.
        credentials: 'same-origin',
        cache,
        // With 'error', a captive portal's redirect could not be told from a missing network.
        redirect: 'manual',
      });
      return await receive(response);
    } catch {
      return { status: 'unanswered', reason: limit.reason };
    } finally {
      limit.end();
    }
  };
  const withHeaders = async (message: Message, options: CallOptions, headers: Headers) => {
    if (!isSafe(message.method)) return once(message, options, headers, 'default');
    // 'no-store' also bypasses the browser's cache of preflights. Each call to another origin would then cost one more
    // round trip.
    if (!isElsewhere || isCached) return once(message, options, headers, 'no-store');
    const received = await once(message, options, headers, 'default');
    if (received.status === 'unanswered' || !mayBeCached(received.headers)) return received;
    isCached = true;
    return once(message, options, headers, 'no-store');
  };
  const exchange: Exchange = async (message, options) => {
    const headers = await headersOf(config, message, options);
    const received = await withHeaders(message, options, headers);
    const isCut = received.status === 'unanswered' && received.reason === 'network';
    if (!isCut || !isElsewhere || !headers.has(CLIENT_STATE_HEADER)) return received;
    // A backend may announce the header and still refuse it in its CORS rules. No form would then get a number.
    headers.delete(CLIENT_STATE_HEADER);
    return withHeaders(message, options, headers);
  };
  return isElsewhere ? withoutRefusedKey(config, exchange) : exchange;
}

/** True if a browser may have taken the answer from its cache, or may do so next time. */
export function mayBeCached(headers: Received['headers']): boolean {
  const control = headers['cache-control'] ?? '';
  if (/no-store|no-cache|max-age=0\b/i.test(control)) return false;
  return /max-age/i.test(control) || 'expires' in headers || 'last-modified' in headers;
}

/** After this many calls in a row without an answer, the idempotency header is suspected. */
const MAX_UNANSWERED = 2;
const PROBE_TIMEOUT_MS = 10_000;

/**
 * Finds out if a backend on another origin refuses the idempotency header in its preflight, though it announced the
 * header. The browser then sends nothing, and the failure looks like a missing network. So the app sends a harmless
 * GetInfo without the header, one with it, and one without it. If only the one with the header fails, the backend
 * refuses the header. Nothing of the calls arrived then, and the next try is sent without the header.
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

/**
 * Returns a function that makes one call and parses its answer. The caller decides what the answer means and whether to
 * call again.
 */
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

/** A body that is the same on every try, byte for byte. So any part of it can be sent again. */
export type WholeBody = Readonly<{
  bytes: Blob;
  contentType: string;
}>;

type NamedFile = Readonly<{ data: Blob; fileName: string }>;

/**
 * Returns the body that `FormData` would send, with a fixed boundary for the step. The browser would use a new boundary
 * each time, and the rest of one body would not fit the beginning of another. The files are referenced, not read.
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

const quoted = (name: string): string =>
  name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
