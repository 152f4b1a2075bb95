import { defineConfig } from '@playwright/test';
import { findEngine, type Platform, platforms } from './tests/commands/engines.ts';

const executablePath = findEngine('chromium');

/**
 * Firefox and iOS 17 run all engine tests, except those with the tag of another platform only. Every other platform runs the tests with
 * its own tag. They are few, because Chromium runs tests/e2e, and iOS 16 lacks only one feature of iOS 17.
 */
const ofPlatform = (platform: Platform): RegExp =>
  platform === 'firefox' || platform === 'ios-17'
    ? new RegExp(`@only-${platform}|^(?!.*@only-)`)
    : new RegExp(`@(?:only-)?${platform}(?!\\S)`);

// The tests write rows with a day, and the app compares it with the phone's day. So both use one time zone.
process.env['TZ'] = 'Africa/Johannesburg';

export default defineConfig<{ platform: Platform }>({
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  // A test waits for the screen or the server, never for time. So a slow machine fails no test. A test that fails sometimes has found a
  // race, in the app or in itself.
  retries: 0,
  // On a machine with two cores, three workers are faster than two, because a test waits for much of its time.
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
