import type { Bench } from './bench.ts';
import { kB, median, ms, table } from './figures.ts';
import { databaseBytes } from './keystroke.ts';
import { direct, inLab, slowDown } from './lab.ts';
import type { Keystrokes, KeystrokeWay } from './page/keystrokes.ts';

const sealed: KeystrokeWay = 'this project: form and files apart';
const clear: KeystrokeWay = 'the same store, not sealed';
/** The ways of one group take turns. */
const groups: readonly (readonly KeystrokeWay[])[] = [
  [
    'one small row: the least a strict save costs',
    sealed,
    clear,
    'the same form unencrypted, in one row',
  ],
  ['Enketo: record with its files'],
  ['redux-offline: everything as JSON'],
];

const photoBytes = 300_000;

export const keystrokePeers: Bench = {
  name: 'keystroke-ways',
  title: 'One keystroke saved, strict: from the call until the disk has it',
  run: (stage) =>
    inLab(stage, direct, async ({ benchPage, device }) => {
      const letters = stage.rounds(20, 100);
      const rows = [['way', 'photos', '1× CPU', '4× CPU', 'written a save']];
      const costs: string[] = [];
      for (const photos of [0, 10])
        for (const ways of groups) {
          const page = await benchPage();
          const type = (these: readonly KeystrokeWay[], count: number) =>
            page.evaluate(([each, how, n]) => window.veldBench.keystrokes(each, how, n), [
              these,
              { photos, photoBytes },
              count,
            ] as const);
          await type(ways, 2);
          const quick = await type(ways, letters);
          const growth = async (way: KeystrokeWay): Promise<number> => {
            const before = databaseBytes(device.profile);
            await type([way], letters);
            return (databaseBytes(device.profile) - before) / letters;
          };
          const grown = ways.includes(sealed) ? [await growth(sealed), await growth(clear)] : [];
          await slowDown(page, 4);
          const slow = await type(ways, letters);
          await page.close();
          const tookBy = (typed: readonly Keystrokes[], way: KeystrokeWay): readonly number[] =>
            typed[ways.indexOf(way)]?.took ?? [];
          for (const way of ways)
            rows.push([
              way,
              String(photos),
              ms(median(tookBy(quick, way))),
              ms(median(tookBy(slow, way))),
              kB(quick[ways.indexOf(way)]?.putBytes ?? Number.NaN),
            ]);
          if (ways.includes(sealed)) {
            // The median of the differences of pairs. Both saves of a pair come one after the other, so the machine's other work is
            // in both.
            const more = (typed: readonly Keystrokes[]): string =>
              ms(
                median(
                  tookBy(typed, sealed).map((took, at) => took - (tookBy(typed, clear)[at] ?? 0)),
                ),
              );
            costs.push(
              `Sealing, ${photos} photos: + ${more(quick)} at 1×, + ${more(slow)} at 4×; log growth a save ${grown.map(kB).join(', not sealed ')}.`,
            );
          }
        }
      stage.say(table(rows));
      stage.say(`\n${costs.join('\n')}`);
      stage.say(
        `\nPhotos of ${kB(photoBytes)}. Bounds: ≤ 2 ms at 1×, ≤ 2 kB a save whatever the photos; sealing ≤ 0.5 ms at 1×, ≤ 2 ms at 4× and ≤ 10 % of the log.`,
      );
    }),
};
