import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { brotliCompressSync, constants } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Reading, ScanPurpose } from '../../../src/domain/scan.ts';
import { DOWNLOAD_BYTES, PROGRAM_BYTES } from '../../../src/features/scan/decoder-download.ts';
import {
  createLadder,
  type Decode,
  type Gray,
  grayOf,
  lookAtPixels,
  type Rung,
} from '../../../src/features/scan/ladder.ts';
import { barsOf, testSymbols } from '../../../src/features/scan/native-detector.ts';
import { openZxing } from '../../../src/features/scan/zxing.ts';
import { type Flaws, type MadeSymbol, pictureOf } from './made-symbols.ts';

const SIM_19 = '8927010000001234560';
const SIM_20 = '89270100000012345609';
const OTHER_SIM = '8927010000007654324';
const IMEI = '490154203237518';
const ID = '8506154800088';
const CARD = `VAN DER MERWE|THANDIWE NOMVULA|F|RSA|${ID}|15 JUN 1985|RSA|CITIZEN|01 JAN 2020|12345|123456789|x`;

const program = await readFile(
  new URL('../../../node_modules/zxing-wasm/dist/reader/zxing_reader.wasm', import.meta.url),
);

let decoderFor: (purpose: ScanPurpose) => Decode;
beforeAll(async () => {
  const { buffer, byteOffset, byteLength } = program;
  decoderFor = await openZxing(buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer);
});

it('the program is the one whose calls the app knows, and has the size that the app names', () => {
  expect(createHash('sha256').update(program).digest('hex')).toBe(
    'e8af31edb56d0522f4de74495839385ef019ba8bc90d38e5ecb2f18795d86fb2',
  );
  expect(program.length).toBe(PROGRAM_BYTES);
  const compressed = brotliCompressSync(program, {
    params: { [constants.BROTLI_PARAM_SIZE_HINT]: program.length },
  });
  expect(Math.abs(compressed.length - DOWNLOAD_BYTES)).toBeLessThan(5_000);
});

/** Shows a still film to the ladder. Returns the first value and the number of its frame. Returns null if no frame gives one. */
function film(purpose: ScanPurpose, picture: Gray, frames = 26) {
  const ladder = createLadder(purpose, decoderFor(purpose));
  for (let frame = 1; frame <= frames; frame += 1) {
    const reading = ladder.readFrame(lookAtPixels(picture));
    if (reading !== null) return { frame, reading };
  }
  return null;
}

const photo = (purpose: ScanPurpose, picture: Gray): Reading | null =>
  createLadder(purpose, decoderFor(purpose)).readPhoto(lookAtPixels(picture), () => true);

const sims = (...numbers: readonly string[]): Reading => ({ status: 'sims', numbers });
const person: Reading = {
  status: 'identity',
  number: ID,
  firstName: 'Thandiwe Nomvula',
  lastName: 'van der Merwe',
  isCard: true,
};

describe('the decoder reads made symbols', () => {
  it.each<[ScanPurpose, MadeSymbol, number, Reading]>([
    ['sim', { kind: 'code128', text: SIM_19 }, 1, sims(SIM_19)],
    ['sim', { kind: 'datamatrix', text: SIM_20 }, 1, sims(SIM_20)],
    ['sim', { kind: 'qrcode', text: `${SIM_19}F` }, 1, sims(SIM_19)],
    ['sim', { kind: 'code39', text: SIM_19 }, 2, sims(SIM_19)],
    ['sim', { kind: 'interleaved2of5', text: SIM_20 }, 2, sims(SIM_20)],
    [
      'sim',
      { kind: 'qrcode', text: 'LPA:1$smdp.example.org$A-1' },
      1,
      { status: 'refused', reason: 'activationCode' },
    ],
    ['imei', { kind: 'code128', text: IMEI }, 1, { status: 'imei', number: IMEI }],
    ['identity', { kind: 'pdf417', text: CARD }, 1, person],
    [
      'identity',
      { kind: 'code39', text: ID },
      2,
      { status: 'identity', number: ID, firstName: null, lastName: null, isCard: false },
    ],
    [
      'identity',
      { kind: 'pdf417', text: 'A parcel' },
      1,
      { status: 'refused', reason: 'unusable' },
    ],
  ])('for %s: %o', (purpose, symbol, frame, reading) => {
    const picture = pictureOf([symbol]);
    expect(film(purpose, picture)).toEqual({ frame, reading });
    expect(photo(purpose, picture)).toEqual(reading);
  });

  it('both SIM cards of one picture', () => {
    const both = [SIM_19, OTHER_SIM].map((text) => ({ kind: 'code128', text }) as const);
    const read = film('sim', pictureOf(both))?.reading;
    expect(read?.status === 'sims' && [...read.numbers].sort()).toEqual([SIM_19, OTHER_SIM]);
  });

  it('a SIM card number beside the barcode of a shop', () => {
    const pack = pictureOf([
      { kind: 'ean13', text: '600123456789' },
      { kind: 'code128', text: SIM_19 },
    ]);
    expect(film('sim', pack)?.reading).toEqual(sims(SIM_19));
  });

  it('nothing for a purpose that does not fit', () => {
    expect(film('imei', pictureOf([{ kind: 'code128', text: SIM_19 }]), 2)).toBeNull();
    expect(film('sim', pictureOf([{ kind: 'pdf417', text: CARD }]), 2)).toBeNull();
    expect(film('identity', pictureOf([{ kind: 'code128', text: SIM_19 }]), 2)).toBeNull();
  });
});

