import type { Page } from '@playwright/test';

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
