import { FaultProxy } from '../support/network/fault-proxy.ts';
import type { Bench } from './bench.ts';
import { median, ms, sum, table, times } from './figures.ts';
import { inLab } from './lab.ts';

const madeUp = { photos: 3, photoBytes: 60_000, type: 'image/jpeg' } as const;

export const drainFloor: Bench = {
  name: 'drain',
  title: 'Drain of one submission (form, signature, 3 × 60 kB), no link between',
  run: (stage) =>
    inLab(
      stage,
      (address) => FaultProxy.start(address),
      async ({ benchPage, front: proxy }) => {
        const rounds = stage.rounds(10, 50);
        const page = await benchPage();
        const took: number[] = [];
        const floors: number[] = [];
        for (let round = 0; round < rounds; round += 1) {
          await page.evaluate((n) => window.veldBench.fillPool(n), 1);
          await page.evaluate(([index, how]) => window.veldBench.captureMany(index, 1, how), [
            round,
            madeUp,
          ] as const);
          const from = proxy.exchanges.length;
          const { ms: each } = await page.evaluate(() => window.veldBench.drainOurs());
          const calls = proxy.exchanges.slice(from).filter(({ method }) => method === 'POST');
          took.push(each);
          floors.push(sum(calls.map(({ serverMs }) => serverMs)));
        }
        stage.say(
          table([
            ['', 'median'],
            ['drain, first call to proof on the disk', ms(median(took))],
            ['floor: the server’s own times', ms(median(floors))],
            ['ratio', times(median(took.map((each, index) => each / (floors[index] ?? 1))))],
          ]),
        );
      },
    ),
};