describe('the decoder goes on', () => {
  const readsNext = (): void =>
    expect(film('sim', pictureOf([{ kind: 'code128', text: SIM_19 }]))?.reading).toEqual(
      sims(SIM_19),
    );

  it('after a picture that makes its memory grow', () => {
    const data = new Uint8Array(4000 * 3000).fill(200);
    expect(decoderFor('sim')({ data, width: 4000, height: 3000 }, { area: 'whole' })).toEqual([]);
    readsNext();
  });

  it('after a picture that it refuses, by an exception which it catches or not', () => {
    const data = new Uint8Array(1);
    const tooLarge = decoderFor('sim')({ data, width: 1e5, height: 1e5 }, { area: 'whole' });
    expect(tooLarge.filter(({ text }) => text !== '')).toEqual([]);
    expect(() => decoderFor('sim')({ data, width: 0, height: 0 }, { area: 'whole' })).toThrow();
    readsNext();
  });
});

describe('the ladder reads a Code 128', () => {
  it.each<[string, Flaws]>([
    ['turned by a quarter', { degrees: 90 }],
    ['turned by 11 degrees', { degrees: 11 }],
    ['turned by 15 degrees', { degrees: -15 }],
    ['in the dark', { dark: 8, light: 26, noise: 3 }],
    ['with noise', { noise: 60 }],
    ['of 2 pixels a module', { size: 2 }],
  ])('%s', (_, flaws) => {
    const picture = pictureOf([{ kind: 'code128', text: SIM_19 }], flaws);
    expect(film('sim', picture)?.reading).toEqual(sims(SIM_19));
    expect(photo('sim', picture)).toEqual(sims(SIM_19));
  });
});

describe('the ladder', () => {
  const picture: Gray = { data: new Uint8Array(40 * 40), width: 40, height: 40 };
  const itf = [{ symbology: 'itf', text: SIM_20 }];

  it('tries every rung of a film, and the plain guide at every second frame', () => {
    const rungs: Rung[] = [];
    const ladder = createLadder('sim', (_, rung) => {
      rungs.push(rung);
      return [];
    });
    for (let frame = 0; frame < 26; frame += 1) ladder.readFrame(lookAtPixels(picture));
    expect(rungs.filter((_, index) => index % 2 === 0)).toEqual(
      Array.from({ length: 13 }, () => ({ area: 'guide', triesTurnsAndSizes: true })),
    );
    expect(new Set(rungs.map((rung) => JSON.stringify(rung))).size).toBe(14);
  });

  it('repeats the rung that found a number which must be read twice', () => {
    const ladder = createLadder('sim', (_, { turn }) => (turn === -8 ? itf : []));
    const read = Array.from({ length: 16 }, () => ladder.readFrame(lookAtPixels(picture)));
    expect(read.findIndex((reading) => reading !== null)).toBe(14);
  });

  it('ends a photo when the time is over', () => {
    let tries = 0;
    const ladder = createLadder('sim', () => {
      tries += 1;
      return [];
    });
    expect(ladder.readPhoto(lookAtPixels(picture), () => tries < 3)).toBeNull();
    expect(tries).toBe(3);
  });
});

it('brightness comes from all three colours', () => {
  const pixels = Uint8ClampedArray.of(
    255,
    255,
    255,
    255,
    255,
    0,
    0,
    255,
    0,
    255,
    0,
    255,
    0,
    0,
    255,
    9,
  );
  expect([...grayOf(pixels, 4, 1).data]).toEqual([255, 76, 150, 29]);
});

it.each(['code_128', 'pdf417'] as const)('the test symbol %s holds its text', (format) => {
  const { width, height, bars } = barsOf(testSymbols[format]);
  const data = new Uint8Array(width * height).fill(255);
  for (const bar of bars)
    for (let y = bar.y; y < bar.y + bar.height; y += 1)
      data.fill(0, y * width + bar.x, y * width + bar.x + bar.width);
  const found = decoderFor('identity')(
    { data, width, height },
    { area: 'whole', triesTurnsAndSizes: true },
  );
  expect(found.map(({ symbology, text }) => [symbology, text])).toEqual([[format, 'VELD']]);
});
