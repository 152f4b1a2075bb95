import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { text as wholeText } from 'node:stream/consumers';
import type { WireNames } from '../../src/domain/web-names.ts';

export type Cookie = Readonly<{ value: string; isHttpOnly: boolean; path: string | null }>;

/** The cookies of one phone, for one origin. Expiry is ignored, because a run is short. */
class Cookies {
  readonly #all = new Map<string, Cookie>();
  readonly #antiForgery: string;

  constructor(antiForgery: string) {
    this.#antiForgery = antiForgery;
  }

  take(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const at = pair.indexOf('=');
      const path = attributes.find((each) => /^path=/i.test(each))?.slice('path='.length) ?? null;
      const isHttpOnly = attributes.some((each) => /^httponly$/i.test(each));
      this.#all.set(pair.slice(0, at), { value: pair.slice(at + 1), isHttpOnly, path });
    }
  }

  /** The value of the header `Cookie`. Empty if there are no cookies. */
  get line(): string {
    return [...this.#all].map(([name, { value }]) => `${name}=${value}`).join('; ');
  }

  get antiForgery(): Cookie | null {
    return this.#all.get(this.#antiForgery) ?? null;
  }

  get visible(): string {
    const all = [...this.#all].filter(([, { isHttpOnly, path }]) => !isHttpOnly && path === '/');
    return all.map(([name, { value }]) => `${name}=${value}`).join('; ');
  }
}

/** The tested backend, and the origin of the app that would call it. */
export type Target = Readonly<{
  /** The API's base address, as in `https://api.operator.example/v1`, without a trailing slash. */
  base: URL;
  appOrigin: string;
  applicationKey: string;
  /** The names of the headers and the cookie that the backend uses. */
  names: WireNames;
}>;

/** True if app and API share their origin. The app then calls a relative address, with the anti-forgery cookie. */
export const isSameOrigin = ({ base, appOrigin }: Target): boolean => base.origin === appOrigin;

/**
 * The address that a build calls: a path if app and API share their origin, otherwise the whole address. Without a
 * trailing slash.
 */
export const builtAddress = (target: Target): string =>
  (isSameOrigin(target) ? target.base.pathname : target.base.href).replace(/\/+$/, '');

export type Clock = Readonly<{ now: () => number; wait: (ms: number) => Promise<void> }>;

export type RawAnswer = Readonly<{ status: number; headers: Headers; body: string }>;

type SlowAnswer = Omit<RawAnswer, 'headers'>;

/** The minimum time between two calls: at most five calls a second. */
const MIN_GAP_MS = 200;
const TIMEOUT_MS = 60_000;
/** The time that a backend gets to work on a call after its connection was cut. */
const AFTER_CUT_MS = 500;

/** Sends all calls as a browser on one phone would. Remembers the newest answer. */
export class Wire {
  readonly cookies: Cookies;
  newest: RawAnswer | null = null;
  #cutsNext = false;
  #nextAt = 0;
  readonly #target: Target;
  readonly #clock: Clock;

  constructor(target: Target, clock: Clock) {
    this.#target = target;
    this.#clock = clock;
    this.cookies = new Cookies(target.names.antiForgeryCookie);
  }

  /** Cuts the next call's connection after the whole request was sent and before its answer arrives. */
  cutNext(): void {
    this.#cutsNext = true;
  }

  /** The `fetch` for the app's own client, which calls the address of a build. */
  readonly fetch: typeof fetch = async (address, init) => {
    const url = new URL(String(address), this.#target.base);
    const { method = 'GET', body = null, signal = null } = init ?? {};
    const headers = this.#browserHeaders(new Headers(init?.headers));
    await this.#turn();
    if (this.#cutsNext) {
      this.#cutsNext = false;
      await this.#cut(new Request(url, { method, headers, body }));
      throw new TypeError('cut');
    }
    const response = await fetch(url, { method, headers, body, signal, redirect: 'manual' });
    const text = await response.text();
    if (isSameOrigin(this.#target)) this.cookies.take(response.headers);
    this.newest = { status: response.status, headers: response.headers, body: text };
    const hasBody = ![204, 205, 304].includes(response.status);
    return new Response(hasBody ? text : null, response);
  };

  /**
   * Sends a call with exactly these headers and a browser's own. Returns null if there is no answer. `path`: below the
   * base address.
   */
  async raw(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<RawAnswer | null> {
    const address = this.#target.base.href.replace(/\/+$/, '') + path;
    try {
      this.newest = null;
      await this.fetch(address, { method, headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
    } catch {
      return null;
    }
    return this.newest;
  }

  /** Sends a body in small chunks. Resolves with null if the connection ended without a whole answer. */
  async trickle(
    call: Request,
    chunk: Readonly<{ bytes: number; everyMs: number }>,
  ): Promise<SlowAnswer | null> {
    const body = Buffer.from(await call.arrayBuffer());
    const { answered, request } = this.#open(call, body.length);
    for (let at = 0; at < body.length && !request.destroyed; at += chunk.bytes) {
      request.write(body.subarray(at, at + chunk.bytes));
      await this.#clock.wait(chunk.everyMs);
    }
    request.end();
    return answered;
  }

  /** Returns a request as the app's client would make it, with its headers. It is not sent. */
  requestOf(path: string, headers: Headers, body: FormData): Request {
    const address = this.#target.base.href.replace(/\/+$/, '') + path;
    return new Request(address, { method: 'POST', headers: this.#browserHeaders(headers), body });
  }

  async #cut(call: Request): Promise<void> {
    const body = Buffer.from(await call.arrayBuffer());
    const { request } = this.#open(call, body.length);
    await new Promise<void>((sent) => {
      request.once('error', () => sent());
      request.end(body, () => sent());
    });
    // The operating system still sends the last bytes. It gets the time of a round trip.
    await this.#clock.wait(20);
    request.destroy();
    await this.#clock.wait(AFTER_CUT_MS);
  }

  #open(call: Request, length: number) {
    const open = call.url.startsWith('https:') ? httpsRequest : httpRequest;
    const headers = { ...Object.fromEntries(call.headers), 'content-length': String(length) };
    const request = open(call.url, { method: call.method, headers, agent: false });
    const answered = new Promise<SlowAnswer | null>((done) => {
      request.once('response', (response) => {
        const { statusCode: status = 0 } = response;
        const whole = wholeText(response).then((body) => ({ status, body }));
        done(whole.catch(() => null));
      });
      request.once('error', () => done(null));
      request.once('close', () => done(null));
    });
    return { request, answered };
  }

  /** Adds the headers that a browser adds by itself. */
  #browserHeaders(headers: Headers): Headers {
    const { cookies } = this;
    if (!isSameOrigin(this.#target)) headers.set('origin', this.#target.appOrigin);
    else if (cookies.line !== '') headers.set('cookie', cookies.line);
    return headers;
  }

  async #turn(): Promise<void> {
    const waitMs = this.#nextAt - this.#clock.now();
    this.#nextAt = Math.max(this.#nextAt, this.#clock.now()) + MIN_GAP_MS;
    if (waitMs > 0) await this.#clock.wait(waitMs);
  }
}
