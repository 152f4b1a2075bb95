import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { environmentNameOf } from '../../src/domain/web-names.ts';
import type { AppContext } from '../app-context.ts';
import { type ApiTrouble, apiTroubleAt, type BuiltApi, builtApi } from '../built-api.ts';
import { isHttps, policiesFor, REPORT_PATH } from './policies.ts';

/**
 * Origins beside our own that the built app calls when it is opened at this host. A proxy in front may have changed the
 * host, so behind one they are all taken.
 */
function apiOrigins(api: BuiltApi, request: FastifyRequest): string[] {
  const isForwarded =
    request.headers['x-forwarded-for'] !== undefined ||
    request.headers['x-forwarded-proto'] !== undefined;
  const called = isForwarded
    ? [api.dev, api.live]
    : [api[environmentNameOf(request.host.toLowerCase())]];
  return [...new Set(called.flatMap(originOf))];
}

/** None for a relative address: that is our own origin. */
function originOf(address: unknown): string[] {
  if (typeof address !== 'string' || !URL.canParse(address)) return [];
  const { origin, protocol } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? [origin] : [];
}

const shell = 'app.html';
const icon = 'favicon-48.png';

/** Serves the built app: its files, and its pages for people's addresses. */
export async function addStaticApp(
  app: FastifyInstance,
  context: AppContext,
  distDir: string,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: distDir,
    serve: false,
    preCompressed: true,
    suppressWarning: true,
    cacheControl: false,
    index: false,
    dotfiles: 'deny',
  });

  const warn = warnOnce(context);
  app.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
    const path = request.params['*'];
    if (!(await isFile(join(distDir, shell)))) {
      return reply
        .code(503)
        .header('retry-after', '10')
        .type('text/plain; charset=utf-8')
        .send('Veld is not built yet. Run `npm run build`, then load this page again.\n');
    }
    const file = await fileFor(distDir, path, request);
    if (file === null) return reply.callNotFound();
    const api = await builtApi(distDir);
    if (file.endsWith('.html')) warn(request, api);
    await addFileHeaders(request, reply, context, distDir, file, api ?? {});
    return reply.sendFile(file);
  });
}

/** The file that answers an address (no leading slash), or null. */
async function fileFor(
  distDir: string,
  path: string,
  request: FastifyRequest,
): Promise<string | null> {
  // Old Angular workers take themselves down when, and only when, this is a true 404.
  if (path === 'ngsw.json' || !isPlain(path)) return null;
  if (path === '') return 'index.html';
  if (path === 'favicon.ico') {
    // Browsers ask for it by themselves, whatever a page says of its icon.
    return (await isFile(join(distDir, icon))) ? icon : null;
  }
  if (/\.[^/]*$/.test(path)) return (await isFile(join(distDir, path))) ? path : null;
  if (await isFile(join(distDir, `${path}.html`))) return `${path}.html`;
  // A client that accepts anything, or does not say, gets the page too.
  return /text\/html|\*\/\*/.test(request.headers.accept ?? '*/*') ? shell : null;
}

/** No way up, no hidden files, no empty steps, nothing that another system reads as a separator. */
function isPlain(path: string): boolean {
  return (
    path === '' ||
    (!/[\\\p{Cc}]/u.test(path) &&
      path.split('/').every((step) => step !== '' && !step.startsWith('.')))
  );
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

async function addFileHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  context: AppContext,
  distDir: string,
  file: string,
  api: BuiltApi,
): Promise<void> {
  reply.header('cache-control', lifetimeOf(file));
  const isPage = file.endsWith('.html');
  if (!isPage && !file.endsWith('.js')) return;
  const policies = policiesFor([...context.connectTo, ...apiOrigins(api, request)]);
  if (!isPage) {
    reply.header('content-security-policy', policies.worker(file));
    return;
  }
  const signIn = file === 'sign-in.html';
  const policy = signIn
    ? policies.signIn
    : policies.app(await readFile(join(distDir, file), 'utf8'));
  reply.headers({
    'content-security-policy': policy,
    'reporting-endpoints': `csp="${REPORT_PATH}"`,
    'set-cookie': context.antiForgery.cookie(
      request.headers.cookie,
      null,
      isHttps(request.headers),
    ),
  });
  if (signIn) {
    // Google's window must be able to answer the page that opened it.
    reply.header('cross-origin-opener-policy', 'same-origin-allow-popups');
  }
}

/** Logs, once for each trouble, that a page is opened at a host at which it can send nothing. */
function warnOnce({ log }: AppContext): (request: FastifyRequest, api: BuiltApi | null) => void {
  const warned = new Set<ApiTrouble>();
  return (request, api) => {
    const host = request.host.toLowerCase();
    if (environmentNameOf(host) === 'local') return;
    const trouble = apiTroubleAt(host, api);
    if (trouble === null || warned.has(trouble)) return;
    warned.add(trouble);
    log.warning(trouble);
  };
}

function lifetimeOf(file: string): string {
  if (file.startsWith('assets/')) return 'public, max-age=31536000, immutable';
  if (file.endsWith('.html')) {
    // It comes with a token in a cookie: no cache on the way may hand that to somebody else.
    return 'private, no-cache';
  }
  // The worker and the manifest must be asked for anew; the rest (icons) may be a day old.
  return /\.(js|json|webmanifest)$/.test(file) ? 'no-cache' : 'public, max-age=86400';
}
