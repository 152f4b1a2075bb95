import type { Page } from '@playwright/test';

/** Waits until nothing moves or changes its colour any more, so that what is measured next is what stays. A spinner turns for ever and is not waited for. */
export const atRest = (page: Page) =>
  page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' || effect?.getComputedTiming().endTime === Infinity,
      ),
  );
