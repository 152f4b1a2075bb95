import type { Locator, Page } from '@playwright/test';

export const updateNotice = (page: Page): Locator =>
  page.getByText('New version available!', { exact: true });

/** Closes the notice, instead of waiting ten seconds until it closes by itself. On a machine that is busy that may be sooner. */
export async function pressNoticeAway(page: Page): Promise<void> {
  await updateNotice(page).waitFor();
  await updateNotice(page)
    .locator('xpath=ancestor::*[.//button][1]')
    .getByRole('button', { name: 'Close notification' })
    .click({ timeout: 15_000 })
    .catch(async (fault: unknown) => {
      if (await updateNotice(page).isVisible()) throw fault;
    });
}
