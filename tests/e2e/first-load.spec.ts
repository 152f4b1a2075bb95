import { expect, type Page } from '@playwright/test';
import { test } from './fixtures/test.ts';

/** Counts the page's own requests to the server. The worker's precaching does not count: it comes after the page is usable. */
const counted = (type: string, path: string): boolean =>
  ['Document', 'Script', 'Stylesheet'].includes(type) || path.endsWith('.js');

const name = (url: string): string => new URL(url).pathname;

/** Bytes of the bodies of HTML, scripts and styles as they crossed the wire, until the page is quiet; by their paths. */
async function load(page: Page, path: string): Promise<ReadonlyMap<string, number>> {
  const session = await page.context().newCDPSession(page);
  const started = new Map<string, { path: string; headers: number }>();
  const bodies = new Map<string, number>();
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    const { encodedDataLength: headers, fromDiskCache, fromServiceWorker, url } = response;
    // From the browser's cache: the page had it fetched first, to import it later.
    if (counted(type, name(url)) && !fromServiceWorker && fromDiskCache !== true)
      started.set(requestId, { path: name(url), headers });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const file = started.get(requestId);
    if (file !== undefined) bodies.set(file.path, encodedDataLength - file.headers);
  });
  await session.send('Network.enable');
  await page.goto(path, { waitUntil: 'networkidle' });
  return bodies;
}

/** kB (1000 bytes) with brotli. They may fall; to let one rise is a decision, and said in the commit. */
const bounds = [
  ['/', 95],
  ['/register', 142],
  ['/outbox', 144],
] as const;

for (const [path, bound] of bounds)
  test(`${path} is there cold within ${bound} kB`, { tag: '@core' }, async ({ device }) => {
    const bodies = await load(await device.open('about:blank'), path);
    const sum = [...bodies.values()].reduce((all, bytes) => all + bytes, 0);
    const files = [...bodies].map(([file, bytes]) => `${file}: ${bytes}`);
    expect(bodies.size, 'The page and its code were counted').toBeGreaterThan(3);
    expect(sum / 1000, files.join('\n')).toBeLessThanOrEqual(bound);
  });
