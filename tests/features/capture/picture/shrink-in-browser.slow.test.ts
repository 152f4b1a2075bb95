import { deflateSync } from 'node:zlib';
import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Pictures, Way } from '../../../bench/image-page/main.ts';
import { type ImageSite, openImageSite } from '../../../bench/image-site.ts';
import { findOrInstallChromium } from '../../../commands/engines.ts';
import { bytesOf, exifBody, segment } from './picture-bytes.ts';

declare const pictures: Pictures;

const ORIENTATIONS = [1, 2, 3, 4, 5, 6, 7, 8] as const;
const CANARY = 'GPS-CANARY-26.2041S';

let site: ImageSite;
let browser: Browser;
let page: Page;
/** A picture of 2400 × 1600 pixels, large enough to be shrunk. */
let large: Uint8Array;
const complaints: string[] = [];

beforeAll(async () => {
  site = await openImageSite();
  browser = await chromium.launch({
    executablePath: findOrInstallChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  page = await browser.newPage();
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(site.origin);
  large = await plain(2400, 1600);
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const decoded = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'));

const plain = async (width: number, height: number, type = 'image/jpeg', quality = 0.9) =>
  decoded(
    await page.evaluate(
      (args) => pictures.plain(args.width, args.height, args.type, args.quality),
      { width, height, type, quality },
    ),
  );

/** Adds EXIF to the picture: an orientation, and the place where the photo was taken. */
const withExif = (jpeg: Uint8Array, orientation: number) =>
  new Uint8Array(
    Buffer.concat([
      jpeg.subarray(0, 2),
      segment(0xe1, bytesOf(exifBody(orientation), CANARY)),
      segment(0xfe, bytesOf(CANARY)),
      jpeg.subarray(2),
    ]),
  );

let served = 0;
async function shrink(bytes: Uint8Array, way: Way = 'worker') {
  served += 1;
  const path = site.put(String(served), bytes);
  return page.evaluate((args) => pictures.shrink(args.path, args.way), { path, way });
}

async function shrunk(bytes: Uint8Array, way: Way = 'worker') {
  const result = await shrink(bytes, way);
  if (result.status === 'refused') throw new Error(`refused: ${result.reason}`);
  return { ...result, bytes: decoded(result.base64) };
}

const nearest = (colours: readonly (readonly number[])[]) =>
  colours.map((colour) => colour.map((value) => (value > 127 ? 1 : 0)).join(''));

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

describe.each(['worker', 'createImageBitmap', 'page'] as const)('shrinking with %s', (way) => {
  it.each(ORIENTATIONS)(
    'rotates a photo with EXIF orientation %i upright, and removes its EXIF',
    async (turn) => {
      const source = withExif(large, turn);
      const path = site.put(`turned-${turn}`, source);
      const seen = await page.evaluate((at) => pictures.see(at), path);
      const result = await shrunk(source, way);
      expect(nearest(result.colours).slice(0, 4)).toEqual(nearest(seen.colours).slice(0, 4));
      expect(result.width > result.height).toBe(seen.width > seen.height);
      expect(Math.max(result.width, result.height)).toBeGreaterThanOrEqual(1500);
      expect(text(result.bytes)).not.toContain('Exif');
      expect(text(result.bytes)).not.toContain(CANARY);
    },
  );

  it('converts PNG and WebP to JPEG on white', async () => {
    for (const type of ['image/png', 'image/webp']) {
      const result = await shrunk(await plain(2400, 1600, type), way);
      expect([...result.bytes.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
      expect(nearest(result.colours)).toEqual(['100', '010', '001', '110', '111']);
    }
  });

  it('refuses damaged and truncated pictures', async () => {
    const jpeg = await plain(800, 600);
    const half = jpeg.slice(0, jpeg.length / 2);
    const noise = bytesOf(jpeg.subarray(0, 200), new Uint8Array(5000).fill(0x55));
    const page = bytesOf('<!doctype html><script>alert(1)</script>');
    for (const bad of [
      half,
      noise,
      page,
      jpeg.slice(0, 3),
      (await plain(8, 8, 'image/png')).slice(0, 60),
    ]) {
      expect(await shrink(bad, way)).toMatchObject({ status: 'refused', reason: 'broken' });
    }
  });
});

describe('shrinking', () => {
  it('makes a 12-megapixel photo smaller than 250 kB without blocking the page', async () => {
    const photo = decoded(await page.evaluate(() => pictures.photo()));
    expect(photo.length).toBeGreaterThan(2_000_000);
    const result = await shrunk(withExif(photo, 6));
    expect(result.bytes.length).toBeLessThanOrEqual(250_000);
    expect([result.width, result.height]).toEqual([1350, 1800]);
  });

  it('refuses a picture of 900 million pixels before decoding', async () => {
    const chunk = (type: string, data: Uint8Array) => {
      const length = new Uint8Array(4);
      new DataView(length.buffer).setUint32(0, data.length);
      return bytesOf(length, type, data, [0, 0, 0, 0]);
    };
    const size = [0, 0, 0x75, 0x30];
    const bomb = bytesOf(
      '\x89PNG\r\n\x1a\n',
      chunk('IHDR', bytesOf(size, size, [1, 0, 0, 0, 0])),
      chunk('IDAT', deflateSync(new Uint8Array(30_000 * 3751))),
      chunk('IEND', new Uint8Array()),
    );
    const result = await shrink(bomb);
    expect(result).toMatchObject({ status: 'refused', reason: 'tooManyPixels' });
    expect(result.ms).toBeLessThan(1000);
  });

  it('never enlarges a small picture, and still removes its EXIF', async () => {
    const source = withExif(await plain(900, 600, 'image/jpeg', 0.1), 1);
    const result = await shrunk(source);
    expect(result.bytes.length).toBeLessThan(source.length);
    expect(text(result.bytes)).not.toContain(CANARY);
    expect(nearest(result.colours).slice(0, 4)).toEqual(['100', '010', '001', '110']);
  });

  it('shrinks ten photos one after the other', async () => {
    const path = site.put('ten', large);
    const result = await page.evaluate((at) => pictures.shrinkAll(at, 10), path);
    expect(result.shrunk).toBe(10);
  });

  it('follows the content security policy and logs nothing', () => {
    expect(complaints).toEqual([]);
  });
});

describe('the picture of a signature', () => {
  const wave = (count: number) =>
    Array.from({ length: 3 }, (_, row) =>
      Array.from({ length: count }, (_, index) => ({
        x: 20 + (index * 280) / count,
        y: 40 + row * 40 + 30 * Math.sin((index * 25) / count),
        time: index,
      })),
    );

  it('is a PNG of at most 30 kB, trimmed, the same for the same strokes', async () => {
    for (const count of [12, 200, 3000]) {
      const draw = () => page.evaluate((strokes) => pictures.signature(strokes), wave(count));
      const [one, other] = [await draw(), await draw()];
      expect(one).toEqual(other);
      const png = decoded(one ?? '');
      expect(text(png).slice(1, 4)).toBe('PNG');
      expect(png.length).toBeLessThanOrEqual(30_000);
    }
  });

  it('does not exist without a signature', async () => {
    const dot = [[{ x: 5, y: 5, time: 0 }]];
    expect(await page.evaluate((strokes) => pictures.signature(strokes), dot)).toBeNull();
    expect(await page.evaluate(() => pictures.signature([]))).toBeNull();
  });
});
