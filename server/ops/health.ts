import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Metrics } from './prometheus.ts';

/** The database's time limit for an answer, and how long the server reuses the result. */
const PROBE_MS = 1000;
const GOOD_FOR_MS = 2000;

/** Returns true if a load balancer may send calls to this server. */
export type Readiness = () => Promise<boolean>;

/**
 * `probe`: throws, or takes too long, if the database does not answer. `stopping`: once aborted, the server is not
 * ready, but still answers calls. The tables need no check: the start has migrated them.
 */
export function createReadiness(
  probe: () => Promise<void>,
  now: () => number,
  stopping: AbortSignal,
): Readiness {
  let last: Readonly<{ at: number; ready: Promise<boolean> }> | null = null;
  const ask = (): Promise<boolean> => {
    const late = new Promise<boolean>((done) => setTimeout(done, PROBE_MS, false).unref());
    const answered = probe().then(
      () => true,
      () => false,
    );
    return Promise.race([answered, late]);
  };
  return async () => {
    if (last === null || Math.abs(now() - last.at) >= GOOD_FOR_MS) {
      last = { at: now(), ready: ask() };
    }
    return (await last.ready) && !stopping.aborted;
  };
}

/**
 * Answers the operator's machines: `/livez`, `/readyz`, `/metrics`. The phones' network cannot reach this port. The
 * bucket is not checked: without it the server still accepts forms.
 */
export function createOpsServer(isReadyNow: Readiness, metrics: Metrics): Server {
  const say = (response: ServerResponse, status: number, text: string) =>
    response
      .writeHead(status, {
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'no-store',
      })
      .end(text);
  const answer = async (path: string, response: ServerResponse) => {
    if (path === '/livez') return say(response, 200, 'ok\n');
    if (path === '/readyz') {
      const isReady = await isReadyNow();
      return say(response, isReady ? 200 : 503, isReady ? 'ready\n' : 'not ready\n');
    }
    if (path !== '/metrics') return say(response, 404, 'Not found.\n');
    const text = await metrics.text();
    return response.writeHead(200, { 'content-type': metrics.contentType }).end(text);
  };
  return createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    answer(path, response).catch(() => response.destroy());
  });
}
