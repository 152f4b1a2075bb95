import { defineConfig } from '@playwright/test';
import { findBrowser } from './tests/commands/browser.ts';

const executablePath = process.env['CHROMIUM_PATH'] ?? findBrowser();

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  // A machine that stalls fails a test now and then: each has a second try, and `npm test` names those that needed it.
  // They are findings; what must never happen once (tests/e2e/chaos.spec.ts) has no second try.
  retries: 1,
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
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
});
