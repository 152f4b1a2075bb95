import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { storedRegistrations } from '../support/backend/stored-registrations.ts';
import { storedFiles } from '../support/disk/stored-files.ts';
import { drawBigPhoto } from '../support/form/photos.ts';
import { test } from './engine-test.ts';
import { fillToDocuments, fillToReview, install, submit } from './registration.ts';

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Runs in the page. Starts to measure the longest time, in ms, for which the page was blocked. */
function watchTime(): void {
  const seen = { last: performance.now(), longestGap: 0 };
  Object.assign(window, { seen });
  setInterval(() => {
    const now = performance.now();
    seen.longestGap = Math.max(seen.longestGap, now - seen.last - 20);
    seen.last = now;
  }, 20);
}

const longestGap = (): number =>
  (window as unknown as { seen: { longestGap: number } }).seen.longestGap;

/** Runs in the page. Returns the sizes and hashes of the stored files. */
const keptFiles = (): Promise<readonly Readonly<{ size: number; sha256: string }>[]> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open('veld');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const rows = opening.result.transaction('attachments').objectStore('attachments').getAll();
      rows.onerror = () => reject(rows.error);
      rows.onsuccess = () => {
        opening.result.close();
        resolve(rows.result.map(({ size, sha256 }) => ({ size, sha256 })));
      };
    };
  });

/**
 * Runs in the page. Returns a picture's size, and the brightness of its first and its last corner. If a picture was cut off, its last
 * corner is grey.
 */
async function looksOf(base64: string) {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes]));
  const { width, height } = picture;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  context.drawImage(picture, 0, 0);
  const lightAt = (x: number, y: number): number => {
    const { data } = context.getImageData(x, y, 16, 16);
    return data.reduce((sum, value, at) => (at % 4 === 3 ? sum : sum + value), 0) / (16 * 16 * 3);
  };
  return { width, height, first: lightAt(0, 0), last: lightAt(width - 16, height - 16) };
}

test(
  'a photo of 12 megapixels is made smaller while the page stays free, and arrives whole',
  { tag: ['@chromium', '@floor'] },
  async ({ backend, phone, platform }, info) => {
    await install(phone);
    const path = info.outputPath('camera.jpg');
    const taken = Buffer.from(await phone.run(drawBigPhoto, undefined), 'base64');
    expect(taken.length).toBeGreaterThan(3_000_000);
    writeFileSync(path, taken);
    await phone.open('/register');
    await fillToDocuments(phone);
    await phone.run(watchTime, undefined);
    const chosen = performance.now();
    await phone.addFile('Choose a file', path);
    await expect.poll(() => phone.run(keptFiles, undefined)).toHaveLength(1);
    const took = Math.round(performance.now() - chosen);
    const gap = Math.round(await phone.run(longestGap, undefined));
    const [kept] = await phone.run(keptFiles, undefined);
    if (kept === undefined) throw new Error('The photo is not kept.');
    await fillToReview(phone);
    await submit(phone);
    await phone.sees(/^Sent$/m);

    const [registration] = storedRegistrations(backend.dataDir);
    const files = storedFiles(backend.dataDir, registration?.formId ?? '');
    const photos = files.filter(({ contentType }) => contentType !== 'image/png');
    // WebKit cannot encode WebP.
    expect(photos.map(({ contentType }) => contentType)).toEqual([
      platform.startsWith('ios') ? 'image/jpeg' : 'image/webp',
    ]);
    expect(photos.map(({ bytes }) => sha256(bytes))).toEqual([kept.sha256]);
    const [photo] = photos;
    expect(photo?.bytes.length).toBeLessThanOrEqual(250_000);
    const looks = await phone.run(looksOf, photo?.bytes.toString('base64') ?? '');
    expect(looks.width).toBeGreaterThanOrEqual(1000);
    expect(looks.width / looks.height).toBeCloseTo(4 / 3, 2);
    // The drawn paper goes from light to dark.
    expect(looks.first).toBeGreaterThan(200);
    expect(looks.last).toBeGreaterThan(110);
    expect(looks.last).toBeLessThan(175);
    // On a busy machine both the page and the work take longer, so the limit grows with the work. The floor browser runs in a single
    // process, which also draws the photo. So it has no limit.
    if (platform !== 'floor') expect(gap).toBeLessThan(Math.max(1_000, took / 2));
    const words = `${taken.length} bytes to ${looks.width}×${looks.height}, ${kept.size} bytes in ${took} ms, page held up ${gap} ms`;
    info.annotations.push({ type: platform, description: words });
  },
);
