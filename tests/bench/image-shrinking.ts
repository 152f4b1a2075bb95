import { readFileSync, writeFileSync } from 'node:fs';
import { type Browser, chromium, type Page } from '@playwright/test';
import type { PictureType } from '../../src/domain/forms/sent-files.ts';
import type { Bench } from './bench.ts';
import { kB, median, ms, percent, table, times } from './figures.ts';
import type { Pictures } from './image-page/main.ts';
import type { Peer } from './image-page/peer.ts';
import { type ImageSite, openImageSite } from './image-site.ts';
import { hasOcr, misreadByOcr } from './ocr.ts';

declare const pictures: Pictures;
declare const peer: Peer;

type Round = Readonly<{ ms: number; blocked: number; bytes: number }>;
type Measured = Readonly<{ cold: Round; warm: readonly Round[]; peaks: readonly number[] }>;

/** The processes that hold pixels: the renderers and the GPU process. */
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
 * Runs `work`. `peak`: the largest growth of a process's resident memory meanwhile. The system records the peak, so no sample
 * misses it. The process that grew most counts: it is the page's, because the browser keeps idle ones, too.
 */
async function peakOf<T>(browser: Browser, work: () => Promise<T>) {
  const pids = await pixelProcesses(browser);
  // '5' resets each process's high-water mark to its current size.
  for (const pid of pids) writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const before = new Map(pids.map((pid) => [pid, statusBytes(pid, 'VmRSS')]));
  const result = await work();
  const grown = pids.map((pid) => statusBytes(pid, 'VmHWM') - (before.get(pid) ?? 0));
  return { result, peak: Math.max(...grown) };
}

type Paths = Readonly<{ photo: string; tiny: string }>;
type Way = Readonly<{
  name: string;
  address: string;
  run: (page: Page, path: string) => Promise<Round>;
}>;

/**
 * One round runs in its own browser, because a used browser keeps freed memory. A tiny picture comes first and loads code and
 * workers. Then the photo is shrunk once with a measurement of the memory, and three more times for the time.
 */
const oneRound = ({ address, run }: Way, { photo, tiny }: Paths) =>
  withPage(address, async (page, browser) => {
    await run(page, tiny);
    const { result, peak } = await peakOf(browser, () => run(page, photo));
    const warm = [result];
    for (let again = 0; again < 3; again += 1) warm.push(await run(page, photo));
    return { peak, warm };
  });

/** The methods take turns, so that the machine's other work affects all of them. */
async function measureAll(
  ways: readonly Way[],
  rounds: number,
  paths: Paths,
): Promise<ReadonlyMap<Way, Measured>> {
  const found = new Map<Way, { cold: Round; warm: Round[]; peaks: number[] }>();
  for (let round = 0; round < rounds; round += 1) {
    for (const way of ways) {
      const before = found.get(way);
      const cold =
        before?.cold ?? (await withPage(way.address, (page) => way.run(page, paths.photo)));
      const { warm, peak } = await oneRound(way, paths);
      found.set(way, {
        cold,
        warm: [...(before?.warm ?? []), ...warm],
        peaks: [...(before?.peaks ?? []), peak],
      });
    }
  }
  return found;
}

function launch(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'];
  return chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  });
}

