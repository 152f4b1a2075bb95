import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { pick, seededRandom } from '../fakes/seeded-random.ts';

export const faultKinds = [
  /** The connection is reset before the backend gets anything. */
  'resetBefore',
  /** The connection is reset while the body is being sent. The backend gets nothing. */
  'resetInBody',
  /** The backend handles the request; the connection is reset instead of an answer. */
  'resetAfter',
  /** The backend handles the request; the connection is closed without an answer. */
  'endAfter',
  /** The client gets half of the answer, with the Content-Length of the whole answer. */
  'truncate',
  /** A captive portal's page, with 200. */
  'html',
  /** A captive portal's redirect to a page. */
  'redirect',
  'status408',
  'status429',
  'status500',
  'status502',
  /** With Retry-After: 1. */
  'status503',
  /** The backend handles the request; its answer comes a few bytes at a time. */
  'trickle',
  /** The request is neither forwarded nor answered, until the client gives up or the proxy stops. */
  'hang',
  /** The backend gets the same request twice at the same time. The client gets the first answer. */
  'twin',
  /** As 'twin', but the second request comes after the answer to the first. */
  'lateTwin',
] as const;
export type FaultKind = (typeof faultKinds)[number];

export type SeenRequest = Readonly<{ method: string; path: string; index: number }>;
/** Decides what happens to each request to the API; null lets it pass. */
export type FaultPlan = (request: SeenRequest) => FaultKind | null;

/** A fault for each of the first requests, in this order. Null lets a request pass. All later requests pass. */
export const scripted =
  (faults: readonly (FaultKind | null)[]): FaultPlan =>
  ({ index }) =>
    faults[index] ?? null;

/** Random faults, the same for the same seed and order of requests. `rate`: the share of requests with a fault. */
export function randomFaults(
  seed: number,
  rate: number,
  kinds: readonly FaultKind[] = faultKinds,
): FaultPlan {
  const random = seededRandom(seed);
  return () => (random() < rate ? pick(kinds, random) : null);
}

/** A request to the API that passed and was answered; times from `performance.now()`. */
export type Exchange = Readonly<{
  method: string;
  path: string;
  arrivedAt: number;
  answeredAt: number;
  /** The backend's own time (its Server-Timing header), ms. */
  serverMs: number;
}>;

const portalPage =
  '<!doctype html><title>Wi-Fi</title><h1>Welcome</h1><p>Sign in to use this network.</p>';

type Answer = Readonly<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>;

/** A proxy before the real backend that applies its plan's faults to requests to `/api/`. */
export class FaultProxy {
  readonly #server: Server;
  readonly #target: URL;
  readonly #counts = new Map<FaultKind, number>();
  readonly #requests: (SeenRequest & Readonly<{ arrivedAt: number }>)[] = [];
  readonly #exchanges: Exchange[] = [];
  #plan: FaultPlan;

