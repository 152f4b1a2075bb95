import { expect } from '@playwright/test';

/** Runs in the page. Returns the text on the screen, with its line breaks. */
export const shownText = (): string => document.body.innerText;

/** The ms between two looks at the screen. Playwright's default soon grows to one second, and a test waits about thirty times. */
const intervals = [50, 100, 200];

/**
 * Waits until the screen shows `wanted`. A string matches across line breaks. A pattern is matched against the text with its line breaks.
 */
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
