import { fork } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from '../../server/support/process.ts';

export type Usage = Readonly<{ cpuMs: number; peakBytes: number }>;

/** A server in its own process that reports its use of CPU and memory. */
export type MeasuredServer = Readonly<{
  port: number;
  /** From the start of the process until it prints 'ready'. */
  startMs: number;
  usage: () => Promise<Usage>;
  /** Sends SIGTERM. Resolves with the exit code. */
  stop: () => Promise<number | null>;
}>;

/** Our server, or the floor's. */
export type Entry = 'server/main.ts' | 'tests/bench/server/floor-main.ts';

/** `BENCH_NODE` has arguments for Node. For example, `--cpu-prof --cpu-prof-dir=…` writes a profile at the end. */
export async function startMeasured(
  entry: Entry,
  env: Readonly<Record<string, string>>,
): Promise<MeasuredServer> {
  const port = await freePort();
  const more = (process.env['BENCH_NODE'] ?? '').split(' ').filter(Boolean);
  const from = performance.now();
  const child = fork(entry, {
    execArgv: [...more, '--import', join(import.meta.dirname, 'tell-usage.ts')],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      ...process.env,
      VELD_TRUST_PROXY: 'loopback',
      ...env,
      HOST: '127.0.0.1',
      PORT: `${port}`,
    },
  });
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  await new Promise<void>((ready, failed) => {
    child.stdout?.on('data', (text: Buffer) => text.includes('is ready') && ready());
    void ended.then((code) => failed(new Error(`${entry} ended with ${code}.`)));
  });
  return {
    port,
    startMs: performance.now() - from,
    usage: () =>
      new Promise((told) => {
        child.once('message', (usage) => told(usage as Usage));
        child.send('usage');
      }),
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