  private constructor(target: string, plan: FaultPlan) {
    this.#target = new URL(target);
    this.#plan = plan;
    this.#server = createServer((request, response) => {
      void this.#handle(request, response).catch(() => request.socket.destroy());
    });
    this.#server.keepAliveTimeout = 30_000;
  }

  /** @param port 0: any free port */
  static async start(target: string, plan: FaultPlan = () => null, port = 0): Promise<FaultProxy> {
    const proxy = new FaultProxy(target, plan);
    await new Promise<void>((resolve, reject) => {
      proxy.#server.once('error', reject);
      proxy.#server.listen(port, 'localhost', resolve);
    });
    return proxy;
  }

  get address(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The number of faults so far, by kind. */
  get counts(): Readonly<Partial<Record<FaultKind, number>>> {
    return Object.fromEntries(this.#counts);
  }

  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Every request to the API, in order of arrival. */
  get requests(): readonly (SeenRequest & Readonly<{ arrivedAt: number }>)[] {
    return this.#requests;
  }

  get exchanges(): readonly Exchange[] {
    return this.#exchanges;
  }

  follow(plan: FaultPlan): void {
    this.#plan = plan;
  }

  /** Lets every request pass from now on, and closes hanging connections. */
  calm(): void {
    this.#plan = () => null;
    this.#server.closeAllConnections();
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    if (!path.startsWith('/api/')) return this.#pass(request, response);
    const arrivedAt = performance.now();
    const seen = { method: request.method ?? 'GET', path, index: this.#requests.length };
    this.#requests.push({ ...seen, arrivedAt });
    const fault = this.#plan(seen);
    if (fault === null) {
      response.once('finish', () => {
        const [, took = '0'] =
          /dur=([\d.]+)/.exec(String(response.getHeader('server-timing'))) ?? [];
        const { method } = seen;
        const answeredAt = performance.now();
        this.#exchanges.push({ method, path, arrivedAt, answeredAt, serverMs: Number(took) });
      });
      return this.#pass(request, response);
    }
    this.#counts.set(fault, (this.#counts.get(fault) ?? 0) + 1);
    return this.#harm(fault, request, response);
  }

  /** Forwards the request as a stream. If the backend is down, the client sees a reset. */
  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { socket } = request;
    const onward = httpRequest(this.#onward(request), (answer) => {
      for (const [name, value] of Object.entries(answer.headers))
        if (value !== undefined) response.setHeader(name, value);
      response.writeHead(answer.statusCode ?? 502);
      answer.on('error', () => socket.destroy());
      answer.on('aborted', () => socket.destroy());
      answer.pipe(response);
    });
    onward.on('error', () => socket.resetAndDestroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  }

  async #harm(fault: FaultKind, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { socket } = request;
    const reset = (): void => void socket.resetAndDestroy();
    if (fault === 'resetBefore') return reset();
    if (fault === 'hang') return void request.resume();
    if (fault === 'resetInBody') {
      request.once('data', reset);
      request.once('end', reset);
      return;
    }
    const body = await bytesOf(request);
    // biome-ignore lint/nursery/useExhaustiveSwitchCases: it does not see which kinds have left above.
    switch (fault) {
      case 'resetAfter':
        await this.#ask(request, body);
        return reset();
      case 'endAfter':
        await this.#ask(request, body);
        return void socket.end();
      case 'html':
        return void response.writeHead(200, { 'content-type': 'text/html' }).end(portalPage);
      case 'redirect':
        return void response.writeHead(302, { location: '/portal.html' }).end();
      case 'status408':
      case 'status429':
      case 'status500':
      case 'status502':
      case 'status503': {
        const status = Number(fault.slice('status'.length));
        const headers = status === 503 ? { 'retry-after': '1' } : {};
        return void response.writeHead(status, headers).end();
      }
      case 'truncate': {
        const answer = await this.#ask(request, body);
        const half = answer.body.subarray(0, Math.floor(answer.body.length / 2));
        response.writeHead(answer.status, {
          ...answer.headers,
          'content-length': String(answer.body.length),
        });
        return void response.write(half, () => socket.destroy());
      }
      case 'trickle': {
        const answer = await this.#ask(request, body);
        response.writeHead(answer.status, answer.headers);
        for (let at = 0; at < answer.body.length && !socket.destroyed; at += 40) {
          response.write(answer.body.subarray(at, at + 40));
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
        return void response.end();
      }
      case 'twin': {
        const second = this.#ask(request, body).catch(() => undefined);
        const first = await this.#ask(request, body);
        await second;
        return void response.writeHead(first.status, first.headers).end(first.body);
      }
      case 'lateTwin': {
        const first = await this.#ask(request, body);
        response.writeHead(first.status, first.headers).end(first.body);
        await this.#ask(request, body).catch(() => undefined);
      }
    }
  }

  #onward(request: IncomingMessage) {
    return {
      hostname: this.#target.hostname,
      port: this.#target.port,
      method: request.method,
      path: request.url,
      headers: request.headers,
    };
  }

  #ask(request: IncomingMessage, body: Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const { 'transfer-encoding': _, ...headers } = request.headers;
      const length = body.length > 0 ? { 'content-length': String(body.length) } : {};
      const onward = httpRequest(
        { ...this.#onward(request), headers: { ...headers, ...length } },
        (answer) => {
          bytesOf(answer).then((bytes) => {
            const { 'transfer-encoding': __, ...rest } = answer.headers;
            resolve({ status: answer.statusCode ?? 502, headers: rest, body: bytes });
          }, reject);
        },
      );
      onward.on('error', reject);
      onward.end(body);
    });
  }
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}
