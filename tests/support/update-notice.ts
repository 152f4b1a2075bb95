import type { Locator, Page } from '@playwright/test';

export const updateNotice = (page: Page): Locator =>
  page.getByText('New version available!', { exact: true });

/** Closes the notice, instead of waiting until it closes by itself. */
export const pressNoticeAway = (page: Page): Promise<void> =>
  updateNotice(page)
    .locator('xpath=ancestor::*[.//button][1]')
    .getByRole('button', { name: 'Close notification' })
    .click();
