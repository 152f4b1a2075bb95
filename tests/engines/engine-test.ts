import { test as base } from '@playwright/test';
import type { Platform } from '../commands/engines.ts';
import type { Deployment } from '../support/app/built-app.ts';
import { BackendProcess } from '../support/backend/backend-process.ts';
import { Gate } from '../support/network/gate.ts';
import type { Phone, PhoneOptions } from './phone.ts';
import { PlaywrightPhone } from './playwright-phone.ts';
import { WebDriverPhone } from './webdriver-phone.ts';

const SAFARI = ['StorageAPI', 'FileSystem', 'AccessHandle'];

/** The WebKit features that each version of iOS has. WebKitGTK contains them, but a test must switch them on. */
const featuresOf = { 'ios-16': SAFARI, 'ios-17': [...SAFARI, 'StorageAPIEstimate'] } as const;

const webKitFeatures = (
  platform: keyof typeof featuresOf,
  { writesFiles }: PhoneOptions,
): readonly string[] => [
  ...featuresOf[platform],
  ...(writesFiles === 'itself' ? ['FileSystemWritableStream'] : []),
];

const newPhone = (platform: Platform, address: string, options: PhoneOptions): Phone =>
  platform === 'ios-16' || platform === 'ios-17'
    ? new WebDriverPhone(webKitFeatures(platform, options), address, options)
    : new PlaywrightPhone(platform, address, options);

/** Each test has its own backend, and a phone with the browser under test. The gate between them can cut the signal. */
export const test = base.extend<{
  platform: Platform;
  phoneOptions: PhoneOptions;
  /** The build that the backend serves. Null: the project's own build. */
  deployment: Deployment | null;
  backend: BackendProcess;
  gate: Gate;
  phone: Phone;
}>({
  platform: ['chromium', { option: true }],
  phoneOptions: [{}, { option: true }],
  deployment: [null, { option: true }],
  backend: async ({ deployment }, use) => {
    const backend = await BackendProcess.start(
      deployment === null ? {} : { VELD_DIST_DIR: deployment.folder },
    );
    await use(backend);
    await backend.remove();
  },
  gate: async ({ backend }, use) => {
    const gate = await Gate.start(backend.address);
    await use(gate);
    await gate.stop();
  },
  phone: async ({ gate, phoneOptions, platform }, use) => {
    const phone = newPhone(platform, gate.address, phoneOptions);
    try {
      await phone.switchOn();
      await use(phone);
    } finally {
      await phone.remove();
    }
  },
});
