import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pageFor } from '../../../sw/page-for.ts';
import { type Harness, openHarness } from '../support/harness.ts';

const script = `export const big = '${'x'.repeat(2000)}';`;
const program = Buffer.from('\0asm\x01\0\0\0');
const site: Record<string, string | Buffer> = {
  'index.html': '<!doctype html><title>Veld</title>home',
  'app.html': '<!doctype html><title>Veld</title>shell',
  'help/termsconditions.html': '<!doctype html>terms',
  'register.html': '<!doctype html>a form',
  'old-browser.html': '<!doctype html>old',
  'sign-in.html': '<!doctype html>sign-in',
  'ngsw-worker.js': 'self;',
  'ngsw.json': '{}',
  'manifest.webmanifest': '{"name":"Veld"}',
  'icon.png': 'png',
  'favicon-48.png': 'the icon',
  '.hidden': 'secret',
  'assets/main-abc123.js': script,
  'assets/main-abc123.js.br': brotliCompressSync(script),
  'assets/main-abc123.js.gz': gzipSync(script),
  'assets/plain-abc123.css': 'body{}',
  'assets/zxing_reader-abc123.wasm': program,
  'assets/zxing_reader-abc123.wasm.br': brotliCompressSync(program),
};
const appPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; font-src 'self'; " +
  "connect-src 'self'; worker-src 'self'; manifest-src 'self'; frame-src 'none'; form-action 'self'; " +
  "base-uri 'none'; object-src 'none'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'; trusted-types veld-worker-script; report-to csp";

let distDir: string;
let server: Harness;
beforeEach(async () => {
  distDir = mkdtempSync(join(tmpdir(), 'veld-dist-'));
  for (const [path, content] of Object.entries(site)) {
    mkdirSync(dirname(join(distDir, path)), { recursive: true });
    writeFileSync(join(distDir, path), content);
  }
  server = await openHarness({ distDir });
});
afterEach(async () => {
  await server.close();
  rmSync(distDir, { recursive: true, force: true });
});

const page = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const get = (url: string, headers: Record<string, string> = {}) => server.call({ url, headers });

describe('the backend that the build calls', () => {
  const wanted = { local: '/api', dev: 'https://dev.api.example/v1', live: 'https://api.example' };
  const name = (addresses: unknown) =>
    writeFileSync(join(distDir, '.api-addresses.json'), JSON.stringify(addresses));
  const connectSrc = async (url: string, headers: Record<string, string>) => {
    const reply = await get(url, headers);
    return /connect-src ([^;]*)/.exec(String(reply.headers['content-security-policy']))?.[1];
  };

  it.each([
    ['localhost:4173', "'self'"],
    ['127.0.0.1:4173', "'self'"],
    ['dev.veld.example', "'self' https://dev.api.example"],
    ['veld.example', "'self' https://api.example"],
  ])('may be called from %s, by page and worker, with no setting', async (host, allowed) => {
    name(wanted);
    expect(await connectSrc('/', { host })).toBe(allowed);
    expect(await connectSrc('/ngsw-worker.js', { host })).toBe(allowed);
  });

  it('may be called behind a proxy that hides the host', async () => {
    name(wanted);
    const headers = { host: 'localhost:4173', 'x-forwarded-proto': 'https' };
    expect(await connectSrc('/', headers)).toBe(
      "'self' https://dev.api.example https://api.example",
    );
  });

  it('may be called beside the analytics of the build, from any host', async () => {
    name({ ...wanted, analytics: 'https://analytics.example' });
    const allowed = (api: string) => `'self' ${api}https://analytics.example`;
    expect(await connectSrc('/', { host: 'localhost:4173' })).toBe(allowed(''));
    expect(await connectSrc('/', { host: 'veld.example' })).toBe(allowed('https://api.example '));
  });

  it('adds nothing to the policy if it is our own origin or no address', async () => {
    for (const live of ['/api', '', null, 'data:text/plain,x', 'https://a b; script-src *']) {
      name({ ...wanted, live });
      expect(await connectSrc('/', { host: 'veld.example' })).toBe("'self'");
    }
    writeFileSync(join(distDir, '.api-addresses.json'), '{"broken');
    expect(await connectSrc('/', { host: 'veld.example' })).toBe("'self'");
  });

  it.each([
    ['an address for examples', { live: 'https://api.veld.example' }, 'api-is-example'],
    ['our own address in full', { live: 'https://veld.co.za/api' }, 'api-not-relative'],
    ['nothing that the build says', {}, 'api-unknown'],
  ])('is logged, once, where pages could never reach it: %s', async (_what, api, event) => {
    name(api);
    for (const host of ['localhost:4173', 'veld.co.za', 'veld.co.za']) await get('/', { host });
    const warned = server
      .logged()
      .split('\n')
      .filter((line) => line.includes('"warn"'));
    expect(warned.map((line) => JSON.parse(line).event)).toEqual([event]);
  });

  it('is not logged if pages can send', async () => {
    for (const live of ['/api', 'https://api.operator.co.za/v1']) {
      name({ live });
      await get('/', { host: 'veld.co.za' });
    }
    expect(server.logged()).not.toContain('warn');
  });

  it('is not sent to any browser', async () => {
    name(wanted);
    expect((await get('/.api-addresses.json', page)).status).toBe(404);
  });
});

