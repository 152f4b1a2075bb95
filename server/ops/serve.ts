import { once } from 'node:events';
import type { FastifyInstance } from 'fastify';
import project from '../../package.json' with { type: 'json' };
import { createLog, type Log } from '../log.ts';
import { type Meter, noMeter } from '../meter.ts';
import { createOpsServer, createReadiness } from './health.ts';
import { liveHostWarning } from './live-host-warning.ts';
import { measurePressure } from './measure-pressure.ts';
import { meteredLog } from './metered.ts';
import { openApp } from './open-app.ts';
import { type OpsSettings, type Settings, settingsFrom } from './operator-settings.ts';
import type { Metrics } from './prometheus.ts';

/** Serves until it is told to stop. */
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

/** Only who asks for them pays for them. */
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
 * First the balancer is told, and calls that come are still served; then none is taken any more, and those under way are
 * finished; then what is left is cut: its client tries again, and every commit is whole anyway.
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
