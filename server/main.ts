import { resolve } from 'node:path';
import { buildApp } from './app.ts';
import { createLog } from './log.ts';

const root = resolve(import.meta.dirname, '..');
const port = Number(process.env['PORT'] ?? 4173);
// The name, not an address: it stands for 127.0.0.1 and ::1 alike, and for nobody else's machine.
const host = process.env['HOST'] ?? 'localhost';
const stopWithinMs = 10_000;

const now = () => Date.now();
const log = createLog(process.stdout, now);

const app = await buildApp({
  dataDir: resolve(process.env['VELD_DATA_DIR'] ?? resolve(root, '.data')),
  distDir: resolve(process.env['VELD_DIST_DIR'] ?? resolve(root, 'dist')),
  applicationKey: process.env['VELD_APPLICATION_KEY'] ?? 'veld-local-key',
  connectTo: (process.env['VELD_CONNECT_TO'] ?? '').split(/\s+/).filter(Boolean),
  now,
  log: process.stdout,
});

let stopping = false;
async function stop(): Promise<void> {
  if (stopping) {
    return;
  }
  stopping = true;
  log.event('stopping');
  // What is still running then is cut: its client tries again, and every commit is whole anyway.
  setTimeout(() => process.exit(1), stopWithinMs).unref();
  await app.close();
  log.event('stopped');
  process.exit(0);
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);

try {
  await app.listen({ port, host });
  process.stdout.write(`Veld is ready: http://${host}:${port}\n`);
} catch (error) {
  await app.close();
  const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  if (!taken) {
    throw error;
  }
  process.stderr.write(`Port ${port} is taken. Set PORT to another one and start again.\n`);
  process.exitCode = 1;
}
