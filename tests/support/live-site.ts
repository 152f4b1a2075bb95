import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BackendProcess } from './backend-process.ts';
import { buildApp } from './built-app.ts';
import { Device } from './device.ts';
import type { DeviceOptions } from './device-options.ts';

const LIVE_HOST = 'veld.example';

/** Runs `work` with a phone whose app is at an address that counts as live: without banner and badge, as agents see it. */
export async function atLiveAddress(
  work: (device: Device) => Promise<void>,
  options: Pick<DeviceOptions, 'deviceScaleFactor'> = {},
): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'veld-live-'));
  const dist = join(scratch, 'dist');
  buildApp(dist, { settings: { VITE_API_LIVE: '/api' } });
  const backend = await BackendProcess.start({ VELD_DIST_DIR: dist });
  const address = `http://${LIVE_HOST}:${backend.port}`;
  const device = new Device(address, {
    ...options,
    args: [
      `--host-resolver-rules=MAP ${LIVE_HOST} 127.0.0.1`,
      // Else a service worker wants https.
      `--unsafely-treat-insecure-origin-as-secure=${address}`,
    ],
  });
  try {
    await device.switchOn();
    await work(device);
  } finally {
    await device.remove();
    await backend.remove();
    rmSync(scratch, { recursive: true, force: true });
  }
}
