import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Metrics } from './prometheus.ts';

/** How long the database may take to answer, and how long what it answered is good for. */
const PROBE_MS = 1000;
const GOOD_FOR_MS = 2000;

/** Whether a balancer may send calls here. */
export type Readiness = () => Promise<boolean>;

/**
 * `probe`: throws, or takes too long, where the database is away; the start has brought its tables up to date. `stopping`: once
 * aborted, no more calls are to come, and those that come are served all the same.
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
 * The answers for the operator's machines: `/livez`, `/readyz`, `/metrics`. The phones' network cannot reach this port. The bucket is
 * not checked: without it forms are still accepted.
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
