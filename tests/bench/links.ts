import { POOL_GOAL } from '../../src/store/outbox/form-guids.ts';
import { storedRegistrations } from '../support/backend/stored-registrations.ts';
import { type LinkOptions, ShapedLink } from '../support/network/shaped-link.ts';
import type { Bench, Stage } from './bench.ts';
import { kB, ms, percent, sum, table } from './figures.ts';
import { inLab } from './lab.ts';
import type { Drained } from './page/drain-ours.ts';

export type Column = Readonly<{
  name: string;
  kbits: number;
  submissions: number;
  photoBytes: number;
  cutEveryMs?: number;
  cutsVary?: boolean;
  /** The number of photos of a submission, by default 3. */
  photos?: number;
  roundTripMs?: number;
  /** The time after which the bench gives up, because the files may never arrive. */
  patienceMs?: number;
}>;

/** 'whole files': this project with a backend that takes no resumable uploads. */
export type Way = 'this project' | 'whole files' | 'workbox';
type Outcome = Drained & Readonly<{ bytesUp: number; cuts: number; documents: number }>;

export async function drainOver(stage: Stage, column: Column, way: Way): Promise<Outcome> {
  const { cutEveryMs, cutsVary = false, kbits, patienceMs, photoBytes, submissions } = column;
  const { photos = 3, roundTripMs = 300 } = column;
  const madeUp = { photos, photoBytes, type: 'image/jpeg' } as const;
  // The queue is filled over a fast link. Then the link becomes the slow one.
  const link: LinkOptions = { upKbits: 80_000, downKbits: 80_000, roundTripMs: 0 };
  return inLab(
    stage,
    (address) => ShapedLink.start(address, link),
    async ({ backend, benchPage, front }) => {
      const page = await benchPage();
      if (way !== 'workbox') {
        if (way === 'whole files') await page.evaluate(() => window.veldBench.takeNoPieces());
        await page.evaluate((n) => window.veldBench.fillPool(n), submissions + POOL_GOAL);
        await page.evaluate(([n, how]) => window.veldBench.captureMany(0, n, how), [
          submissions,
          madeUp,
        ] as const);
      } else
        await page.evaluate(([n, how]) => window.veldBench.queueForWorkbox(n, how), [
          submissions,
          madeUp,
        ] as const);
      front.become({
        upKbits: kbits,
        downKbits: kbits,
        roundTripMs,
        ...(cutEveryMs === undefined ? {} : { cutEveryMs, cutsVary }),
      });
      const before = front.bytesUp;
      const drained = await page.evaluate(
        ([ours, most]) =>
          Promise.race([
            ours ? window.veldBench.drainOurs() : window.veldBench.drainWorkbox(1000),
            new Promise<Drained>((resolve) => {
              if (most !== undefined)
                setTimeout(() => resolve({ ms: most, payloadBytes: Number.NaN }), most);
            }),
          ]),
        [way !== 'workbox', patienceMs] as const,
      );
      const stored = storedRegistrations(backend.dataDir);
      const documents = sum(stored.map((each) => each.documents.length));
      if (documents !== submissions * photos)
        stage.say(
          `(${way}, ${column.name}: ${documents} of ${submissions * photos} files arrived)`,
        );
      return { ...drained, bytesUp: front.bytesUp - before, cuts: front.cuts, documents };
    },
  );
}

const measure = async (stage: Stage, column: Column) => ({
  column,
  ours: await drainOver(stage, column, 'this project'),
  workbox: await drainOver(stage, column, 'workbox'),
});

const floorMs = ({ payloadBytes }: Drained, { kbits }: Column): number =>
  (payloadBytes * 8) / kbits;
const share = (drained: Drained, column: Column): string =>
  percent(floorMs(drained, column) / drained.ms);

const columnsOf = ({ rounds }: Stage): readonly Column[] => [
  {
    name: '4 Mbit/s, 3 × 300 kB',
    kbits: 4000,
    submissions: rounds(15, 50),
    photoBytes: 300_000,
  },
  { name: '1 Mbit/s, 3 × 60 kB', kbits: 1000, submissions: rounds(15, 50), photoBytes: 60_000 },
  { name: '256 kbit/s, 3 × 60 kB', kbits: 256, submissions: rounds(6, 20), photoBytes: 60_000 },
];

/**
 * A file of 300 kB takes 9.7 s here. Two files and almost a third fit between cuts at exactly every 30 s, so the third would fail
 * each time. Cuts at random moments are closer to a real phone.
 */
const cutColumns = ({ rounds }: Stage): readonly Column[] =>
  [
    { name: '3 × 60 kB, every 30 s', photoBytes: 60_000, cutsVary: false },
    { name: '3 × 300 kB, every 30 s', photoBytes: 300_000, cutsVary: false },
    { name: '3 × 300 kB, after 0–60 s', photoBytes: 300_000, cutsVary: true },
  ].map((column) => ({
    ...column,
    kbits: 256,
    submissions: column.photoBytes < 100_000 ? rounds(12, 30) : rounds(3, 6),
    cutEveryMs: 30_000,
  }));

export const links: Bench = {
  name: 'links',
  title: 'Drain at 300 ms round trip: share of the link’s floor (bytes / bandwidth)',
  run: async (stage) => {
    // One after the other: with six browsers at a time, a slow processor would count as a slow drain.
    const measured: Awaited<ReturnType<typeof measure>>[] = [];
    for (const column of columnsOf(stage)) measured.push(await measure(stage, column));
    // At the same time: these rows count bytes.
    const cut = await Promise.all(cutColumns(stage).map((column) => measure(stage, column)));
    stage.say(
      table([
        ['link', 'submissions', 'floor', 'this project', 'workbox replay', 'sent, with headers'],
        ...measured.map((each) => [
          each.column.name,
          String(each.column.submissions),
          ms(floorMs(each.ours, each.column)),
          `${share(each.ours, each.column)} (${ms(each.ours.ms)})`,
          `${share(each.workbox, each.column)} (${ms(each.workbox.ms)})`,
          `${percent(each.ours.bytesUp / each.ours.payloadBytes)}, ${percent(each.workbox.bytesUp / each.workbox.payloadBytes)}`,
        ]),
      ]),
    );
    stage.say(
      '\nBound: ≥ 95 % in each row with --full. The start takes about a second, however many forms wait.\n',
    );
    const line = (name: string, column: Column, each: Outcome): string[] => [
      column.name,
      name,
      kB(each.payloadBytes),
      kB(each.bytesUp),
      (each.bytesUp / each.payloadBytes).toFixed(2),
      String(each.cuts),
      share(each, column),
    ];
    stage.say('256 kbit/s, the link cut:\n');
    stage.say(
      table([
        ['files, cuts', 'way', 'to send', 'sent', 'ratio', 'cuts', 'of the floor'],
        ...cut.flatMap(({ column, ours, workbox }) => [
          line('this project', column, ours),
          line('workbox replay', column, workbox),
        ]),
      ]),
    );
    stage.say('\nBound: ratio ≤ 1.2.');
  },
};
