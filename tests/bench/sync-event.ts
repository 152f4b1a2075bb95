import { WorkerControl } from '../support/browser/worker-control.ts';
import { FaultProxy } from '../support/network/fault-proxy.ts';
import type { Bench } from './bench.ts';
import { median, ms, table } from './figures.ts';
import { inLab } from './lab.ts';

const madeUp = { photos: 1, photoBytes: 60_000, type: 'image/jpeg' } as const;

async function until(isDone: () => boolean, what: string): Promise<void> {
  for (let waited = 0; !isDone(); waited += 2) {
    if (waited > 20_000) throw new Error(`${what} did not happen within 20 s.`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

export const syncEvent: Bench = {
  name: 'sync-event',
  title: 'From the sync event to the first call that reaches the server',
  run: (stage) =>
    inLab(
      stage,
      (address) => FaultProxy.start(address),
      async ({ benchPage, device, front: proxy }) => {
        const rounds = stage.rounds(10, 40);
        const app = await device.installApp();
        const page = await benchPage();
        await app.close();
        const worker = await WorkerControl.of(page);
        const measure = async (index: number, isStopped: boolean): Promise<number> => {
          await page.evaluate(([at, how]) => window.veldBench.captureMany(at, 1, how), [
            index,
            madeUp,
          ] as const);
          if (isStopped) await worker.stopAll();
          await page.waitForTimeout(300);
          const before = proxy.requests.length;
          const answered = proxy.exchanges.length;
          const started = performance.now();
          await worker.sync();
          await until(() => proxy.requests.length > before, 'The first call');
          const first = (proxy.requests[before]?.arrivedAt ?? Number.NaN) - started;
          // Waits until form, signature and photo are answered. The pause is for the call that refills the pool.
          await until(() => proxy.exchanges.length >= answered + 3, 'The delivery');
          await page.waitForTimeout(300);
          return first;
        };
        const stopped: number[] = [];
        const running: number[] = [];
        await measure(0, false);
        for (let round = 1; round <= rounds; round += 1) {
          stopped.push(await measure(round * 2, true));
          running.push(await measure(round * 2 + 1, false));
        }
        stage.say(
          table([
            ['worker', 'median', 'slowest', 'bound'],
            ['running', ms(median(running)), ms(Math.max(...running)), '50 ms'],
            ['stopped', ms(median(stopped)), ms(Math.max(...stopped)), ''],
          ]),
        );
      },
    ),
};
