import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type Reading, type ScanPurpose, symbologiesOf } from '../../src/domain/scan.ts';
import { type MadeSymbol, modulesOf } from '../features/scan/made-symbols.ts';
import type { Bench } from './bench.ts';
import { sayCameraTimes } from './camera-to-value.ts';
import { median, ms, table } from './figures.ts';
import { withPage } from './image-shrinking.ts';
import { type ImageSite, openImageSite } from './image-site.ts';
import type { MadeScan, State } from './scan-page/made-scans.ts';
import type { Scans } from './scan-page/main.ts';
import type { Peers } from './scan-page/peers.ts';

declare const scans: Scans;
declare const peers: Peers;

type Wanted = Readonly<{ name: string; purpose: ScanPurpose; symbol: MadeSymbol; number: string }>;

const cardOf = (names: string, id: string): string =>
  `${names}|F|RSA|${id}|15 JUN 1985|RSA|CITIZEN|01 JAN 2020|12345|123456789|${'X'.repeat(100)}`;

const wantedOf = (sim: string, longSim: string, imei: string, id: string, names: string) =>
  [
    ['Code 128, 19 digits', 'sim', 'code128', sim],
    ['Code 128, 15 digits', 'imei', 'code128', imei],
    ['ITF, 20 digits', 'sim', 'interleaved2of5', longSim],
    ['Data Matrix', 'sim', 'datamatrix', longSim],
    ['Code 39', 'identity', 'code39', id],
    ['PDF417', 'identity', 'pdf417', id],
  ].map(([name = '', purpose, kind, number = '']): Wanted => {
    const text = kind === 'pdf417' ? cardOf(names, number) : number;
    const symbol = { kind, text } as MadeSymbol;
    return { name, purpose: purpose as ScanPurpose, symbol, number };
  });

type PictureSet = Readonly<{
  title: string;
  firstSeed: number;
  tables: readonly MadeScan['table'][];
  wanted: readonly Wanted[];
  states: Readonly<Record<string, State>>;
}>;

const sets: readonly PictureSet[] = [
  {
    title: 'the 78 pictures',
    firstSeed: 1,
    tables: [['#6b4a2f', '#7d5a3b']],
    wanted: wantedOf(
      '8927010000001234560',
      '89270100000012345609',
      '490154203237518',
      '8506154800088',
      'VAN DER MERWE|THANDIWE NOMVULA',
    ),
    states: {
      clean: {},
      'turned 5°': { turn: 5 },
      'turned 15°': { turn: 15 },
      'turned 90°': { turn: 90 },
      'blur 1.2 px': { blur: 1.2 },
      'blur 2.2 px': { blur: 2.2 },
      'moved 5 px': { shake: 5 },
      dim: { light: 0.2 },
      noisy: { noise: 28 },
      glare: { glare: 0.09 },
      small: { scale: 0.55 },
      slanted: { slant: 0.35 },
      'JPEG 0.25': { jpeg: 0.25 },
    },
  },
  {
    // No rung was tuned with these pictures. A person who changes the ladder makes new ones.
    title: 'new pictures: other numbers, tables, angles and states',
    firstSeed: 9_000,
    tables: [
      ['#3f5f3a', '#4b6d45'],
      ['#4a4a4f', '#5a5a60'],
      ['#c9b79c', '#bfa988'],
    ],
    wanted: wantedOf(
      '8927020000456789017',
      '89270200004567890173',
      '864230040715292',
      '7806300839084',
      'MOKOENA|LERATO GRACE',
    ),
    states: {
      clean: { scale: 0.9 },
      'turned -6°': { turn: -6 },
      'turned 13°': { turn: 13 },
      'turned -17°': { turn: -17 },
      'turned 176°': { turn: 176 },
      'blur 1.0 px': { blur: 1 },
      'blur 1.9 px': { blur: 1.9 },
      'moved 4 px': { shake: 4, turn: 1 },
      dim: { light: 0.17, noise: 4 },
      noisy: { noise: 25, turn: -2 },
      glare: { glare: 0.08, turn: 5 },
      small: { scale: 0.6, turn: -4 },
      'slanted, JPEG 0.3': { slant: 0.3, jpeg: 0.3 },
    },
  },
];

