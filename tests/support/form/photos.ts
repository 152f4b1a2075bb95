import { writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

/** Runs in a page. Returns a JPEG like one from a 12-megapixel camera (paper, text, grain), in base64. */
export async function drawBigPhoto(): Promise<string> {
  const [width, height] = [4000, 3000];
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  const light = context.createLinearGradient(0, 0, width, height);
  light.addColorStop(0, '#f1ead8');
  light.addColorStop(1, '#8d9a86');
  context.fillStyle = light;
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#26241f';
  context.font = '44px serif';
  for (let line = 0; line < 40; line += 1)
    context.fillText(
      `${line} NATIONAL IDENTITY CARD 8001015009087 NKOSI THANDI RSA F 01 JAN 1980 `.repeat(2),
      120,
      160 + line * 70,
    );
  const side = 500;
  const grain = context.createImageData(side, side);
  for (let at = 0; at < grain.data.length; at += 4) {
    const tone = Math.floor(Math.random() * 256);
    grain.data.set([tone, tone, tone, 24], at);
  }
  const tile = new OffscreenCanvas(side, side);
  tile.getContext('2d')?.putImageData(grain, 0, 0);
  for (let x = 0; x < width; x += side)
    for (let y = 0; y < height; y += side) context.drawImage(tile, x, y);
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 });
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let binary = '';
  for (let at = 0; at < bytes.length; at += 32_768)
    binary += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  return btoa(binary);
}

/**
 * Draws the photo in a page and writes it to `path`. Returns its size in bytes. A test can give the browser this file by its path, so that
 * the page spends no time on receiving the bytes.
 */
export async function writeBigPhoto(page: Page, path: string): Promise<number> {
  const bytes = Buffer.from(await page.evaluate(drawBigPhoto), 'base64');
  writeFileSync(path, bytes);
  return bytes.length;
}

const onePixel = [
  [0xff, 0xd8],
  [0xff, 0xdb, 0x00, 0x43, 0x00, ...Array.from({ length: 64 }, () => 1)],
  // One grey pixel. Each Huffman table has one code: 'no difference' and 'end of block'.
  [0xff, 0xc0, 0x00, 0x0b, 8, 0, 1, 0, 1, 1, 1, 0x11, 0],
  [0xff, 0xc4, 0x00, 0x14, 0x00, 1, ...Array.from({ length: 16 }, () => 0)],
  [0xff, 0xc4, 0x00, 0x14, 0x10, 1, ...Array.from({ length: 16 }, () => 0)],
  [0xff, 0xda, 0x00, 0x08, 1, 1, 0x00, 0, 63, 0],
  [0x3f, 0xff, 0xd9],
].flat();

type Fill = (comment: Uint8Array<ArrayBuffer>) => void;

/** Adds JPEG comments to the photo, so that it has the wanted size. `fill` writes the comments' bytes. */
export function withComments(
  photo: ArrayLike<number>,
  size: number,
  fill: Fill,
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.max(size, photo.length));
  const end = bytes.length - photo.length + 2;
  bytes.set(photo, bytes.length - photo.length);
  bytes.set([0xff, 0xd8]);
  let at = 2;
  while (end - at >= 4) {
    const length = Math.min(end - at - 4, 65_533);
    bytes.set([0xff, 0xfe, (length + 2) >> 8, (length + 2) & 0xff], at);
    fill(bytes.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  // The rest is too short for a comment. JPEG allows fill bytes (FF) before a marker.
  return bytes.fill(0xff, at, end);
}

/** A valid JPEG of one pixel with the wanted size. */
export const smallJpeg = (size: number, fill: Fill) => withComments(onePixel, size, fill);
