import type { FastifyInstance } from 'fastify';
import { createLog, type Log } from '../log.ts';
import { liveHostWarning } from './live-host-warning.ts';
import { openApp } from './open-app.ts';
import { settingsFrom } from './operator-settings.ts';

const STOP_WITHIN_MS = 10_000;

/** Serves until it is told to stop. */
export async function serve(root: string): Promise<void> {
  const settings = settingsFrom(process.env, root);
  const now = () => Date.now();
  const { port, host, ...options } = settings;
  const log = createLog(process.stdout, now);
  const { app } = await openApp({ ...options, now, log });
  stopOnSignal(app, log);
  try {
    await app.listen({ port, host });
    process.stderr.write((await liveHostWarning(settings)) ?? '');
    process.stdout.write(`Veld is ready: http://${host}:${port}\n`);
  } catch (error) {
    await app.close();
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (!taken) throw error;
    process.stderr.write(`Port ${port} is taken. Set PORT to another one and start again.\n`);
    process.exitCode = 1;
  }
}

function stopOnSignal(app: FastifyInstance, log: Log): void {
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    log.event('stopping');
    // What is still running then is cut: its client tries again, and every commit is whole anyway.
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    await app.close();
    log.event('stopped');
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
