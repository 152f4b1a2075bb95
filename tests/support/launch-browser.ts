import { type BrowserContext, chromium } from '@playwright/test';
import { findEngine } from '../commands/engines.ts';
import { contextOptions, type DeviceOptions } from './device-options.ts';
import { launchFirefox } from './launch-firefox.ts';

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
