import type { BrowserContext, Page } from '@playwright/test';
import { databaseMade } from '../disk/app-database.ts';

/** Firefox's message for each file that was still loading when the page was left. */
const isCutLoad = (text: string): boolean =>
  text.includes('A ServiceWorker intercepted the request and encountered an unexpected error');

/**
 * True for the browser's error about Home's request for the server's time. Home compares that time with the phone's. Without signal the
 * request fails, and the browser reports that, not the app.
 */
export const isAskingTime = (complaint: string): boolean =>
  /Failed to load resource: \S+ http:\/\/[^/]+\/$/.test(complaint);

/** Collects the errors of every page of a browser: exceptions, console errors, violations of the content security policy. */
export class PageWatch {
  readonly complaints: string[] = [];

  static async of(context: BrowserContext): Promise<PageWatch> {
    const watch = new PageWatch();
    await context.addInitScript(() => {
      addEventListener('securitypolicyviolation', (event) =>
        console.error(`violation of ${event.effectiveDirective}: ${event.blockedURI}`),
      );
    });
    for (const page of context.pages()) watch.#listen(page);
    context.on('page', (page) => watch.#listen(page));
    return watch;
  }

  #listen(page: Page): void {
    const note = (text: string): void => {
      if (!isCutLoad(text)) this.complaints.push(`${page.url()} ${text}`);
    };
    // Firefox reports some of its own errors as errors of the page.
    page.on('pageerror', ({ message }) => note(message));
    page.on('console', (message) => {
      if (message.type() === 'error') note(`${message.text()} ${message.location().url}`);
    });
  }
}

/** The value at a key of the database's table `device`; undefined if there is none. */
export async function storedValue(page: Page, key: string): Promise<unknown> {
  await databaseMade(page);
  return page.evaluate(
    (wanted) =>
      new Promise<unknown>((resolve, reject) => {
        const opening = indexedDB.open('veld');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction('device').objectStore('device').get(wanted);
          reading.onsuccess = () => {
            opening.result.close();
            resolve((reading.result as { value: unknown } | undefined)?.value);
          };
          reading.onerror = () => reject(reading.error);
        };
      }),
    key,
  );
}

/** The page's HTML, its text for screen readers, its title, and the values of its inputs. */
export async function everythingIn(page: Page): Promise<string> {
  const held = await page.evaluate(() =>
    [...document.querySelectorAll('input')].map(({ value }) => value).join(' '),
  );
  return [
    await page.content(),
    await page.locator('body').ariaSnapshot(),
    await page.title(),
    held,
  ].join('\n');
}
