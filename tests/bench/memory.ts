import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { Bench, Stage } from './bench.ts';
import { kB, table } from './figures.ts';
import { direct, inLab } from './lab.ts';

/** The bytes of a process's own resident memory. Memory that it shares with other processes is not its cost. */
function resident(pid: number): number {
  const [, kilobytes = '0'] =
    /^RssAnon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

/** The process ids of the renderers of the page's browser. */
async function renderers(page: Page): Promise<readonly number[]> {
  const browser = page.context().browser();
  const session = browser === null ? null : await browser.newBrowserCDPSession();
  if (session === null) return [];
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}

type Way = 'this project' | 'workbox replay';
const files = 20;

/** The peak of a drain of `files` files over the memory at its start, in bytes. */
async function measure(stage: Stage, way: Way, photoBytes: number): Promise<number> {
  const kind = { photos: 1, photoBytes, type: 'application/pdf' } as const;
  return inLab(stage, direct, async ({ benchPage }) => {
    const seed = async (page: Page, count: number): Promise<void> => {
      if (way === 'this project') {
        await page.evaluate((n) => window.veldBench.fillPool(n), count + 5);
        await page.evaluate(([n, how]) => window.veldBench.captureMany(0, n, how), [
          count,
          kind,
        ] as const);
      } else
        await page.evaluate(([n, how]) => window.veldBench.queueForWorkbox(n, how), [
          count,
          kind,
        ] as const);
    };
    const drainIn = (page: Page) =>
      page.evaluate(
        (ours) => (ours ? window.veldBench.drainOurs() : window.veldBench.drainWorkbox(100)),
        way === 'this project',
      );
    const page = await benchPage();
    // The first drain loads code and opens connections, so it is not measured.
    await seed(page, 1);
    await drainIn(page);
    // Another page makes the files and closes, so that their making is not measured.
    const seeding = await benchPage();
    for (let file = 0; file < files; file += 5) await seed(seeding, 5);
    await seeding.close();
    const session = await page.context().newCDPSession(page);
    await session.send('HeapProfiler.collectGarbage');
    await new Promise((resolve) => setTimeout(resolve, 1000));
    return peakWhile(page, async () => {
      if (way === 'workbox replay') await page.evaluate(() => window.veldBench.openWorkbox());
      await drainIn(page);
    });
  });
}

/** The peak of the page's process over its memory at the start of `work`, in bytes. */
export async function peakWhile(page: Page, work: () => Promise<unknown>): Promise<number> {
  const pids = await renderers(page);
  const start = new Map(pids.map((pid) => [pid, resident(pid)]));
  let over = false;
  const done = work().finally(() => {
    over = true;
  });
  let most = 0;
  while (!over) {
    most = Math.max(most, ...pids.map((pid) => resident(pid) - (start.get(pid) ?? 0)));
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await done;
  return most;
}

export const memory: Bench = {
  name: 'memory',
  title: 'Renderer’s memory while draining 20 × 5 MB (PDF)',
  run: async (stage) => {
    const rows = [
      ['way', 'most above the start', 'the same with 20 × 10 kB', 'the difference: the files'],
    ];
    for (const way of ['this project', 'workbox replay'] as const) {
      const big = await measure(stage, way, 5_000_000);
      const small = await measure(stage, way, 10_000);
      rows.push([way, ...[big, small, Math.max(0, big - small)].map((bytes) => `+ ${kB(bytes)}`)]);
    }
    stage.say(table(rows));
    stage.say(
      '\nBound: + 5 MB. The memory that small files also need is the engine’s garbage until it',
    );
    stage.say('is collected, which happens less often the more memory the machine has.');
  },
};
