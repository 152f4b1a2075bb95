import type { Page } from '@playwright/test';

/** The pages of the settings, by the last part of their address. */
export type SettingsPage =
  | 'lock'
  | 'pin'
  | 'agents'
  | 'photos'
  | 'alerts'
  | 'price'
  | 'sign-in'
  | 'phone'
  | 'back-up';

/** Opens a page of the settings by its address. A phone with a lock asks for the PIN first. */
export async function openSettings(page: Page, name: SettingsPage): Promise<void> {
  await page.goto(`/settings/${name}`);
}
