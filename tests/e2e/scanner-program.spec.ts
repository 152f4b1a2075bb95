import { expect } from '@playwright/test';
import { test } from './fixtures/test.ts';

test('after an update, the app fetches the new decoder and deletes the old one', async ({
  device,
}) => {
  const page = await device.openApp('/register');
  const kept = () =>
    page.evaluate(async () =>
      (await (await caches.open('veld-late')).keys()).map(({ url }) => new URL(url).pathname),
    );
  // The decoder of an earlier version. The agent has agreed to fetch it.
  await page.evaluate(async () => {
    await (await caches.open('veld-late')).put(
      '/assets/zxing_reader-old.wasm',
      new Response('old'),
    );
  });
  await page.reload();
  await expect
    .poll(kept, { timeout: 120_000 })
    .toEqual([expect.stringMatching(/^\/assets\/zxing_reader-(?!old)[\w-]{7}\.wasm$/)]);
});
