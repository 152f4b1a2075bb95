import type { Bench } from './bench.ts';
import { kB, median, ms, table } from './figures.ts';
import { direct, inLab, slowDown } from './lab.ts';
import type { KeystrokeWay } from './page/keystrokes.ts';

const least = 'one small row: the least a strict save costs';
const ways: readonly KeystrokeWay[] = [
  least,
  'this project: form and files apart',
  'the same form in the clear, in one row',
  'Enketo: record with its files',
  'redux-offline: everything as JSON',
];

export const keystrokePeers: Bench = {
  name: 'keystroke-ways',
  title: 'One keystroke saved, strict: from the call until the disk has it',
  run: (stage) =>
    inLab(stage, direct, async ({ benchPage }) => {
      const photoBytes = 300_000;
      const letters = stage.rounds(20, 100);
      const rows = [['way', 'photos', '1× CPU', '4× CPU', 'written a save']];
      for (const photos of [0, 10])
        for (const way of ways) {
          if (way === least && photos > 0) continue;
          const page = await benchPage();
          const type = (count: number) =>
            page.evaluate(([each, how, n]) => window.veldBench.keystrokes(each, how, n), [
              way,
              { photos, photoBytes },
              count,
            ] as const);
          await type(2);
          const quick = await type(letters);
          await slowDown(page, 4);
          const slow = await type(letters);
          await page.close();
          rows.push([
            way,
            String(photos),
            ms(median(quick.took)),
            ms(median(slow.took)),
            kB(quick.putBytes),
          ]);
        }
      stage.say(table(rows));
      stage.say(
        `\nPhotos of ${kB(photoBytes)}. Bounds: ≤ 2 ms at 1×, ≤ 2 kB a save whatever the photos; over the form in the clear ≤ 0.5 ms at 1× and ≤ 2 ms at 4×.`,
      );
    }),
};
