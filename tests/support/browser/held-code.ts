import { expect, type Page } from '@playwright/test';

/** Holds back scripts with these names until the returned function is called, also from the service worker, which caches them. */
export async function holdCode(page: Page, files: RegExp): Promise<() => void> {
  const { promise: released, resolve } = Promise.withResolvers<void>();
  await page.context().route(files, async (route) => {
    await released;
    await route.continue();
  });
  return resolve;
}

/** Opens the page with its HTML only. Its code is held back until the returned function is called. */
export async function openWithoutCode(page: Page, path: string): Promise<() => void> {
  const release = await holdCode(page, /\/assets\/.*\.js$/);
  // The service worker of an installed app has the code in its cache, where no route can hold it back. So this page bypasses the worker.
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setBypassServiceWorker', { bypass: true });
  // The 'load' event would wait for the code.
  await page.goto(path, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() =>
    Object.assign(window, { first: document.getElementById('root')?.firstElementChild }),
  );
  await session.detach();
  return release;
}

/** Waits until the app's own markup has replaced the HTML's. */
export const expectOwnMarkup = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(
        () =>
          document.getElementById('root')?.firstElementChild !==
          (window as unknown as { first: Element }).first,
      ),
    )
    .toBe(true);

/**
 * Holds back all messages to the page's workers until the returned function is called. So the picture worker waits, as on a slow phone.
 * Call it before the page is opened.
 */
export async function holdShrinking(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const { postMessage } = Worker.prototype;
    const gate = new Promise<void>((resolve) => Object.assign(globalThis, { letGo: resolve }));
    Worker.prototype.postMessage = function (...message: unknown[]) {
      void gate.then(() => Reflect.apply(postMessage, this, message));
    };
  });
  return () => page.evaluate(() => (globalThis as unknown as { letGo: () => void }).letGo());
}
