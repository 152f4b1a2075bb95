import type { Page } from '@playwright/test';
import type { Bench } from './bench.ts';
import { median, ms, table } from './figures.ts';
import { direct, inLab, slowDown } from './lab.ts';
import type { ListWay } from './page/ten-thousand.ts';

const ours: ListWay = 'this project: index and counters';
const ways: readonly ListWay[] = [ours, 'toArray + filter', 'files in the same row'];
const count = 10_000;

/** Runs in the app's page: records each task that blocks its main thread for longer than 50 ms. */
function watchLongTasks(): void {
  const tasks: number[] = [];
  Object.assign(window, { longTasks: tasks });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration);
  }).observe({ type: 'longtask' });
}

async function openOutbox(page: Page): Promise<number> {
  const started = performance.now();
  await page.goto('/outbox', { waitUntil: 'commit' });
  await page.waitForFunction(() => document.querySelectorAll('main li').length >= 20, null, {
    polling: 20,
  });
  return performance.now() - started;
}

export const tenThousand: Bench = {
  name: 'ten-thousand',
  title: '10,000 submissions: the newest 50 and the counts by status',
  run: (stage) =>
    inLab(stage, direct, async ({ benchPage, device }) => {
      const seeding = await benchPage();
      await seeding.evaluate((n) => window.veldBench.seedTenThousand(n), count);
      await seeding.close();

      const rounds = stage.rounds(3, 7);
      const rows = [['way', 'first 1×', 'first 4×', 'again 1×', 'again 4×', 'writes/s beside it']];
      for (const way of ways) {
        const cells: string[] = [];
        const agains: string[] = [];
        for (const rate of [1, 4]) {
          const firsts: number[] = [];
          const later: number[] = [];
          for (let round = 0; round < (way === ours ? rounds : 1); round += 1) {
            const page = await benchPage();
            await slowDown(page, rate);
            const { again, first } = await page.evaluate(
              ([each, n]) => window.veldBench.measureList(each, n),
              [way, 5] as const,
            );
            firsts.push(first);
            later.push(...again);
            await page.close();
          }
          cells.push(ms(median(firsts)));
          agains.push(ms(median(later)));
        }
        // The rows with files are in another database, and the writer does not write there.
        const writes = way === 'files in the same row' ? '–' : await writesBeside(benchPage, way);
        rows.push([way, ...cells, ...agains, writes]);
      }
      stage.say(table(rows));
      stage.say('\nBounds: ≤ 50 ms first, ≤ 5 ms again, ≥ 95 writes/s while the list is open.');

      await device.installApp();
      const app = device.context.pages()[0] ?? (await device.context.newPage());
      await app.addInitScript(watchLongTasks);
      const opened: number[] = [];
      for (let round = 0; round < rounds; round += 1) opened.push(await openOutbox(app));
      const writer = await benchPage();
      await app.bringToFront();
      await app.evaluate(() => (Reflect.get(window, 'longTasks') as number[]).splice(0));
      const { perSecond } = await writer.evaluate(() => window.veldBench.writeSteadily(100, 5));
      const longTasks = await app.evaluate(() => Reflect.get(window, 'longTasks') as number[]);
      stage.say(
        `\nThe app’s outbox: navigation → 20 rows and more on the screen: ${ms(median(opened))}.`,
      );
      stage.say(
        `While 100 rows/s are written: ${perSecond.toFixed(0)} writes/s, long tasks: ${longTasks.length}` +
          ` (longest ${ms(Math.max(0, ...longTasks))}) in 5 s.`,
      );
    }),
};

/** One page keeps the list live in this way. Another page writes 100 rows a second for 5 s. */
async function writesBeside(benchPage: () => Promise<Page>, way: ListWay): Promise<string> {
  const reader = await benchPage();
  await reader.evaluate((each) => void window.veldBench.watchList(each), way);
  const writer = await benchPage();
  const { perSecond } = await writer.evaluate(() => window.veldBench.writeSteadily(100, 5));
  await reader.close();
  await writer.close();
  return perSecond.toFixed(0);
}
