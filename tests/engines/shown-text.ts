import { expect } from '@playwright/test';

/** Runs in the page: what is on the screen, as lines. */
export const shownText = (): string => document.body.innerText;

/** ms between two looks at the screen. By itself it would soon look once a second, and a test looks some thirty times. */
const intervals = [50, 100, 200];

/** Waits until the screen shows it: these words, wherever lines break; or what fits a pattern, lines as they are. */
export async function waitForShown(
  shown: () => Promise<string>,
  wanted: string | RegExp,
  timeout: number,
): Promise<void> {
  if (typeof wanted === 'string')
    await expect
      .poll(async () => (await shown()).replace(/\s+/g, ' '), { timeout, intervals })
      .toContain(wanted);
  else await expect.poll(shown, { timeout, intervals }).toMatch(wanted);
}

export const waitForGone = (
  shown: () => Promise<string>,
  words: string,
  timeout: number,
): Promise<void> => expect.poll(shown, { timeout, intervals }).not.toContain(words);
