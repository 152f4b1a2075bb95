import { expect, type Page } from '@playwright/test';

/** Scripts of these names come when the returned function is called, also to the service worker, which keeps them. */
export async function holdCode(page: Page, files: RegExp): Promise<() => void> {
  const { promise: released, resolve } = Promise.withResolvers<void>();
  await page.context().route(files, async (route) => {
    await released;
    await route.continue();
  });
  return resolve;
}

/** Opens the page as its HTML shows it; its code comes when the returned function is called. */
export async function openWithoutCode(page: Page, path: string): Promise<() => void> {
  const release = await holdCode(page, /\/assets\/.*\.js$/);
  // An installed app has its code at hand, and no route sees it: so this page loads past the worker.
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setBypassServiceWorker', { bypass: true });
  // Not its 'load' event: that waits for the code.
  await page.goto(path, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() =>
    Object.assign(window, { first: document.getElementById('root')?.firstElementChild }),
  );
  await session.detach();
  return release;
}

/** The app's own markup has taken the place of the HTML's. */
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
 * Makes the page's picture worker wait, as on a slow phone, until the returned function is called. Call before the page is
 * opened.
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
