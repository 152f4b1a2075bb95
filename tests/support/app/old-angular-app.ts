import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

const page = `<!doctype html><title>Old</title><h1>The old app</h1><script>
  navigator.serviceWorker.register('/ngsw-worker.js');
</script>`;

/**
 * A stand-in for the worker of '@angular/service-worker'. It caches the page under the same kind of name, and answers every navigation
 * from the cache. It unregisters itself if its manifest is a 404.
 */
const worker = `
  const control = 'ngsw:/:db:control', assets = 'ngsw:/:1f0c:assets:app:cache';
  addEventListener('install', (event) => { skipWaiting(); event.waitUntil(keep()); });
  addEventListener('activate', (event) => event.waitUntil(clients.claim()));
  addEventListener('fetch', (event) => {
    if (event.request.mode === 'navigate') event.respondWith(answer());
  });
  async function keep() {
    await (await caches.open(control)).put('/latest', new Response('1f0c'));
    await (await caches.open(assets)).add('/index.html');
  }
  async function answer() {
    const manifest = await fetch('/ngsw.json', { cache: 'no-store' }).catch(() => null);
    const kept = await caches.match('/index.html');
    if (manifest?.status === 404) registration.unregister();
    return kept ?? fetch('/index.html');
  }
`;

const oldFiles: Readonly<Record<string, readonly [type: string, text: string]>> = {
  '/': ['text/html', page],
  '/index.html': ['text/html', page],
  '/ngsw-worker.js': ['application/javascript', worker],
  '/ngsw.json': ['application/json', '{"configVersion":1}'],
};

/** A server that first serves the old Angular app. After `replaceBy`, it forwards all requests to another server. */
export class OldAngularApp {
  readonly #server: Server;
  #backend: URL | undefined;

  private constructor() {
    this.#server = createServer((incoming, outgoing) => this.#answer(incoming, outgoing));
  }

  static async start(): Promise<OldAngularApp> {
    const app = new OldAngularApp();
    await new Promise<void>((resolve) => {
      app.#server.listen(0, 'localhost', resolve);
    });
    return app;
  }

  get address(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  replaceBy(address: string): void {
    this.#backend = new URL(address);
  }

  #answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
    if (this.#backend === undefined) {
      const [type, text] = oldFiles[incoming.url ?? '/'] ?? oldFiles['/'] ?? ['', ''];
      outgoing.writeHead(200, { 'Content-Type': type }).end(text);
      return;
    }
    const { hostname, port } = this.#backend;
    const { method, url, headers } = incoming;
    const forwarded = request({ hostname, port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
