import { expect } from '@playwright/test';

/** Runs in the page: what is on the screen, as lines. */
export const shownText = (): string => document.body.innerText;

/** Waits until the screen shows it: these words, wherever lines break; or what fits a pattern, lines as they are. */
export async function waitForShown(
  shown: () => Promise<string>,
  wanted: string | RegExp,
  timeout: number,
): Promise<void> {
  if (typeof wanted === 'string')
    await expect
      .poll(async () => (await shown()).replace(/\s+/g, ' '), { timeout })
      .toContain(wanted);
  else await expect.poll(shown, { timeout }).toMatch(wanted);
}

export const waitForGone = (
  shown: () => Promise<string>,
  words: string,
  timeout: number,
): Promise<void> => expect.poll(shown, { timeout }).not.toContain(words);
