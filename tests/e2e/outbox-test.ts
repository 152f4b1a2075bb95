import { test as base, expect, type Locator, type Page } from '@playwright/test';
import type { StatusWord } from '../../src/domain/submission-state.ts';
import { Device, type DeviceOptions } from '../support/device.ts';
import { type Habits, PlainBackend } from '../support/plain-backend.ts';

/** Each test has a backend of its own that can be made to misbehave, and a phone that holds the app. */
export const test = base.extend<{
  habits: Partial<Habits>;
  options: DeviceOptions;
  backend: PlainBackend;
  device: Device;
}>({
  habits: [{}, { option: true }],
  options: [{}, { option: true }],
  backend: async ({ habits }, use) => {
    const backend = await PlainBackend.start(habits);
    await use(backend);
    await backend.stop();
  },
  device: async ({ backend, options }, use) => {
    const device = new Device(backend.address, options);
    await device.switchOn();
    await use(device);
    await device.remove();
  },
});

/** The app, ready to work without signal, at the outbox. */
export async function openOutbox(device: Device): Promise<Page> {
  const page = await device.installApp();
  await page.goto('/outbox');
  await expect(page.getByRole('heading', { level: 1, name: 'Outbox' })).toBeVisible();
  return page;
}

/** The line of a customer in the list. A delivered one shows initials: ask by the status then. */
export const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('listitem').filter({ hasText: name });

export async function expectStatus(page: Page, name: string, word: StatusWord): Promise<void> {
  await expect(rowOf(page, name)).toContainText(word);
}

/** So many submissions are delivered, and none waits. */
export async function expectSent(page: Page, count: number, timeout = 30_000): Promise<void> {
  await expect(page.getByRole('listitem').filter({ hasText: 'Sent' })).toHaveCount(count, {
    timeout,
  });
}
