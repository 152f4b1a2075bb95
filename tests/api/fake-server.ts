import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Seen = Readonly<{
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}>;

/** A real HTTP server. Each test writes the server's next answer. */
export class FakeServer {
  readonly seen: Seen[] = [];
  answer: (response: ServerResponse, request: Seen) => void = (response) => response.end();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const seen = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks),
      };
      this.seen.push(seen);
      this.answer(response, seen);
    });
  }

  static async start(): Promise<FakeServer> {
    const fake = new FakeServer();
    await new Promise<void>((resolve) => {
      fake.#server.listen(0, '127.0.0.1', resolve);
    });
    return fake;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  answerWith(status: number, body: unknown, headers: Record<string, string> = {}): void {
    this.answer = (response) => {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
      response.end(text);
    };
  }

  get last(): Seen {
    const seen = this.seen.at(-1);
    if (seen === undefined) throw new Error('Nothing was sent.');
    return seen;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