type Picture = Readonly<{ wanted: Wanted; state: string; scan: MadeScan }>;

function picturesOf({ firstSeed, tables, wanted, states }: PictureSet): readonly Picture[] {
  return wanted.flatMap((each, row) => {
    const { rows, tall } = modulesOf(each.symbol);
    const symbol = {
      rows: rows.map((bits) => bits.map((bit) => (bit ? '1' : '0')).join('')),
      tall,
    };
    return Object.entries(states).map(([state, flaws], column) => {
      const seed = firstSeed + 100 * row + column;
      const ground = tables[(row + column) % tables.length] as MadeScan['table'];
      const size = [1280, 720] as const;
      return {
        wanted: each,
        state,
        scan: { seed, table: ground, symbol, state: flaws, size, module: 3 },
      };
    });
  });
}

type Result = Readonly<{ outcome: 'read' | 'wrong' | 'nothing'; times: readonly number[] }>;

const outcomeOf = (numbers: readonly string[], wanted: string): Result['outcome'] => {
  if (numbers.length === 0) return 'nothing';
  return numbers.every((number) => number === wanted) ? 'read' : 'wrong';
};

function numbersIn(reading: Reading | null): readonly string[] {
  if (reading === null) return [];
  if (reading.status === 'sims') return reading.numbers;
  return [reading.status === 'refused' ? reading.reason : reading.number];
}

/** Our scanner reads a still film of the picture, as it reads the camera. */
async function filmOf(page: Page, { wanted, scan }: Picture): Promise<Result> {
  const { reading, times } = await page.evaluate(([made, purpose]) => scans.film(made, purpose), [
    scan,
    wanted.purpose,
  ] as const);
  return { outcome: outcomeOf(numbersIn(reading), wanted.number), times };
}

/** A peer's result is right only if it is the whole text of the symbol. */
async function peerOf(page: Page, name: string, path: string, wanted: Wanted): Promise<Result> {
  const { text, ms: took } = await page.evaluate(
    ([peer, file, formats]) => peers.read(peer, file, formats),
    [name, path, symbologiesOf[wanted.purpose]] as const,
  );
  return { outcome: outcomeOf(text === null ? [] : [text], wanted.symbol.text), times: [took] };
}

const p90 = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.9)] ?? Number.NaN;

function rowOf(name: string, results: readonly Result[]): readonly string[] {
  const count = (wanted: Result['outcome']): number =>
    results.filter(({ outcome }) => outcome === wanted).length;
  const times = results.flatMap((result) => result.times);
  const found = results.filter(({ outcome }) => outcome === 'read');
  const toValue = found.map((result) => result.times.reduce((sum, each) => sum + each, 0));
  return [
    name,
    `${count('read')} of ${results.length}`,
    String(count('wrong')),
    ms(median(times)),
    ms(p90(times)),
    ms(median(toValue)),
  ];
}

const HEAD = ['reader', 'read', 'wrong', 'a try, median', 'p90', 'to the value'];

/** Installs the peers outside the project. The lock file has the hash of each package. */
function installPeers(): string {
  const folder = mkdtempSync(join(tmpdir(), 'veld-scan-peers-'));
  for (const name of ['package.json', 'package-lock.json'])
    cpSync(join(import.meta.dirname, 'scan-peers', name), join(folder, name));
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  return folder;
}

const peerFiles: Readonly<Record<string, string>> = {
  'html5-qrcode.js': 'html5-qrcode/html5-qrcode.min.js',
  'quagga.js': '@ericblade/quagga2/dist/quagga.min.js',
  'zxing-js.js': '@zxing/library/umd/index.min.js',
  'barcode-detector.js': 'barcode-detector/dist/iife/ponyfill.js',
  'zxing-of-barcode-detector.wasm': 'zxing-wasm/dist/reader/zxing_reader.wasm',
};

