import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call to the API as it went over the wire. */
export type WireCall = Readonly<{
  method: string;
  /** The last part of its path: 'RegisterSim'. */
  name: string;
  /** The query of its address: '?after=&numbers=0', or ''. */
  query: string;
  formId: string | null;
  /** Only in a removal. */
  registrationFileId: string | null;
  /** Names of its files. */
  files: readonly string[];
  key: string;
  /** The header that tells the phone's state, or ''. */
  state: string;
  body: string;
}>;

/** An answer instead of the backend's; 'reset' resets the connection. The backend does not get the call. */
export type PlannedAnswer =
  | Readonly<{ status: number; headers?: Readonly<Record<string, string>>; body: unknown }>
  | 'reset';

const firstMatch = (pattern: RegExp, text: string): string | null =>
  pattern.exec(text)?.[1] ?? null;

function callOf(request: IncomingMessage, body: string): WireCall {
  const url = new URL(request.url ?? '/', 'http://localhost');
  return {
    method: request.method ?? 'GET',
    name: url.pathname.split('/').at(-1) ?? '',
    query: url.search,
    formId:
      url.searchParams.get('formId') ??
      firstMatch(/"formId":"([^"]+)"/, body) ??
      firstMatch(/name="FormId"\r\n(?:[^\r]+\r\n)*\r\n([^\r]+)/, body),
    registrationFileId: url.searchParams.get('registrationFileId'),
    files: [...body.matchAll(/filename="([^"]+)"/g)].map(([, name]) => name ?? ''),
    key: String(request.headers['idempotency-key'] ?? ''),
    state: String(request.headers['x-client-state'] ?? ''),
    body,
  };
}

/** A proxy before the real backend that records every call to the API and answers some itself. */
export class AnsweringProxy {
  /** In order of arrival; each attempt is one entry. */
  readonly calls: WireCall[] = [];
  readonly #server: Server;
  readonly #target: URL;
  #plan: (call: WireCall) => PlannedAnswer | null = () => null;

  private constructor(target: string) {
    this.#target = new URL(target);
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const planned = this.#planned(request, bytes);
        if (planned === 'reset') request.socket.resetAndDestroy();
        else if (planned !== null) {
          const type = { 'content-type': 'application/json' };
          response.writeHead(planned.status, { ...type, ...planned.headers });
          response.end(planned.body === undefined ? '' : JSON.stringify(planned.body));
        } else {
          const { hostname, port } = this.#target;
          const { method, url: path, headers } = request;
          const onward = httpRequest({ hostname, port, method, path, headers }, (answer) => {
            response.writeHead(answer.statusCode ?? 502, answer.headers);
            answer.pipe(response);
          });
          onward.on('error', () => request.socket.resetAndDestroy());
          onward.end(bytes);
        }
      });
    });
  }

  /** @param port 0: any free port */
  static async start(target: string, port = 0): Promise<AnsweringProxy> {
    const proxy = new AnsweringProxy(target);
    await new Promise<void>((resolve) => {
      proxy.#server.listen(port, '127.0.0.1', resolve);
    });
    return proxy;
  }

  get address(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Names of the calls since `from`, without GetInfo, which also fills the pool. */
  namesSince(from = 0): readonly string[] {
    return this.calls
      .slice(from)
      .map(({ name }) => name)
      .filter((name) => name !== 'GetInfo');
  }

  /** @param plan null lets a call through */
  answer(plan: (call: WireCall) => PlannedAnswer | null): void {
    this.#plan = plan;
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  #planned(request: IncomingMessage, bytes: Buffer): PlannedAnswer | null {
    if (!(request.url ?? '').startsWith('/api/')) return null;
    const call = callOf(request, bytes.toString('latin1'));
    this.calls.push(call);
    return this.#plan(call);
  }
}