describe('the icon', () => {
  it('is served also under its old name', async () => {
    const reply = await get('/favicon.ico');
    expect([reply.status, reply.headers['content-type'], reply.text]).toEqual([
      200,
      'image/png',
      'the icon',
    ]);
  });
});

describe('pages', () => {
  it.each([
    ['/', 'home'],
    ['/help/termsconditions', 'terms'],
    ['/help/termsconditions/', 'terms'],
    ['/home/', 'shell'],
    ['/nope/', 'shell'],
    ['/sign-in', 'shell'],
    ['/sign-in.html', 'sign-in'],
    ['/register', 'a form'],
    ['/register/0b6c2a52-1f6a-4a39-9d0e-0d6f6f0c8f11', 'shell'],
    ['/outbox?status=Sent#x', 'shell'],
    ['/anything/else/at/all', 'shell'],
    ['/app.html', 'shell'],
    ['/%zz', 'shell'],
    ['/foo/%?from=a%20link', 'shell'],
    ['/replace/%E0%A4%A', 'shell'],
  ])('%s shows %s', async (url, text) => {
    const reply = await get(url, page);
    expect([reply.status, reply.headers['content-type']]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(reply.text).toContain(text);
    expect(reply.headers['cache-control']).toBe('private, no-cache');
  });

  it.each([
    '/',
    '/register',
    '/register/',
    '/outbox//',
    '/help/termsconditions/',
    '/sign-in',
    '/sign-in/',
    '/sign-in.html',
    '/sign-in.html/',
    '/old-browser',
    '/icon.png/',
    '/ngsw.json/',
    '/assets/',
  ])('%s shows the same with and without the service worker', async (path) => {
    const { status, text } = await get(path, page);
    expect([status, text]).toEqual([200, site[pageFor(path)?.slice(1) ?? '']]);
  });

  it('are only for a browser that opens a page: other requests with a wrong address get an error', async () => {
    for (const [url, headers] of [
      ['/%zz', {}],
      ['/assets/%zz.js', { accept: '*/*' }],
      ['/api/%zz', page],
    ] as const)
      expect((await get(url, headers)).status, url).toBe(400);
  });

  it('takes no time for thousands of slashes', async () => {
    const started = performance.now();
    await get(`/${'/'.repeat(15_000)}a`, page);
    expect(performance.now() - started).toBeLessThan(150);
  });

  it('have the app’s policy, with Trusted Types, and an anti-forgery cookie', async () => {
    for (const url of ['/', '/register', '/help/termsconditions']) {
      const { headers } = await get(url, page);
      expect(headers['content-security-policy']).toBe(appPolicy);
      expect(headers['reporting-endpoints']).toBe('csp="/api/csp-report"');
      expect(headers['cross-origin-opener-policy']).toBe('same-origin');
      expect(headers['set-cookie']).toMatch(/^XSRF-TOKEN=.+; Path=\/; .*SameSite=Strict$/);
      expect(headers['set-cookie']).not.toContain('HttpOnly');
      expect(Object.keys(headers)).not.toContain('clear-site-data');
    }
  });

  it('list their styles and scripts by hash in the policy', async () => {
    const hash = (text: string) => createHash('sha256').update(text).digest('base64');
    writeFileSync(
      join(distDir, 'index.html'),
      '<!doctype html><script>old()</script><style>b{color:red}</style><style>@media (width<9px){}</style>' +
        '<script type="module" src="/assets/main.js"></script>',
    );
    const { headers } = await get('/', page);
    const styles = `'sha256-${hash('b{color:red}')}' 'sha256-${hash('@media (width<9px){}')}'`;
    expect(headers['content-security-policy']).toBe(
      appPolicy
        .replace("script-src 'self'", `script-src 'self' 'sha256-${hash('old()')}'`)
        .replace("style-src 'self'", `style-src 'self' ${styles}`),
    );
  });

  it('allow Google’s window only on the sign-in page', async () => {
    const { headers } = await get('/sign-in.html', page);
    const policy = String(headers['content-security-policy']);
    for (const directive of [
      "script-src 'self' https://accounts.google.com/gsi/client;",
      'frame-src https://accounts.google.com/gsi/;',
      "connect-src 'self' https://accounts.google.com/gsi/;",
      "style-src 'self' https://accounts.google.com/gsi/style;",
      "img-src 'self' blob: https://*.googleusercontent.com;",
    ]) {
      expect(policy).toContain(directive);
    }
    expect(policy).not.toContain('trusted-types');
    expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
  });

  it('are sent again only if they changed', async () => {
    const first = await get('/register', page);
    const again = await get('/register', {
      ...page,
      'if-none-match': String(first.headers['etag']),
    });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('have no body for HEAD', async () => {
    const reply = await server.call({ method: 'HEAD', url: '/register', headers: page });
    expect([reply.status, reply.text]).toEqual([200, '']);
  });
});

describe('files', () => {
  it('with a hash in their name are cached for a year', async () => {
    const reply = await get('/assets/plain-abc123.css');
    expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(reply.headers['content-type']).toBe('text/css; charset=utf-8');
    expect(reply.headers['set-cookie']).toBeUndefined();
  });

  it.each([
    ['br, gzip, deflate', 'br'],
    ['gzip, deflate, br;q=1.0', 'br'],
    ['gzip', 'gzip'],
    ['identity', undefined],
  ])('come compressed as the browser can (%s)', async (accepted, encoding) => {
    const reply = await get('/assets/main-abc123.js', { 'accept-encoding': accepted });
    expect(reply.headers['content-encoding']).toBe(encoding);
    expect(reply.headers['content-type']).toMatch(/^(text|application)\/javascript/);
    expect(reply.headers['vary']).toContain('accept-encoding');
    const due = { br: brotliCompressSync(script), gzip: gzipSync(script) };
    expect(
      reply.bytes.equals(
        encoding === 'br' || encoding === 'gzip' ? due[encoding] : Buffer.from(script),
      ),
    ).toBe(true);
  });

  it('without a compressed version are sent uncompressed', async () => {
    const reply = await get('/assets/plain-abc123.css', { 'accept-encoding': 'br' });
    expect(reply.headers['content-encoding']).toBeUndefined();
    expect(reply.text).toBe('body{}');
  });

  it('have the types that an installation needs', async () => {
    const { headers } = await get('/manifest.webmanifest');
    expect(headers['content-type']).toMatch(/^application\/manifest\+json/);
    expect(headers['cache-control']).toBe('no-cache');
  });

  it('include the program that reads barcodes, compressed and for a year', async () => {
    const reply = await get('/assets/zxing_reader-abc123.wasm', { 'accept-encoding': 'br' });
    expect(reply.headers['content-type']).toBe('application/wasm');
    expect(reply.headers['content-encoding']).toBe('br');
    expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(reply.bytes.equals(brotliCompressSync(program))).toBe(true);
  });

  it('include the worker, which is never cached and has its own policy', async () => {
    const { headers } = await get('/ngsw-worker.js');
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; connect-src 'self'",
    );
  });
});

describe('a missing file', () => {
  it.each([
    '/ngsw.json',
    '/missing.js',
    '/assets/missing-abc123.js',
    '/assets/../../package.json',
    '/..%2f..%2fetc%2fpasswd',
    '/..%5c..%5cx.html',
    '/.hidden',
    '/.git/config',
    '//etc/passwd.txt',
    '/a%00.html',
  ])('%s is a true 404, which nothing may store', async (url) => {
    const reply = await get(url, page);
    expect(reply.status).toBe(404);
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.text).toBe('Not found.\n');
  });

  it('an address without an extension is 404 if no page was requested', async () => {
    expect((await get('/outbox', { accept: 'application/json' })).status).toBe(404);
    expect((await get('/outbox', { accept: '*/*' })).status).toBe(200);
    expect((await server.call({ method: 'POST', url: '/outbox', headers: page })).status).toBe(404);
  });

  it('an unknown call gets JSON, even if the caller prefers a page', async () => {
    const reply = await get('/api/Nope', page);
    expect([reply.status, reply.json.title]).toEqual([404, 'Not found']);
  });
});

describe('a build', () => {
  it('that is missing is reported with a message, and served as soon as it exists', async () => {
    rmSync(join(distDir, 'app.html'));
    const missing = await get('/', page);
    expect(missing.status).toBe(503);
    expect(missing.text).toContain('npm run build');
    expect(missing.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect((await get('/api/health')).status).toBe(200);

    writeFileSync(join(distDir, 'app.html'), '<!doctype html>built');
    expect((await get('/outbox', page)).text).toContain('built');
  });

  it('can be replaced while the server runs', async () => {
    await get('/outbox', page);
    writeFileSync(join(distDir, 'app.html'), '<!doctype html>second version');
    expect((await get('/outbox', page)).text).toContain('second version');
  });
});
