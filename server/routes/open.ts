import type { FastifyInstance } from 'fastify';
import { API_PATH } from '../../src/domain/web-names.ts';
import { problem } from '../answers/problems.ts';
import { sendProblem } from '../answers/send-answer.ts';
import type { AppContext } from '../app-context.ts';
import { openApi } from '../contract/openapi.ts';
import { MINUTE_MS } from '../limits.ts';
import { networkOf } from '../plugins/guard.ts';
import { REPORT_PATH } from '../plugins/policies.ts';

const MAX_REPORTS_PER_MINUTE = 60;
const MAX_REPORT_BYTES = 16 * 1024;

/**
 * Adds the calls that need neither key nor device: the server's health, the API's description, and reports of what a
 * content security policy blocked.
 */
export function addOpenRoutes(app: FastifyInstance, context: AppContext): void {
  app.get('/health', async () => {
    await context.repository.probe();
    return { status: 'ok' };
  });

  const description = openApi();
  app.get('/openapi.json', async () => description);

  const limit = app.createRateLimit({
    max: MAX_REPORTS_PER_MINUTE,
    timeWindow: MINUTE_MS,
    keyGenerator: (request) => networkOf(request.ip),
  });
  app.addContentTypeParser(
    ['application/csp-report', 'application/reports+json'],
    { parseAs: 'string', bodyLimit: MAX_REPORT_BYTES },
    (_request, body, done) => {
      done(null, parseOrNull(String(body)));
    },
  );
  app.post(
    REPORT_PATH.slice(API_PATH.length),
    { bodyLimit: MAX_REPORT_BYTES },
    async (request, reply) => {
      const spent = await limit(request);
      if (!spent.isAllowed && spent.isExceeded) {
        reply.header('retry-after', Math.max(1, spent.ttlInSeconds));
        return sendProblem(request, reply, problem('too-many-requests'));
      }
      for (const { directive, blocked } of violationsIn(request.body, request.host)) {
        context.log.violation(directive, blocked);
      }
      return reply.code(204).send();
    },
  );
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

type Violation = Readonly<{
  directive: string;
  blocked: string;
}>;

/** Reads both formats of report, old and new. Keeps only the directive and whether our own host was blocked. */
function violationsIn(body: unknown, ownHost: string): Violation[] {
  const reports = Array.isArray(body) ? body.slice(0, 10) : [body];
  return reports.flatMap((report) => {
    const old = member(report, 'csp-report');
    const it = old ?? member(report, 'body');
    const directive =
      member(it, 'effectiveDirective') ??
      member(it, 'effective-directive') ??
      member(it, 'violated-directive');
    if (typeof directive !== 'string' || !/^[a-z-]{1,40}$/.test(directive)) return [];
    return [
      {
        directive,
        blocked: kindOfBlocked(member(it, 'blockedURL') ?? member(it, 'blocked-uri'), ownHost),
      },
    ];
  });
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

const keywords = new Set([
  'inline',
  'eval',
  'wasm-eval',
  'self',
  'data',
  'blob',
  'trusted-types-policy',
  'trusted-types-sink',
]);

/** Returns one of a few fixed words. Anybody may send a report, so its text is never logged. */
function kindOfBlocked(blocked: unknown, ownHost: string): string {
  if (typeof blocked !== 'string') return 'none';
  if (keywords.has(blocked)) return blocked;
  if (!URL.canParse(blocked)) return 'none';
  return new URL(blocked).host === ownHost ? 'own' : 'other';
}

/** The address where Android and Chrome ask whether an app may show this site as its own. */
const PATH = '/.well-known/assetlinks.json';

/**
 * Publishes which Android app is ours, by its package and its signing certificates. If there is none, the address
 * answers 404.
 */
export function addAssetLinks(app: FastifyInstance, { androidApp }: AppContext): void {
  if (androidApp === null) return;
  const statements = [
    {
      relation: ['delegate_permission/common.handle_all_urls'],
      target: {
        namespace: 'android_app',
        package_name: androidApp.package,
        sha256_cert_fingerprints: androidApp.fingerprints,
      },
    },
  ];
  app.get(PATH, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=3600');
    return statements;
  });
}
