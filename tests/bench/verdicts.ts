import type { Bench } from './bench.ts';
import { median, ms, table } from './figures.ts';
import { direct, inLab, slowDown } from './lab.ts';

const count = 2000;

export const verdicts: Bench = {
  name: 'verdicts',
  title: `The operator’s answers about ${count} receipts`,
  run: (stage) =>
    inLab(stage, direct, async ({ benchPage }) => {
      const page = await benchPage();
      await page.evaluate((n) => window.veldBench.seedReceipts(n), count);
      const rounds = stage.rounds(15, 50);
      const times = async () =>
        median(await page.evaluate((n) => window.veldBench.listTimes(n), rounds));
      // The first times belong to the page's start.
      await times();
      const without = await times();
      const slow = await slowDown(page, 4);
      const pages = await page.evaluate((n) => window.veldBench.readVerdictPages(n), count);
      await slow.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      const withVerdicts = await times();
      stage.say(
        table([
          ['', 'median'],
          ['100 answers parsed and stored, 4×', ms(median(pages))],
          ['newest 50 rows, no answer yet', ms(without)],
          [`newest 50 rows, all ${count} answered`, ms(withVerdicts)],
        ]),
      );
      stage.say('\nBounds: ≤ 60 ms; the rows ≤ 5 ms more than without answers.');
    }),
};
