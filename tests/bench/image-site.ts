import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { floor } from '../../vite/floor.ts';

/** For workers and pictures this policy is the same as the app's. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; " +
  "worker-src 'self'; require-trusted-types-for 'script'; trusted-types veld-worker-script";

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};

export type ImageSite = Readonly<{
  origin: string;
  /** Serves `bytes` and returns their address. */
  put: (name: string, bytes: Uint8Array) => string;
  close: () => Promise<void>;
}>;

/** The worker that scans barcodes runs WebAssembly and needs its own policy, as in the app. */
const WASM_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'";

/**
 * Builds a page for pictures like the app, and serves it. Only the peers' page has no content security policy. `folder`: has both
 * pages.
 */
export async function openImageSite(
  port = 0,
  folder: 'image-page' | 'scan-page' = 'image-page',
): Promise<ImageSite> {
  const root = fileURLToPath(new URL(folder, import.meta.url));
  const outDir = await mkdtemp(join(tmpdir(), 'veld-pictures-'));
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      outDir,
      target: floor,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: [join(root, 'index.html'), join(root, 'peer.html')] },
    },
  });
  const library = createRequire(import.meta.url).resolve('browser-image-compression');
  const files = new Map<string, Uint8Array>([['/peer-library.js', await readFile(library)]]);
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const name = normalize(path === '/' ? '/index.html' : path);
    try {
      const bytes = files.get(path) ?? (await readFile(join(outDir, name)));
      const headers: Record<string, string> = {
        'content-type': types[extname(name)] ?? 'application/octet-stream',
      };
      const policy = name.startsWith('/assets/scan-worker-') ? WASM_POLICY : POLICY;
      if (name !== '/peer.html') headers['content-security-policy'] = policy;
      response.writeHead(200, headers).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(port, resolve));
  const address = server.address();
  const used = typeof address === 'object' && address !== null ? address.port : port;
  return {
    origin: `http://localhost:${used}`,
    put(name, bytes) {
      files.set(`/files/${name}`, bytes);
      return `/files/${name}`;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(outDir, { recursive: true, force: true });
    },
  };
}
