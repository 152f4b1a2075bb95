import { test as base } from '@playwright/test';
import { BackendProcess } from '../support/backend-process.ts';
import { Device } from '../support/device.ts';

/** Each test has a backend and a phone of its own. */
export const test = base.extend<{ backend: BackendProcess; device: Device }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's wishes from this pattern.
  backend: async ({}, use) => {
    const backend = await BackendProcess.start();
    await use(backend);
    await backend.remove();
  },
  device: async ({ backend }, use) => {
    const device = new Device(backend.address);
    await device.switchOn();
    await use(device);
    await device.remove();
  },
});
