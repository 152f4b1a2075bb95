import { readFileSync, writeFileSync } from 'node:fs';
import { type Browser, chromium, type Page } from '@playwright/test';
import type { Bench } from './bench.ts';
import { kB, median, ms, percent, table, times } from './figures.ts';
import type { Pictures } from './image-page/main.ts';
import type { Peer } from './image-page/peer.ts';
import { type ImageSite, openImageSite } from './image-site.ts';

declare const pictures: Pictures;
declare const peer: Peer;

type Round = Readonly<{ ms: number; blocked: number; bytes: number }>;
type Measured = Readonly<{ cold: Round; warm: readonly Round[]; peaks: readonly number[] }>;

/** Processes that hold pixels: the renderers, and the one that draws. */
async function pixelProcesses(browser: Browser): Promise<readonly number[]> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter(({ type }) => /renderer|gpu/i.test(type)).map(({ id }) => id);
}

function statusBytes(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) * 1024;
}

/**
 * Runs `work` and tells by how much a process's resident memory grew at its highest: the system's own mark, not a sample.
 * The process is the one that grew most: the page's, since the browser keeps idle ones beside it.
 */
async function peakOf<T>(browser: Browser, work: () => Promise<T>) {
  const pids = await pixelProcesses(browser);
  // '5' sets each process's high-water mark back to what it holds now.
  for (const pid of pids) writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const before = new Map(pids.map((pid) => [pid, statusBytes(pid, 'VmRSS')]));
  const result = await work();
  const grown = pids.map((pid) => statusBytes(pid, 'VmHWM') - (before.get(pid) ?? 0));
  return { result, peak: Math.max(...grown) };
}

type Paths = Readonly<{ photo: string; tiny: string }>;

/**
 * Each round in a browser of its own, since a used one keeps what was freed: a tiny picture first, so that code and workers
 * are loaded, then the photo, once with an eye on the memory, and three times more for the time.
 */
async function measure(
  address: string,
  rounds: number,
  { photo, tiny }: Paths,
  run: (page: Page, path: string) => Promise<Round>,
): Promise<Measured> {
  const cold = await withPage(address, (page) => run(page, photo));
  const peaks: number[] = [];
  const warm: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await withPage(address, async (page, browser) => {
      await run(page, tiny);
      const { result, peak } = await peakOf(browser, () => run(page, photo));
      peaks.push(peak);
      warm.push(result);
      for (let again = 0; again < 3; again += 1) warm.push(await run(page, photo));
    });
  }
  return { cold, warm, peaks };
}

function launch(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'];
  return chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  });
}

async function withPage<T>(
  address: string,
  work: (page: Page, browser: Browser) => Promise<T>,
): Promise<T> {
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(address);
    return await work(page, browser);
  } finally {
    await browser.close();
  }
}

const row = (name: string, { cold, warm, peaks }: Measured): readonly string[] => [
  name,
  ms(median(warm.map((round) => round.ms))),
  ms(cold.ms),
  `+ ${kB(median(peaks))}`,
  kB(cold.bytes),
  ms(median(warm.map((round) => round.blocked))),
];

async function legibility(site: ImageSite, path: string): Promise<string> {
  const ours = (at: Parameters<Pictures['mistakes']>[1]) =>
    withPage(site.origin, (page) =>
      page.evaluate((args) => pictures.mistakes(args.path, args.at), { path, at }),
    );
  const theirs = await withPage(`${site.origin}/peer.html`, (page) =>
    page.evaluate((at) => peer.mistakes(at), path),
  );
  return table([
    ['10-point letters misread', ''],
    ['original', percent1(await ours('original'))],
    ['Veld', percent1(await ours('kept'))],
    ['browser-image-compression', percent1(theirs)],
    ['(too small: 1024 px, quality 0.45)', percent1(await ours({ width: 1024, quality: 0.45 }))],
    ['(far too small: 640 px, quality 0.45)', percent1(await ours({ width: 640, quality: 0.45 }))],
  ]);
}

const percent1 = (share: number): string =>
  share < 0.1 ? `${(share * 100).toFixed(1)} %` : percent(share);

export const imageShrinking: Bench = {
  name: 'image-shrinking',
  title:
    'A 12-megapixel photo made small, against browser-image-compression (1600 px, quality 0.6)',
  async run({ rounds, say }) {
    const site = await openImageSite();
    try {
      const photo = await withPage(site.origin, (page) => page.evaluate(() => pictures.photo()));
      const path = site.put('photo.jpg', Uint8Array.from(photo));
      const small = await withPage(site.origin, (page) =>
        page.evaluate(() => pictures.plain(640, 480, 'image/jpeg', 0.9)),
      );
      const paths = { photo: path, tiny: site.put('tiny.jpg', Uint8Array.from(small)) };
      const count = rounds(3, 7);
      const ours = await measure(site.origin, count, paths, (page, at) =>
        page.evaluate((name) => pictures.measure(name), at),
      );
      const peerAddress = `${site.origin}/peer.html`;
      const inPage = await measure(peerAddress, count, paths, (page, at) =>
        page.evaluate((name) => peer.measure(name, false), at),
      );
      const inWorker = await measure(peerAddress, count, paths, (page, at) =>
        page.evaluate((name) => peer.measure(name, true), at),
      );
      say(`The photo: 4000 × 3000, ${kB(photo.length)}\n`);
      say(
        table([
          ['', 'warm', 'first', 'peak memory', 'result', 'page blocked'],
          row('Veld', ours),
          row('browser-image-compression, page', inPage),
          row('browser-image-compression, worker', inWorker),
        ]),
      );
      const time = (measured: Measured) => median(measured.warm.map((round) => round.ms));
      const memory = (measured: Measured) => median(measured.peaks);
      const faster = Math.min(time(inPage), time(inWorker)) / time(ours);
      const less = Math.min(memory(inPage), memory(inWorker)) / memory(ours);
      say(
        `\nAgainst the better of its two ways: ${times(faster)} as fast, 1/${less.toFixed(1)} of the memory.`,
      );
      say('Bounds: 2 × as fast, 1/3 of the memory, 250 kB, page blocked at most 16 ms.\n');
      say(await legibility(site, path));
      say('\nRead by template at known places, without guessing: see image-page/reader.ts.');
    } finally {
      await site.close();
    }
  },
};
