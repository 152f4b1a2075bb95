import type { EngineName } from '../commands/engines.ts';

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
  /** No service worker runs. */
  blocksWorkers?: boolean;
  /** Every window of it is a private one. */
  isPrivate?: boolean;
}>;

export const contextOptions = (
  address: string,
  {
    blocksWorkers = false,
    colorScheme = 'light',
    viewport,
    deviceScaleFactor,
    isLocated = true,
  }: DeviceOptions,
) => ({
  baseURL: address,
  viewport: viewport ?? { width: 360, height: 740 },
  ...(deviceScaleFactor === undefined ? {} : { deviceScaleFactor }),
  colorScheme,
  hasTouch: true,
  locale: 'en-ZA',
  timezoneId: 'Africa/Johannesburg',
  serviceWorkers: blocksWorkers ? ('block' as const) : ('allow' as const),
  permissions: isLocated ? ['geolocation'] : [],
  geolocation: { latitude: -33.918861, longitude: 18.4233, accuracy: 12 },
});
