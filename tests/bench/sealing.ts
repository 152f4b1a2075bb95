import type { Bench } from './bench.ts';
import { kB, median, ms, table } from './figures.ts';
import { direct, inLab, slowDown } from './lab.ts';
import { peakWhile } from './memory.ts';

type Size = Readonly<{ name: string; what: 'file' | 'text'; bytes: number; bound: string }>;

const sizes: readonly Size[] = [
  { name: 'what is typed', what: 'text', bytes: 1300, bound: '–' },
  { name: 'a photo', what: 'file', bytes: 250_000, bound: '2 / 5 ms' },
  { name: 'a PDF', what: 'file', bytes: 10_000_000, bound: '–' },
];

export const sealing: Bench = {
  name: 'sealing',
  title: 'Sealing and opening in a page: from the call to its end',
  run: (stage) =>
    inLab(stage, direct, async ({ benchPage }) => {
      const rounds = stage.rounds(20, 100);
      const rows = [
        ['what', 'size', 'sealed, 1×', 'opened, 1×', 'sealed, 4×', 'opened, 4×', 'bound 1× / 4×'],
      ];
      const pdf = sizes[2]?.bytes ?? 0;
      for (const { bound, bytes, name, what } of sizes) {
        const page = await benchPage();
        const take = (count: number) =>
          page.evaluate(([kind, size, n]) => window.veldBench.sealTimes(kind, size, n), [
            what,
            bytes,
            count,
          ] as const);
        await take(2);
        const quick = await take(rounds);
        await slowDown(page, 4);
        const slow = await take(rounds);
        await page.close();
        const times = [quick.seal, quick.open, slow.seal, slow.open].map((each) =>
          ms(median(each)),
        );
        rows.push([name, kB(bytes), ...times, bound]);
      }
      stage.say(`${table(rows)}\n`);
      const page = await benchPage();
      const once = (way: 'sealed' | 'copied') =>
        page.evaluate(([size, how]) => window.veldBench.fileThere(size, how), [pdf, way] as const);
      const session = await page.context().newCDPSession(page);
      for (const way of ['copied', 'sealed'] as const) {
        await once(way);
        const most: number[] = [];
        for (let round = 0; round < 5; round += 1) {
          await session.send('HeapProfiler.collectGarbage');
          most.push(await peakWhile(page, () => once(way)));
        }
        stage.say(
          `A PDF of ${kB(pdf)}, ${way === 'sealed' ? 'sealed and opened' : 'copied twice in pieces, not sealed'}: + ${kB(median(most))} in the page.`,
        );
      }
      stage.say('Bound: 4 MB more than the copies.');
    }),
};
