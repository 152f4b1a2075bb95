import { readFileSync, writeFileSync } from 'node:fs';
import { type Browser, chromium, type Page } from '@playwright/test';
import type { Bench } from './bench.ts';
import { kB, median, ms, percent, table } from './figures.ts';
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

/** Runs `work` and tells by how much the resident memory grew at its highest: the system's own mark, not a sample. */
async function peakOf<T>(browser: Browser, work: () => Promise<T>) {
  const pids = await pixelProcesses(browser);
  // '5' sets each process's high-water mark back to what it holds now.
  for (const pid of pids) writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const before = new Map(pids.map((pid) => [pid, statusBytes(pid, 'VmRSS')]));
  const result = await work();
  const grown = pids.map((pid) => statusBytes(pid, 'VmHWM') - (before.get(pid) ?? 0));
  return { result, peak: grown.reduce((total, bytes) => total + Math.max(0, bytes), 0) };
}

/**
 * Each round in a browser of its own for the memory (a used one keeps what was freed), then warm rounds for the time: the
 * second to sixth of ten photos that somebody takes.
 */
async function measure(
  address: string,
  rounds: number,
  run: (page: Page) => Promise<Round>,
): Promise<Measured> {
  const peaks: number[] = [];
  const warm: Round[] = [];
  let cold: Round | undefined;
  for (let round = 0; round < rounds; round += 1) {
    const browser = await launch();
    try {
      const page = await browser.newPage();
      await page.goto(address);
      const { result, peak } = await peakOf(browser, () => run(page));
      cold ??= result;
      peaks.push(peak);
      for (let again = 0; again < 3; again += 1) warm.push(await run(page));
    } finally {
      await browser.close();
    }
  }
  if (cold === undefined) throw new Error('There was no round.');
  return { cold, warm, peaks };
}

function launch(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'];
  return chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  });
}

async function withPage<T>(address: string, work: (page: Page) => Promise<T>): Promise<T> {
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(address);
    return await work(page);
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
  const share = (value: number) => percent1(value);
  return table([
    ['10-point letters misread', ''],
    ['original', share(await ours('original'))],
    ['Veld', share(await ours('kept'))],
    ['browser-image-compression', share(theirs)],
    ['(too small: 1024 px, quality 0.45)', share(await ours({ width: 1024, quality: 0.45 }))],
    ['(far too small: 640 px, quality 0.45)', share(await ours({ width: 640, quality: 0.45 }))],
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
      const count = rounds(3, 7);
      const ours = await measure(site.origin, count, (page) =>
        page.evaluate((at) => pictures.measure(at), path),
      );
      const peerAddress = `${site.origin}/peer.html`;
      const inPage = await measure(peerAddress, count, (page) =>
        page.evaluate((at) => peer.measure(at, false), path),
      );
      const inWorker = await measure(peerAddress, count, (page) =>
        page.evaluate((at) => peer.measure(at, true), path),
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
      const best = time(inPage) < time(inWorker) ? inPage : inWorker;
      const faster = (time(best) / time(ours)).toFixed(1);
      const smaller = (Math.min(memory(inPage), memory(inWorker)) / memory(ours)).toFixed(1);
      say(
        `\nVeld is ${faster} × as fast and takes 1/${smaller} of the memory of the better of the two.`,
      );
      say('Bounds: 2 × as fast, 1/3 of the memory, 250 kB, page blocked at most 16 ms.\n');
      say(await legibility(site, path));
      say('\nRead by template at known places, without guessing: see image-page/reader.ts.');
    } finally {
      await site.close();
    }
  },
};
