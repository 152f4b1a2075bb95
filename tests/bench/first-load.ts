import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Bench } from './bench.ts';
import { kB, sum, table } from './figures.ts';
import { direct, inLab } from './lab.ts';

/** Bytes on the wire: of the bodies, and of everything with its headers. */
type Loaded = Readonly<{
  html: number;
  js: number;
  css: number;
  files: number;
  withHeaders: number;
  encodings: ReadonlySet<string>;
}>;

const inAll = ({ html, js, css }: Loaded): number => html + js + css;

export const firstLoad: Bench = {
  name: 'first-load',
  title: 'First load in a cold Chromium: bytes that crossed the wire',
  run: async (stage) => {
    const load = (path: string): Promise<Loaded> =>
      inLab(stage, direct, async ({ device }) => {
        const page = device.context.pages()[0] ?? (await device.context.newPage());
        const session = await page.context().newCDPSession(page);
        const started = new Map<string, { type: string; encoding: string; headers: number }>();
        const sizes = { html: 0, js: 0, css: 0, files: 0, withHeaders: 0 };
        const encodings = new Set<string>();
        session.on('Network.responseReceived', ({ requestId, type, response }) => {
          // A file from the service worker's cache is not loaded.
          if (response.fromServiceWorker) return;
          const encoding = response.headers['content-encoding'] ?? 'none';
          started.set(requestId, { type, encoding, headers: response.encodedDataLength });
        });
        session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
          const { type = '', encoding = '', headers = 0 } = started.get(requestId) ?? {};
          const body = encodedDataLength - headers;
          if (type === 'Script') sizes.js += body;
          else if (type === 'Stylesheet') sizes.css += body;
          else if (type === 'Document') sizes.html += body;
          else return;
          sizes.files += 1;
          sizes.withHeaders += encodedDataLength;
          encodings.add(encoding);
        });
        await session.send('Network.enable');
        // The precaching of the service worker belongs to another target, and comes after the page is usable.
        await page.goto(path, { waitUntil: 'networkidle' });
        return { ...sizes, encodings };
      });
    const rows = [['page', 'HTML', 'JS', 'CSS', 'in all', 'bound', 'files', 'with headers']];
    const add = (name: string, loaded: Loaded, bound: string): void => {
      const { css, files, html, js, withHeaders } = loaded;
      const sizes = [html, js, css, inAll(loaded)].map(kB);
      rows.push([name, ...sizes, bound, String(files), kB(withHeaders)]);
    };
    const home = await load('/');
    add('/', home, '95 kB');
    add('/register', await load('/register'), '142.5 kB');
    add('/outbox', await load('/outbox'), '145 kB');
    stage.say(table(rows));
    stage.say('\nPages carry the first styles within their HTML.');
    stage.say(
      `Encodings seen: ${[...home.encodings].join(', ')} (files below 1 kB go as they are).`,
    );
    const reference = readFileSync(join(stage.dist, referenceScript(stage.dist)));
    const compressed = brotliCompressSync(reference).length;
    stage.say(`Simple reference (React, router, Dexie, one field): ${kB(compressed)} brotli.`);
    const gzipped = (file: string): number =>
      gzipSync(readFileSync(join(stage.dist, file)), { level: 9 }).length;
    const start = gzipped('ngsw-worker.js');
    const inAssets = (pattern: RegExp): number =>
      sum(
        readdirSync(join(stage.dist, 'assets'))
          .filter((name) => pattern.test(name))
          .map((name) => gzipped(join('assets', name))),
      );
    const drain = inAssets(/^worker-outbox-.*\.js$/);
    stage.say(
      `The code that encrypts and stores rows, gzip: ${kB(inAssets(/^keys-.*\.js$/))} (bound 3 kB for the encryption alone). The lock, on demand: ${kB(inAssets(/^lock-.*\.js$/))} ` +
        `(bound 6 kB), and the worker that stretches a PIN: ${kB(inAssets(/^unlock-worker-.*\.js$/))}.`,
    );
    stage.say(
      `Worker, gzip: ${kB(start)} at its start, ${kB(drain)} for a drain, ${kB(start + drain)} together (bound 45 kB).`,
    );
  },
};

function referenceScript(dist: string): string {
  const html = readFileSync(join(dist, 'reference.html'), 'utf8');
  const [, path] = /src="\/([^"]+)"/.exec(html) ?? [];
  if (path === undefined) throw new Error('reference.html has no script.');
  return path;
}
