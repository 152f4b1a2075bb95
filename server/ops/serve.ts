import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import type { FastifyInstance } from 'fastify';
import project from '../../package.json' with { type: 'json' };
import type { Pressure } from '../app-context.ts';
import { type ApiTrouble, apiTroubleAt, builtApi } from '../built-api.ts';
import { createLog, type Log } from '../log.ts';
import { type Meter, noMeter } from '../meter.ts';
import { isAnnounced, type Repository } from '../repository/repository-port.ts';
import { meteredLog, openApp } from './open-app.ts';
import { type OpsSettings, type Settings, settingsFrom } from './operator-settings.ts';
import type { Metrics } from './prometheus.ts';

/** Stands for any host that is neither this machine nor a developer's. */
const SOME_LIVE_HOST = 'live';

const sentences: Partial<Record<ApiTrouble, string>> = {
  'api-unknown': 'this build of the app does not name its API address',
  'api-is-example':
    'this build of the app has an example as its API address, so it sends nothing and shows "No connection yet"',
};

/**
 * Returns a warning if other machines can open the app, but the app could not send from there. Otherwise returns null.
 * The start continues: in a container the server listens on the whole network, even if the app is opened at localhost
 * only.
 */
export async function liveHostWarning({
  host,
  trustProxy,
  distDir,
}: Settings): Promise<string | null> {
  const isForThisMachine = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host) && trustProxy === null;
  if (isForThisMachine || !existsSync(join(distDir, 'index.html'))) return null;
  const trouble = apiTroubleAt(SOME_LIVE_HOST, await builtApi(distDir));
  const what = trouble === null ? undefined : sentences[trouble];
  return what === undefined
    ? null
    : `Warning: if it is opened at another host than localhost, ${what}. Build the app again with VITE_API_LIVE=/api (this server) or the address of your own backend.\n`;
}

/** Returns a warning if there is a policy, and phones are not told of it. Otherwise returns null. */
export async function policyWarning(
  { announce, policy }: Settings,
  repository: Repository,
): Promise<string | null> {
  if (policy === null || (await isAnnounced(repository, announce))) return null;
  return 'Warning: phones are not told of the policy (VELD_POLICY_…) yet: set VELD_ANNOUNCE=yes.\n';
}

const SAMPLE_MS = 1000;
const RESOLUTION_MS = 10;

/**
 * Measures how busy this process was in the last second. It uses the mean delay, not the longest: one slow commit is no
 * overload.
 */
export function measurePressure(): () => Pressure {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  let last: Pressure = { loopDelayMs: 0, heapShare: 0 };
  const look = (): void => {
    const { used_heap_size, heap_size_limit } = getHeapStatistics();
    // Without samples the mean is not a number. Then there was no delay.
    const loopDelayMs = Math.max(0, (delays.mean || 0) / 1e6 - RESOLUTION_MS);
    last = { loopDelayMs, heapShare: used_heap_size / heap_size_limit };
    delays.reset();
  };
  setInterval(look, SAMPLE_MS).unref();
  return () => last;
}

/** Runs the server until a signal stops it. */
export async function serve(root: string): Promise<void> {
  const settings = settingsFrom(process.env, root);
  const now = () => Date.now();
  const { port, host, ops, ...options } = settings;
  const stopping = new AbortController();
  const metrics = ops === null ? null : await loadMetrics();
  const meter: Meter = metrics?.meter ?? noMeter;
  const log = meteredLog(createLog(process.stdout, now), meter);
  const pressure = measurePressure();
  const given = { ...options, now, log, meter, pressure, stopping: stopping.signal };
  const { app, data } = await openApp(given);
  stopOnSignal(app, log, settings, stopping);
  let taken = { setting: 'VELD_OPS_PORT', port: ops?.port };
  try {
    if (ops !== null && metrics !== null) {
      const isReady = createReadiness(data.repository.probe, now, stopping.signal);
      await listenForOps(app, ops, async () => app.server.listening && isReady(), metrics);
    }
    taken = { setting: 'PORT', port };
    process.stderr.write((await policyWarning(settings, data.repository)) ?? '');
    await app.listen({ port, host });
    process.stderr.write((await liveHostWarning(settings)) ?? '');
    process.stdout.write(`Veld is ready: http://${host}:${port}\n`);
  } catch (error) {
    await app.close();
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (!isTaken) throw error;
    process.stderr.write(
      `Port ${taken.port} is taken. Set ${taken.setting} to another one and start again.\n`,
    );
    process.exitCode = 1;
  }
}

async function loadMetrics(): Promise<Metrics> {
  const { createMetrics } = await import('./prometheus.ts');
  return createMetrics(project.version);
}

async function listenForOps(
  app: FastifyInstance,
  { port, host }: OpsSettings,
  isReady: () => Promise<boolean>,
  metrics: Metrics,
): Promise<void> {
  const server = createOpsServer(isReady, metrics);
  server.listen(port, host);
  await once(server, 'listening');
  app.addHook('onClose', async () => {
    server.close();
    server.closeAllConnections();
  });
}

/**
 * Stops in three steps. First `/readyz` reports 'not ready', and the server still takes calls. Then it accepts no new
 * calls, and running calls finish. Then it cuts the remaining calls: phones repeat them, and no commit is half done.
 */
function stopOnSignal(
  app: FastifyInstance,
  log: Log,
  { drainMs, stopMs }: Settings,
  stopping: AbortController,
): void {
  const stop = async (): Promise<void> => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    log.event('stopping');
    await new Promise((done) => setTimeout(done, drainMs));
    setTimeout(() => process.exit(1), stopMs).unref();
    await app.close();
    log.event('stopped');
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/** The database's time limit for an answer, and how long the server reuses the result. */
const PROBE_MS = 1000;
const GOOD_FOR_MS = 2000;

/** Returns true if a load balancer may send calls to this server. */
type Readiness = () => Promise<boolean>;

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
function createOpsServer(isReadyNow: Readiness, metrics: Metrics): Server {
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
