import type { CDPSession, Page } from '@playwright/test';
import { BackendProcess } from '../support/backend/backend-process.ts';
import { Device } from '../support/browser/device.ts';
import type { DeviceOptions } from '../support/browser/launch.ts';
import type { Stage } from './bench.ts';

/** A proxy between the phone and the backend. */
export type Front = Readonly<{ address: string; stop: () => Promise<void> }>;

export type Lab<F extends Front = Front> = Readonly<{
  backend: BackendProcess;
  front: F;
  device: Device;
  /** Opens the bench's own page in a new tab. The page has the project's code. */
  benchPage: () => Promise<Page>;
}>;

export const direct = async (address: string): Promise<Front> => ({
  address,
  stop: async () => undefined,
});

/** Starts a backend, a proxy, and a phone. Removes all of them at the end. */
export async function inLab<T, F extends Front>(
  stage: Pick<Stage, 'dist'>,
  between: (address: string) => Promise<F>,
  work: (lab: Lab<F>) => Promise<T>,
  options: DeviceOptions = {},
): Promise<T> {
  const backend = await BackendProcess.start({ VELD_DIST_DIR: stage.dist });
  const front = await between(backend.address);
  const device = new Device(front.address, options);
  try {
    await device.switchOn();
    const benchPage = async (): Promise<Page> => {
      const page = await device.context.newPage();
      await page.goto('/bench.html');
      await page.waitForFunction(() => 'veldBench' in window);
      return page;
    };
    return await work({ backend, front, device, benchPage });
  } finally {
    await device.remove();
    await front.stop();
    await backend.remove();
  }
}

/** @param rate 4: a processor that is a quarter as fast as this one */
export async function slowDown(page: Page, rate: number): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  return session;
}
