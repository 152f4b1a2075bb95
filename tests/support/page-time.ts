import type { Page } from '@playwright/test';

/**
 * Until the page itself has lived for so long: every shorter timer that it has set by now has run, however slow the
 * machine is. For what must not happen; what must is waited for.
 */
export const pageLives = (page: Page, ms: number): Promise<void> =>
  page.evaluate((time) => new Promise<void>((resolve) => setTimeout(resolve, time)), ms);
