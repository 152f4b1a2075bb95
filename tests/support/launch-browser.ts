import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, chromium, firefox } from '@playwright/test';
import { type EngineName, findEngine } from '../commands/engines.ts';

/** The engines that Playwright drives. */
export type DrivenEngine = Exclude<EngineName, 'webkit'>;

export type DeviceOptions = Readonly<{
  engine?: DrivenEngine;
  colorScheme?: 'light' | 'dark';
  viewport?: Readonly<{ width: number; height: number }>;
  /** Dots to the pixel; the browser's own where absent. */
  deviceScaleFactor?: number;
  /** More switches for Chromium. */
  args?: readonly string[];
  /** Switches on the back-forward cache, which Playwright switches off in Chromium. */
  keepsPages?: boolean;
  /** Whether pages may ask where the phone is. */
  isLocated?: boolean;
  /** Every window of it is a private one. */
  isPrivate?: boolean;
}>;

const contextOptions = (
  address: string,
  { colorScheme = 'light', viewport, deviceScaleFactor, isLocated = true }: DeviceOptions,
) => ({
  baseURL: address,
  viewport: viewport ?? { width: 360, height: 740 },
  ...(deviceScaleFactor === undefined ? {} : { deviceScaleFactor }),
  colorScheme,
  hasTouch: true,
  locale: 'en-ZA',
  timezoneId: 'Africa/Johannesburg',
  serviceWorkers: 'allow' as const,
  permissions: isLocated ? ['geolocation'] : [],
  geolocation: { latitude: -33.918861, longitude: 18.4233, accuracy: 12 },
});

/**
 * Parts of Chromium that are switched off. Of a switch that is given twice Chromium takes the last, so those that Playwright names
 * stand here again; the first two are ours: the address bar's pages, which nobody sees, took more work than the rest of a start.
 */
const WITHOUT = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

const CHROMIUM_SWITCHES = [
  `--disable-features=${WITHOUT.join(',')}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** How the old Chromium was made to run: alone, and without a screen. */
const FLOOR_SWITCHES = ['--single-process', '--no-zygote', '--headless'];

/** A browser over a profile's folder. */
export async function launchBrowser(
  profile: string,
  address: string,
  options: DeviceOptions,
): Promise<BrowserContext> {
  const { engine = 'chromium', args = [], keepsPages } = options;
  const executablePath = findEngine(engine);
  if (engine === 'firefox') return launchFirefox(profile, address, options, executablePath ?? '');
  return chromium.launchPersistentContext(profile, {
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [...CHROMIUM_SWITCHES, ...(engine === 'floor' ? FLOOR_SWITCHES : []), ...args],
    ...(keepsPages ? { ignoreDefaultArgs: ['--disable-back-forward-cache'] } : {}),
    isMobile: true,
    ...contextOptions(address, options),
  });
}

async function launchFirefox(
  profile: string,
  address: string,
  options: DeviceOptions,
  path: string,
): Promise<BrowserContext> {
  const { colorScheme, isLocated = true, isPrivate = false } = options;
  const relay = join(import.meta.dirname, 'firefox-relay.ts');
  const program = join(profile, 'relay.sh');
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${relay}" "${path}" "$@"\n`);
  chmodSync(program, 0o755);
  const context = await firefox.launchPersistentContext(profile, {
    channel: 'moz-firefox',
    executablePath: program,
    firefoxUserPrefs: {
      // As on a phone: no bar takes width from the page.
      'ui.useOverlayScrollbars': 1,
      'layout.css.prefers-color-scheme.content-override': colorScheme === 'dark' ? 0 : 1,
      // Allowed, or blocked: nobody is there to answer a question.
      'permissions.default.geo': isLocated ? 1 : 2,
      'browser.privatebrowsing.autostart': isPrivate,
    },
    ...contextOptions(address, options),
  });
  await context.addInitScript(typeAsPeopleDo);
  return context;
}

/**
 * Runs in each page of Firefox. Playwright would set a field's value from inside the page, which React takes for its own doing and
 * forgets: so the browser's own command types it.
 */
function typeAsPeopleDo(): void {
  Object.defineProperty(window, '__pw_bidiInsertText', {
    get: () => (text: string) => document.execCommand('insertText', false, text),
    set: () => undefined,
  });
}