async function peerRows(
  site: ImageSite,
  pictures: readonly Picture[],
): Promise<readonly (readonly string[])[]> {
  const files = await withPage(site.origin, async (page) => {
    const paths: string[] = [];
    for (const [index, { scan }] of pictures.entries()) {
      const file = await page.evaluate((made) => scans.fileOf(made), scan);
      paths.push(site.put(`scan-${index}.png`, Buffer.from(file, 'base64')));
    }
    return paths;
  });
  return withPage(`${site.origin}/peer.html`, async (page) => {
    const rows: (readonly string[])[] = [];
    for (const name of await page.evaluate(() => peers.names)) {
      const results: Result[] = [];
      for (const [index, { wanted }] of pictures.entries())
        results.push(await peerOf(page, name, files[index] ?? '', wanted));
      rows.push(rowOf(name, results));
    }
    return rows;
  });
}

/** Photos of 12 megapixels: each symbol on a card in the hand, and one photo of a table without a symbol. */
async function photoTimes(page: Page, { wanted, tables }: PictureSet) {
  const hits: number[] = [];
  const misses: number[] = [];
  const [ground = ['#6b4a2f', '#7d5a3b'] as const] = tables;
  for (const [index, { purpose, symbol, number }] of [...wanted, ...wanted].entries()) {
    const isBlank = index === 0;
    const { rows, tall } = isBlank ? { rows: [[false]], tall: 1 } : modulesOf(symbol);
    const bits = rows.map((row) => row.map((bit) => (bit ? '1' : '0')).join(''));
    const scan: MadeScan = {
      seed: 900 + index,
      table: ground,
      symbol: { rows: bits, tall },
      state: { turn: index % 2 === 0 ? 2 : -3, blur: 1.2 },
      size: [4000, 3000],
      module: symbol.kind === 'datamatrix' ? 12 : 6,
    };
    const { reading, ms: took } = await page.evaluate(([made, wants]) => scans.photo(made, wants), [
      scan,
      purpose,
    ] as const);
    if (reading === 'failed') throw new Error('The decoder failed at a photo.');
    const outcome = outcomeOf(numbersIn(reading), number);
    if (outcome === 'wrong') throw new Error('A photo gave a wrong value.');
    (outcome === 'read' ? hits : misses).push(took);
  }
  return { hits, misses };
}

export const scanning: Bench = {
  name: 'scanning',
  title: 'Barcodes in made pictures of 1280 × 720, ours beside the peers',
  async run(stage) {
    const { say } = stage;
    await sayCameraTimes(stage);
    const site = await openImageSite(0, 'scan-page');
    const peerFolder = installPeers();
    try {
      for (const [name, file] of Object.entries(peerFiles))
        site.put(name, await readFile(join(peerFolder, 'node_modules', file)));
      for (const set of sets) {
        const pictures = picturesOf(set);
        const missed: string[] = [];
        const ours = await withPage(site.origin, async (page) => {
          const results: Result[] = [];
          for (const picture of pictures) {
            const result = await filmOf(page, picture);
            const { wanted, state } = picture;
            if (result.outcome !== 'read')
              missed.push(`${wanted.name}, ${state} (${result.outcome})`);
            results.push(result);
          }
          return results;
        });
        say(`### ${set.title}\n`);
        say(table([HEAD, rowOf('Veld', ours), ...(await peerRows(site, pictures))]));
        say(`\nVeld did not read: ${missed.join('; ') || 'nothing'}.\n`);
      }
      const [set] = sets;
      if (set === undefined) return;
      const { hits, misses } = await withPage(site.origin, (page) => photoTimes(page, set));
      say(
        `Photos of 12 megapixels: ${hits.length} of ${hits.length + misses.length - 1} with a barcode are read, ${ms(median(hits))} to the value ` +
          `(most ${ms(Math.max(...hits))}), ${ms(Math.max(...misses))} to give up.`,
      );
    } finally {
      await site.close();
      rmSync(peerFolder, { recursive: true, force: true });
    }
  },
};
