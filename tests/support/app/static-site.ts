import { createReadStream, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { policiesFor } from '../../../server/plugins/policies.ts';
import { BackendProcess } from '../backend/backend-process.ts';
import { Device } from '../browser/device.ts';
import type { DeviceOptions } from '../browser/launch.ts';
import { buildApp } from './built-app.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'application/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};

const policies = policiesFor([]);

/** A server for the built app. A test can replace its files, as a deployment does. Its API always answers 503. */
export class StaticSite {
  /** The replaced files by path: another text, or a 404 (null). */
  readonly replaced = new Map<string, string | null>();
  /** Every requested path, in order. */
  readonly asked: string[] = [];
  readonly #server: Server;
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
    this.#server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      this.asked.push(pathname);
      const file = this.#fileOf(pathname);
      const replaced = this.replaced.get(file);
      const path = join(folder, file);
      if (pathname.startsWith('/api/')) return response.writeHead(503).end();
      if (replaced === null || (replaced === undefined && !existsSync(path))) {
        return response.writeHead(404).end();
      }
      response.writeHead(200, {
        'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
        'Cache-Control': 'no-cache',
        'Content-Security-Policy': file.endsWith('.html')
          ? policies.app(replaced ?? readFileSync(path, 'utf8'))
          : policies.worker(file.slice(1)),
      });
      if (replaced !== undefined) return response.end(replaced);
      return createReadStream(path).pipe(response);
    });
  }

  static async start(folder: string): Promise<StaticSite> {
    const site = new StaticSite(folder);
    await new Promise<void>((resolve) => {
      site.#server.listen(0, '127.0.0.1', resolve);
    });
    return site;
  }

  get address(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  textOf(file: string): string {
    return readFileSync(join(this.#folder, file), 'utf8');
  }

  #fileOf(pathname: string): string {
    if (pathname === '/') return '/index.html';
    if (/\.[^/]*$/.test(pathname)) return pathname;
    return existsSync(join(this.#folder, `${pathname}.html`)) ? `${pathname}.html` : '/app.html';
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

const LIVE_HOST = 'veld.example';

/** Runs `work` with a phone whose app is at a live address. There the app has no banner and no badge, as agents see it. */
export async function atLiveAddress(
  work: (device: Device) => Promise<void>,
  { args = [], ...options }: Pick<DeviceOptions, 'args' | 'deviceScaleFactor'> = {},
): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'veld-live-'));
  const dist = join(scratch, 'dist');
  buildApp(dist, { settings: { VITE_API_LIVE: '/api' } });
  const backend = await BackendProcess.start({ VELD_DIST_DIR: dist });
  const address = `http://${LIVE_HOST}:${backend.port}`;
  const device = new Device(address, {
    ...options,
    args: [
      ...args,
      `--host-resolver-rules=MAP ${LIVE_HOST} 127.0.0.1`,
      // Without this switch, a service worker needs HTTPS.
      `--unsafely-treat-insecure-origin-as-secure=${address}`,
    ],
  });
  try {
    await device.switchOn();
    await work(device);
  } finally {
    await device.remove();
    await backend.remove();
    rmSync(scratch, { recursive: true, force: true });
  }
}
