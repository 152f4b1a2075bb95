import { readFile, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { API_PATH, environmentNameOf } from '../../src/domain/web-names.ts';
import type { AppContext } from '../app-context.ts';
import { type ApiTrouble, apiTroubleAt, type BuiltApi, builtApi } from '../built-api.ts';
import { isHttps, policiesFor, REPORT_PATH } from './policies.ts';

/**
 * Returns the other origins that the built app calls when it is opened at this host. A proxy in front may have changed
 * the host. So behind a proxy all origins are returned.
 */
function apiOrigins(api: BuiltApi, request: FastifyRequest): string[] {
  const isForwarded =
    request.headers['x-forwarded-for'] !== undefined ||
    request.headers['x-forwarded-proto'] !== undefined;
  const called = isForwarded
    ? [api.dev, api.live]
    : [api[environmentNameOf(request.host.toLowerCase())]];
  return [...new Set([...called, api.analytics].flatMap(originOf))];
}

/** Empty for a relative address, because that is our own origin. */
function originOf(address: unknown): string[] {
  if (typeof address !== 'string' || !URL.canParse(address)) return [];
  const { origin, protocol } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? [origin] : [];
}

const shell = 'app.html';
const icon = 'favicon-48.png';
/** Documents without the app. Only the names of their files open them. */
const ownDocuments = new Set(['sign-in', 'old-browser']);

/**
 * Returns the address that the server reads. A page's address that cannot be decoded, such as `/%zz`, becomes the app's
 * page, which redirects to Home.
 */
export function readableAddress({ headers, url = '/' }: IncomingMessage): string {
  const [path = ''] = url.split('?');
  if (headers.accept?.includes('text/html') !== true || path.startsWith(`${API_PATH}/`)) return url;
  try {
    decodeURI(path);
    return url;
  } catch {
    return `/${shell}`;
  }
}

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

/** Returns the file for a path (no leading slash), or null if there is none. */
async function fileFor(
  distDir: string,
  path: string,
  request: FastifyRequest,
): Promise<string | null> {
  // As in `sw/page-for.ts`, an address may end with slashes. Without the lookbehind, the time grows with the square of their number.
  const trimmed = path.replace(/(?<!\/)\/+$/, '');
  // Old Angular workers unregister themselves only if this is a true 404.
  if (path === 'ngsw.json' || !isPlain(trimmed)) return null;
  if (trimmed === '') return 'index.html';
  if (path === 'favicon.ico') {
    // Browsers request this file by themselves, whatever icon a page names.
    return (await isFile(join(distDir, icon))) ? icon : null;
  }
  if (/\.[^/]*$/.test(path)) return (await isFile(join(distDir, path))) ? path : null;
  if (!ownDocuments.has(trimmed) && (await isFile(join(distDir, `${trimmed}.html`)))) {
    return `${trimmed}.html`;
  }
  // A client that accepts anything, or sends no `Accept` header, gets the page, too.
  return /text\/html|\*\/\*/.test(request.headers.accept ?? '*/*') ? shell : null;
}

/** Returns false if the path has `..`, hidden files, empty steps, control characters or backslashes. */
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

/** Logs once for each trouble that a page is opened at a host from which it can send nothing. */
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
    // A page comes with a token in a cookie. No shared cache may give that token to another person.
    return 'private, no-cache';
  }
  // Browsers must always check for a new worker and manifest. Other files (icons) may be a day old.
  return /\.(js|json|webmanifest)$/.test(file) ? 'no-cache' : 'public, max-age=86400';
}
