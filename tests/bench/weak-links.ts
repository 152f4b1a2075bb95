import type { Bench } from './bench.ts';
import { kB, ms, table, times } from './figures.ts';
import { type Column, drainOver, type Way } from './links.ts';

const photoBytes = 180_000;
/** The approximate bytes of the form and the signature. */
const besideBytes = 6_000;

const columns: readonly Column[] = [
  { name: '32 kbit/s, cut every 20 s', kbits: 32, cutEveryMs: 20_000, roundTripMs: 600 },
  { name: '128 kbit/s, cut every 6 s', kbits: 128, cutEveryMs: 6_000, roundTripMs: 600 },
].map((column) => ({ ...column, submissions: 1, photos: 1, photoBytes }));

const ways: readonly Way[] = ['this project', 'whole files', 'workbox'];

/** Each cut comes before a photo can pass in one request. Measures if it arrives, after which time, and with how many bytes. */
export const weakLinks: Bench = {
  name: 'weak-links',
  title: 'One photo of 180 kB over a link that is cut before it could pass (600 ms round trip)',
  run: async (stage) => {
    const rows = await Promise.all(
      columns.map(async (column) => {
        const toSend = photoBytes + besideBytes;
        const floorMs = (toSend * 8) / column.kbits;
        const lines: string[][] = [];
        for (const way of ways) {
          const it = await drainOver(stage, { ...column, patienceMs: 3 * floorMs }, way);
          const arrived = it.documents > 0;
          lines.push([
            column.name,
            way,
            arrived ? ms(it.ms) : `never in ${ms(it.ms)}`,
            arrived ? times(it.ms / floorMs) : '–',
            kB(it.bytesUp),
            arrived ? (it.bytesUp / toSend).toFixed(2) : '–',
            String(it.cuts),
          ]);
        }
        return lines;
      }),
    );
    const head = ['link', 'way', 'time', 'of the floor', 'sent', 'per byte delivered', 'cuts'];
    stage.say(table([head, ...rows.flat()]));
    stage.say('\nBound at 32 kbit/s: arrives, ≤ 1.25 × the floor, ≤ 1.10 bytes per byte.');
  },
};
