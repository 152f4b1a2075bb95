import { defineConfig } from '@playwright/test';
import { findEngine, type Platform, platforms } from './tests/commands/engines.ts';

const executablePath = findEngine('chromium');

/**
 * Firefox and WebKit as iOS 17 run all engine tests, except those tagged for another platform only. The other platforms run the tests
 * tagged with their name. Chromium has tests/e2e, and iOS 16 lacks only one feature of iOS 17.
 */
const ofPlatform = (platform: Platform): RegExp =>
  platform === 'firefox' || platform === 'ios-17'
    ? new RegExp(`@only-${platform}|^(?!.*@only-)`)
    : new RegExp(`@(?:only-)?${platform}(?!\\S)`);

// Seeded rows have the day of the phones' clocks.
process.env['TZ'] = 'Africa/Johannesburg';

export default defineConfig<{ platform: Platform }>({
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  // No second try: a test waits for what the screen or the server shows, never for time, so a slow machine fails none.
  // One that fails now and then has found a race, in the app or in itself.
  retries: 0,
  // One more than the machine that counts has cores: a good part of a test is waiting, for a wait that the product keeps to.
  workers: 3,
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    actionTimeout: 60_000,
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    locale: 'en-ZA',
    timezoneId: 'Africa/Johannesburg',
    serviceWorkers: 'allow',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'e2e', testDir: 'tests/e2e' },
    ...(Object.keys(platforms) as Platform[])
      .filter((platform) => findEngine(platforms[platform]) !== undefined)
      .map((platform) => ({
        name: platform,
        testDir: 'tests/engines',
        grep: ofPlatform(platform),
        use: { platform },
      })),
  ],
});