export async function withPage<T>(
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

const share = (part: number): string =>
  part < 0.1 ? `${(part * 100).toFixed(1)} %` : percent(part);

async function legibility({ origin }: ImageSite, path: string): Promise<string> {
  const rows = await withPage(origin, (page) =>
    page.evaluate(
      async (photo) => [
        await pictures.mistakes(photo, 'original'),
        await pictures.mistakes(photo, 'image/webp'),
        await pictures.mistakes(photo, 'image/jpeg'),
        await pictures.mistakes(photo, { width: 1024, quality: 0.45 }),
        await pictures.mistakes(photo, { width: 640, quality: 0.45 }),
      ],
      path,
    ),
  );
  const [original = 1, webp = 1, jpeg = 1, small = 1, tiny = 1] = rows;
  const [theirWebp = 1, theirJpeg = 1] = await withPage(`${origin}/peer.html`, (page) =>
    page.evaluate(
      async (at) => [await peer.mistakes(at, 'image/webp'), await peer.mistakes(at, 'image/jpeg')],
      path,
    ),
  );
  return table([
    ['10-point letters misread', ''],
    ['original', share(original)],
    ['Veld, WebP', share(webp)],
    ['Veld, JPEG', share(jpeg)],
    ['browser-image-compression, WebP', share(theirWebp)],
    ['browser-image-compression, JPEG', share(theirJpeg)],
    ['(too small: 1024 px, quality 0.45)', share(small)],
    ['(far too small: 640 px, quality 0.45)', share(tiny)],
  ]);
}

/** A general OCR reads the same page, if this machine has one. */
async function ocrLegibility(
  { origin }: ImageSite,
  path: string,
  original: Buffer,
): Promise<string> {
  if (!(await hasOcr()))
    return 'No general OCR: this machine has no `tesseract` (Debian: tesseract-ocr, tesseract-ocr-eng).';
  const { ours, text } = await withPage(origin, (page) =>
    page.evaluate(async (photo) => {
      const shrunk = async (type: 'image/webp' | 'image/jpeg'): Promise<string> => {
        const made = await pictures.shrink(photo, 'worker', type);
        return made.status === 'shrunk' ? made.base64 : '';
      };
      const ours = [await shrunk('image/webp'), await shrunk('image/jpeg')];
      return { text: pictures.text(), ours };
    }, path),
  );
  const theirs = await withPage(`${origin}/peer.html`, (page) =>
    page.evaluate(
      async (at) => [await peer.shrink(at, 'image/webp'), await peer.shrink(at, 'image/jpeg')],
      path,
    ),
  );
  const rows = [['10-point letters misread by a general OCR (tesseract)', '']];
  const made = [original, ...[...ours, ...theirs].map((each) => Buffer.from(each, 'base64'))];
  for (const [index, picture] of made.entries())
    rows.push([NAMES[index] ?? '', share(await misreadByOcr(picture, text))]);
  return table(rows);
}

const NAMES = [
  'original',
  'Veld, WebP',
  'Veld, JPEG',
  'browser-image-compression, WebP',
  'browser-image-compression, JPEG',
];

async function putPhotos(site: ImageSite): Promise<Readonly<{ paths: Paths; bytes: Buffer }>> {
  const { photo, tiny } = await withPage(site.origin, (page) =>
    page.evaluate(async () => ({
      photo: await pictures.photo(),
      tiny: await pictures.plain(640, 480, 'image/jpeg', 0.9),
    })),
  );
  const bytes = Buffer.from(photo, 'base64');
  const paths = {
    photo: site.put('photo.jpg', bytes),
    tiny: site.put('tiny.jpg', Buffer.from(tiny, 'base64')),
  };
  return { paths, bytes };
}

/** The methods for the same photo: the app, and the peer with and without its worker. */
function methodsOf({ origin }: ImageSite, type: PictureType): readonly [Way, ...Way[]] {
  const inPeer = (name: string, useWorker: boolean): Way => ({
    name,
    address: `${origin}/peer.html`,
    run: (page, at) =>
      page.evaluate((args) => peer.measure(args.at, args.type, args.useWorker), {
        at,
        type,
        useWorker,
      }),
  });
  const veld: Way = {
    name: 'Veld',
    address: origin,
    run: (page, at) => page.evaluate((args) => pictures.measure(args.at, args.type), { at, type }),
  };
  return [
    veld,
    inPeer('browser-image-compression, page', false),
    inPeer('browser-image-compression, worker', true),
  ];
}

function comparison(measured: ReadonlyMap<Way, Measured>): string {
  const [ours, ...theirs] = Array.from(measured.values(), ({ warm, peaks }) => ({
    time: median(warm.map((round) => round.ms)),
    memory: median(peaks),
  }));
  const faster = Math.min(...theirs.map(({ time }) => time)) / (ours?.time ?? Number.NaN);
  const less = Math.min(...theirs.map(({ memory }) => memory)) / (ours?.memory ?? Number.NaN);
  return `${times(faster)} as fast, 1/${less.toFixed(1)} of the memory`;
}

const bounds: Readonly<Record<PictureType, string>> = {
  'image/webp': '1 × as fast, 1/3 of the memory, 120 kB, page blocked at most 16 ms',
  'image/jpeg': '2 × as fast, 1/3 of the memory, 250 kB, page blocked at most 16 ms',
};

export const imageShrinking: Bench = {
  name: 'image-shrinking',
  title:
    'A 12-megapixel photo made small, against browser-image-compression (1600 px, quality 0.6)',
  async run({ rounds, say }) {
    const site = await openImageSite();
    try {
      const { paths, bytes } = await putPhotos(site);
      say(`The photo: 4000 × 3000, ${kB(bytes.length)}`);
      for (const type of ['image/webp', 'image/jpeg'] as const) {
        const measured = await measureAll(methodsOf(site, type), rounds(3, 7), paths);
        say(
          `\n${table([
            [type, 'warm', 'first', 'peak memory', 'result', 'page blocked'],
            ...Array.from(measured, ([{ name }, one]) => row(name, one)),
          ])}`,
        );
        say(
          `Against the better of its two ways: ${comparison(measured)}. Bounds: ${bounds[type]}.`,
        );
      }
      say('');
      say(await ocrLegibility(site, paths.photo, bytes));
      say('\nBound: within 1 point of the original.\n');
      say(await legibility(site, paths.photo));
      say('\nRead by template at known places, without guessing: see image-page/reader.ts.');
    } finally {
      await site.close();
    }
  },
};
