import type { Page } from '@playwright/test';

/**
 * Waits for a timer of the page itself: every shorter timer that the page has set before has then run, however slow the
 * machine is. For tests that something does not happen.
 */
export const pageLives = (page: Page, ms: number): Promise<void> =>
  page.evaluate((time) => new Promise<void>((resolve) => setTimeout(resolve, time)), ms);
