import type { Reading, ScanPurpose } from '../../../src/domain/scan.ts';
import { openScanner } from '../../../src/features/scan/scanner.ts';
import { type MadeScan, makeScan } from './made-scans.ts';

/** The number of frames in which the live scanner tries every rung. */
const FRAMES = 26;

async function opened(purpose: ScanPurpose) {
  const result = await openScanner(purpose, { mayFetch: true });
  if (result.status !== 'open') throw new Error(`The scanner is ${result.status}.`);
  return result.scanner;
}

async function fileOf(scan: MadeScan): Promise<string> {
  const blob = await (await makeScan(scan)).convertToBlob({ type: 'image/png' });
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

const scans = {
  /** Sends a still film of the picture through the worker. `times`: the ms of each frame, including the copy of the picture. */
  async film(scan: MadeScan, purpose: ScanPurpose) {
    const scanner = await opened(purpose);
    const picture = await makeScan(scan);
    const times: number[] = [];
    let reading: Reading | null = null;
    while (reading === null && times.length < FRAMES) {
      const begun = performance.now();
      reading = await scanner.read(await createImageBitmap(picture));
      times.push(performance.now() - begun);
    }
    scanner.close();
    return { reading, times };
  },
  /** Reads one photo as a JPEG file. */
  async photo(scan: MadeScan, purpose: ScanPurpose) {
    const scanner = await opened(purpose);
    const made = await makeScan(scan);
    const file = await made.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
    const begun = performance.now();
    const reading = await scanner.readPhoto(file);
    const ms = performance.now() - begun;
    scanner.close();
    return { reading, ms };
  },
  fileOf,
};
export type Scans = typeof scans;

Object.assign(globalThis, { scans });
